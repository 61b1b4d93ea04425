import { addMonths, type Day, dayFromParts, isWeekend, partsOf } from '../calendar/day.ts'
import { type CouponPeriod, type DayCount, yearFraction } from './day-count.ts'

/** What a bond, a note or a loan pays: `coupon` as a fraction per year, `perYear` times, counted back from the maturity. */
export interface CouponTerms {
  readonly coupon: number
  /** 0: all interest is paid with the last payment, which needs `issued`. */
  readonly perYear: number
  readonly dayCount: DayCount
  readonly maturity: Day
  /** First day of interest; without it the first period is a full one. */
  readonly issued?: Day | null
  /** Where the first period is not a full one: its end. Where the last one is not: its beginning. */
  readonly firstCoupon?: Day | null
  readonly lastCoupon?: Day | null
  /** Whether coupons of a maturity at the end of a month are paid at ends of months. Default: on the same day of the month. */
  readonly endOfMonth?: boolean
  /** Days before a coupon from which it goes to the seller: calendar days, or weekdays. */
  readonly exCouponDays?: number
  readonly exCouponWeekdays?: number
  /** Other rates from a day on: a period has the rate of its first day. */
  readonly steps?: readonly { readonly from: Day; readonly coupon: number }[]
}

/** Money may be posted so many days before it is due, and is overdue so many days after. */
export const CLAIM_DAYS = 10

/** A stretch of interest. `amount` is due at `to` to whoever held it at the close before `exDay`, per unit of nominal. */
export interface InterestPeriod {
  readonly from: Day
  readonly to: Day
  readonly exDay: Day
  /** The regular period beside which days of an irregular one are counted; the same as the period otherwise. */
  readonly reference: CouponPeriod
  readonly rate: number
  readonly amount: number
}

/** Months later or earlier on the schedule of `anchor`, at ends of months where it says so. */
function scheduled({ endOfMonth }: CouponTerms, anchor: Day, months: number): Day {
  const day = addMonths(anchor, months)
  const isLast = partsOf(anchor + 1).dayOfMonth === 1
  if (!endOfMonth || !isLast) return day
  const { year, month } = partsOf(day)
  return dayFromParts(year, month, 31)
}

function exDayOf({ exCouponDays = 0, exCouponWeekdays = 0 }: CouponTerms, due: Day): Day {
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

/** Days that do not say how long a period is pay the same every time; actual days pay what they count. */
function paysEvenly({ dayCount }: CouponTerms): boolean {
  return dayCount !== 'ACT/360' && dayCount !== 'ACT/365'
}

function periodOf(terms: CouponTerms, from: Day, to: Day, reference: CouponPeriod): InterestPeriod {
  const rate = rateFrom(terms, from)
  const isRegular = from === reference.from && to === reference.to
  const fraction =
    isRegular && terms.perYear > 0 && paysEvenly(terms)
      ? 1 / terms.perYear
      : yearFraction(from, to, terms.dayCount, reference, terms.maturity)
  return { from, to, exDay: exDayOf(terms, to), reference, rate, amount: rate * fraction }
}

/**
 * The periods of interest that end after `after` and begin on or before `until`, oldest first.
 *
 * Dates are counted back from the maturity, or from the last regular coupon where the last period is irregular.
 * Periods end with the maturity and begin with the first day of interest: a first or last one may be short or long.
 */
export function interestPeriods(terms: CouponTerms, after: Day, until: Day): InterestPeriod[] {
  const { maturity, perYear, issued = null, firstCoupon = null, lastCoupon = null } = terms
  if (perYear <= 0) {
    if (issued === null || maturity <= after || issued > until) return []
    return [periodOf(terms, issued, maturity, { from: issued, to: maturity })]
  }
  const step = 12 / perYear
  const periods: InterestPeriod[] = []
  let to = maturity
  if (lastCoupon !== null && lastCoupon < maturity) {
    const reference = { from: lastCoupon, to: scheduled(terms, lastCoupon, step) }
    if (lastCoupon <= until && maturity > after)
      periods.push(periodOf(terms, lastCoupon, maturity, reference))
    to = lastCoupon
  }
  const anchor = to
  // Most queries are about a few days of a long schedule: periods that begin long after them are skipped.
  const canSkip = firstCoupon === null || until >= firstCoupon
  const skipped = canSkip ? Math.max(0, Math.floor((anchor - until) / (step * 31)) - 1) : 0
  if (skipped > 0) to = scheduled(terms, anchor, -skipped * step)
  for (let count = skipped + 1; to > after && (issued === null || to > issued); count += 1) {
    const reference = { from: scheduled(terms, anchor, -count * step), to }
    const isFirst =
      to === firstCoupon || (firstCoupon !== null && reference.from < firstCoupon && to > firstCoupon)
    const begin = isFirst && to !== firstCoupon && firstCoupon !== null ? firstCoupon : reference.from
    const from = to === firstCoupon ? (issued ?? reference.from) : Math.max(begin, issued ?? begin)
    if (from <= until) periods.push(periodOf(terms, from, to, reference))
    if (to === firstCoupon || (issued !== null && from <= issued)) break
    to = from
  }
  return periods.reverse()
}

/**
 * Interest of a period at a close, per unit of nominal: what has built up since its beginning; once the coupon goes to
 * the seller, what is still to come, with a minus. Only for days of the period (its end belongs to the next one).
 */
export function interestWithin(terms: CouponTerms, period: InterestPeriod, day: Day): number {
  const { dayCount, maturity } = terms
  if (day >= period.exDay)
    return -period.rate * yearFraction(day, period.to, dayCount, period.reference, maturity)
  return period.rate * yearFraction(period.from, day, dayCount, period.reference, maturity)
}
