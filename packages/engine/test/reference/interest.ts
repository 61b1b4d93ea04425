import type { CouponTerms, Instrument } from '../../src/index.ts'
import { type Num, num, ZERO } from './market-numbers.ts'

const MS_PER_DAY = 86_400_000

/** Year, month and day of the month. The reference implementation shares no calendar with the engine. */
function parts(day: number): [year: number, month: number, dayOfMonth: number] {
  const date = new Date(day * MS_PER_DAY)
  return [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
}

function monthsBefore(day: number, months: number): number {
  const [year, month, dayOfMonth] = parts(day)
  const last = new Date(Date.UTC(year, month - months + 1, 0)).getUTCDate()
  return Date.UTC(year, month - months, Math.min(dayOfMonth, last)) / MS_PER_DAY
}

/** A coupon period of regular terms. */
export interface ReferencePeriod {
  readonly from: number
  readonly to: number
  readonly ex: number
  readonly amount: Num
}

/** The days in leap years and in other years, each by the length of its year. */
function byCalendarYears(from: number, to: number): Num {
  let leap = 0
  for (let day = from; day < to; day += 1)
    if (new Date(Date.UTC(parts(day)[0], 1, 29)).getUTCMonth() === 1) leap += 1
  return num(leap)
    .div(366)
    .add(num(to - from - leap).div(365))
}

function fraction(terms: CouponTerms, period: { from: number; to: number }, from: number, to: number): Num {
  if (terms.dayCount === 'ACT/360') return num(to - from).div(360)
  if (terms.dayCount === 'ACT/365') return num(to - from).div(365)
  if (terms.dayCount === 'ACT/ACT ISDA') return byCalendarYears(from, to)
  if (terms.dayCount === 'ACT/ACT ICMA')
    return num(to - from)
      .div(period.to - period.from)
      .div(terms.perYear)
  const [a, b] = [parts(from), parts(to)]
  const days = (b[0] - a[0]) * 360 + (b[1] - a[1]) * 30 + Math.min(b[2], 30) - Math.min(a[2], 30)
  return num(days).div(360)
}

/** The periods of some terms as far back as they were looked up, which is at `since`. */
interface KnownPeriods {
  readonly since: number
  readonly periods: readonly ReferencePeriod[]
}

const known = new WeakMap<CouponTerms, KnownPeriods>()

/** Every known coupon period, oldest first: at least those that end after `since`. */
function readPeriods(terms: CouponTerms, since: number): readonly ReferencePeriod[] {
  const found = known.get(terms)
  if (found && found.since <= since) return found.periods
  const periods = listPeriods(terms, since)
  known.set(terms, { since, periods })
  return periods
}

/** All coupon periods that end after `since`, oldest first. */
export function couponPeriods(terms: CouponTerms, since: number): ReferencePeriod[] {
  return readPeriods(terms, since).filter(({ to }) => to > since)
}

function listPeriods(terms: CouponTerms, since: number): ReferencePeriod[] {
  const periods: ReferencePeriod[] = []
  for (let count = 0; ; count += 1) {
    const to = monthsBefore(terms.maturity, (count * 12) / terms.perYear)
    const from = monthsBefore(terms.maturity, ((count + 1) * 12) / terms.perYear)
    if (to <= since) return periods.reverse()
    const isActual = ['ACT/360', 'ACT/365', 'ACT/ACT ISDA'].includes(terms.dayCount)
    const share = isActual ? fraction(terms, { from, to }, from, to) : num(1).div(terms.perYear)
    periods.push({ from, to, ex: to - (terms.exCouponDays ?? 0), amount: share.mul(terms.coupon) })
  }
}

/** Accrued interest at a close per unit of nominal; negative once the coupon belongs to the seller. */
export function interestOn(terms: CouponTerms, day: number): Num {
  const period = readPeriods(terms, day).find(({ from, to }) => from <= day && day < to)
  if (!period) return ZERO
  const isSold = day >= period.ex
  const share = isSold
    ? fraction(terms, period, day, period.to).neg()
    : fraction(terms, period, period.from, day)
  return share.mul(terms.coupon)
}

export function poolFactor(instrument: Instrument, day: number): Num {
  const last = (instrument.factors ?? [])
    .filter(entry => entry.day <= day)
    .sort((a, b) => a.day - b.day)
    .at(-1)
  return num(last?.factor ?? 1)
}

const isInPercent = ({ type }: Instrument): boolean => type === 'bond' || type === 'structured_product'

export function par(instrument: Instrument): Num {
  return isInPercent(instrument) ? num(100) : num(1).div(instrument.contractSize ?? 1)
}

export function nominal(instrument: Instrument): Num {
  return par(instrument).mul(instrument.contractSize ?? 1)
}

/** The day from which the nominal is owed; null for loans, which end only by a transaction. */
export function redeemedFrom(instrument: Instrument): number | null {
  if (instrument.type === 'loan') return null
  if (instrument.coupons) return instrument.coupons.maturity
  return isInPercent(instrument) ? (instrument.contractExpiration ?? null) : null
}
