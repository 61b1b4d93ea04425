import { addMonths, type Day, dateParts, dayFromParts, isWeekend } from '../calendar/day.ts'
import { type CouponPeriod, type DayCount, yearFraction } from './day-count.ts'

/** The interest terms of a bond, note or loan: `coupon` as a fraction per year, paid `perYear` times, counted back from the maturity. */
export interface CouponTerms {
  readonly coupon: number
  /** 0: all interest is paid with the last payment, which needs `issued`. */
  readonly perYear: number
  readonly dayCount: DayCount
  readonly maturity: Day
  /** First day of interest; by default the first period is regular. */
  readonly issued?: Day | null
  /** The end of an irregular first period, and the beginning of an irregular last one. */
  readonly firstCoupon?: Day | null
  readonly lastCoupon?: Day | null
  /** End-of-month rule: a maturity at the end of a month puts all coupons at ends of months. Default: the same day of the month. */
  readonly endOfMonth?: boolean
  /** Length of the ex-coupon period, in calendar days or in weekdays. */
  readonly exCouponDays?: number
  readonly exCouponWeekdays?: number
  /** Step-ups: a period has the rate of its first day. */
  readonly steps?: readonly { readonly from: Day; readonly coupon: number }[]
}

/** A payment may be posted this many days before its due day, and is overdue this many days after. */
export const PAYMENT_TOLERANCE_DAYS = 10

/** An interest period. `amount` is due at `to` to the holder at the close before `exDay`, per unit of nominal. */
export interface InterestPeriod {
  readonly from: Day
  readonly to: Day
  readonly exDay: Day
  /** The regular period that an irregular one is counted against; otherwise the period itself. */
  readonly reference: CouponPeriod
  readonly rate: number
  readonly amount: number
}

/** The schedule date `months` after `anchor` (before, if negative), by the end-of-month rule. */
function scheduleDate({ endOfMonth }: CouponTerms, anchor: Day, months: number): Day {
  const day = addMonths(anchor, months)
  const isLast = dateParts(anchor + 1).dayOfMonth === 1
  if (!endOfMonth || !isLast) return day
  const { year, month } = dateParts(day)
  return dayFromParts(year, month, 31)
}

function findExDay({ exCouponDays = 0, exCouponWeekdays = 0 }: CouponTerms, due: Day): Day {
  let day = due - exCouponDays
  for (let left = exCouponWeekdays; left > 0; left -= 1) {
    day -= 1
    while (isWeekend(day)) day -= 1
  }
  return day
}

function rateFrom({ coupon, steps = [] }: CouponTerms, day: Day): number {
  return steps.reduce((rate, step) => (step.from <= day ? step.coupon : rate), coupon)
}

/** Whether regular periods pay equal amounts; conventions with actual days pay by the days counted. */
function paysEqualAmounts({ dayCount }: CouponTerms): boolean {
  return dayCount !== 'ACT/360' && dayCount !== 'ACT/365' && dayCount !== 'ACT/ACT ISDA'
}

function buildPeriod(terms: CouponTerms, from: Day, to: Day, reference: CouponPeriod): InterestPeriod {
  const rate = rateFrom(terms, from)
  const isRegular = from === reference.from && to === reference.to
  const fraction =
    isRegular && terms.perYear > 0 && paysEqualAmounts(terms)
      ? 1 / terms.perYear
      : yearFraction(from, to, terms.dayCount, reference, terms.maturity)
  return { from, to, exDay: findExDay(terms, to), reference, rate, amount: rate * fraction }
}

/**
 * The interest periods that end after `after` and begin on or before `until`, oldest first.
 *
 * Dates are counted back from the maturity, or from the last regular coupon where the last period is irregular. The
 * first and the last period may be short or long.
 */
export function interestPeriods(terms: CouponTerms, after: Day, until: Day): InterestPeriod[] {
  const { maturity, perYear, issued = null, firstCoupon = null, lastCoupon = null } = terms
  if (perYear <= 0) {
    if (issued === null || maturity <= after || issued > until) return []
    return [buildPeriod(terms, issued, maturity, { from: issued, to: maturity })]
  }
  const step = 12 / perYear
  const periods: InterestPeriod[] = []
  let to = maturity
  if (lastCoupon !== null && lastCoupon < maturity) {
    const reference = { from: lastCoupon, to: scheduleDate(terms, lastCoupon, step) }
    if (lastCoupon <= until && maturity > after)
      periods.push(buildPeriod(terms, lastCoupon, maturity, reference))
    to = lastCoupon
  }
  const anchor = to
  // Most calls need a few days of a long schedule: skip the periods that begin long after them.
  const canSkip = firstCoupon === null || until >= firstCoupon
  const skipped = canSkip ? Math.max(0, Math.floor((anchor - until) / (step * 31)) - 1) : 0
  if (skipped > 0) to = scheduleDate(terms, anchor, -skipped * step)
  for (let count = skipped + 1; to > after && (issued === null || to > issued); count += 1) {
    const reference = { from: scheduleDate(terms, anchor, -count * step), to }
    const isFirst =
      to === firstCoupon || (firstCoupon !== null && reference.from < firstCoupon && to > firstCoupon)
    const begin = isFirst && to !== firstCoupon && firstCoupon !== null ? firstCoupon : reference.from
    const from = to === firstCoupon ? (issued ?? reference.from) : Math.max(begin, issued ?? begin)
    if (from <= until) periods.push(buildPeriod(terms, from, to, reference))
    if (to === firstCoupon || (issued !== null && from <= issued)) break
    to = from
  }
  return periods.reverse()
}

/**
 * Accrued interest of a period at a close, per unit of nominal: since its beginning; in the ex-coupon period the negative
 * of the interest still to come. Only for days of the period (its end belongs to the next one).
 */
export function interestWithin(terms: CouponTerms, period: InterestPeriod, day: Day): number {
  const { dayCount, maturity } = terms
  if (day >= period.exDay)
    return -period.rate * yearFraction(day, period.to, dayCount, period.reference, maturity)
  return period.rate * yearFraction(period.from, day, dayCount, period.reference, maturity)
}
