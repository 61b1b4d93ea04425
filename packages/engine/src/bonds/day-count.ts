import { addMonths, type Day, partsOf } from '../calendar/day.ts'

/** How days of interest are counted. The 30/360 family differs at the end of months and in February. */
export const DAY_COUNTS = [
  'ACT/ACT ICMA',
  '30/360',
  '30/360 US',
  '30E/360',
  '30E/360 ISDA',
  'ACT/360',
  'ACT/365',
] as const
export type DayCount = (typeof DAY_COUNTS)[number]
export type Thirty360 = Extract<DayCount, `30${string}`>

function isEndOfFebruary(day: Day): boolean {
  return partsOf(day).month === 2 && partsOf(day + 1).month === 3
}

/** The day of the month that the first and the second date count as. */
function countedDays(from: Day, to: Day, convention: Thirty360, maturity: Day | null): [number, number] {
  const first = partsOf(from).dayOfMonth
  const second = partsOf(to).dayOfMonth
  switch (convention) {
    case '30E/360':
      return [Math.min(first, 30), Math.min(second, 30)]
    case '30E/360 ISDA':
      return [
        isEndOfFebruary(from) ? 30 : Math.min(first, 30),
        isEndOfFebruary(to) && to !== maturity ? 30 : Math.min(second, 30),
      ]
    case '30/360 US': {
      const start = isEndOfFebruary(from) ? 30 : Math.min(first, 30)
      if (isEndOfFebruary(from) && isEndOfFebruary(to)) return [start, 30]
      return [start, start === 30 ? Math.min(second, 30) : second]
    }
    case '30/360':
      return [Math.min(first, 30), first >= 30 ? Math.min(second, 30) : second]
  }
}

/**
 * Days between two dates where every month has 30.
 *
 *     360 x years + 30 x months + days          (31sts and ends of February as the convention says)
 *
 * `30/360` is the bond basis. `maturity` matters to `30E/360 ISDA` alone: an end of February on it stays.
 */
export function days360(from: Day, to: Day, convention: Thirty360, maturity: Day | null = null): number {
  const [first, second] = countedDays(from, to, convention, maturity)
  const [a, b] = [partsOf(from), partsOf(to)]
  return (b.year - a.year) * 360 + (b.month - a.month) * 30 + second - first
}

/** A regular period between two coupons. */
export interface CouponPeriod {
  readonly from: Day
  readonly to: Day
}

/** ACT/ACT ICMA: days / (periods per year x days of the coupon period); what lies outside counts in periods beside it. */
function icmaFraction(from: Day, to: Day, period: CouponPeriod): number {
  const months = Math.max(1, Math.round(((period.to - period.from) * 12) / 365.25))
  if (from < period.from) {
    const before = { from: addMonths(period.from, -months), to: period.from }
    return (
      icmaFraction(from, Math.min(to, period.from), before) +
      (to > period.from ? icmaFraction(period.from, to, period) : 0)
    )
  }
  if (to > period.to) {
    const after = { from: period.to, to: addMonths(period.to, months) }
    return (
      (from < period.to ? icmaFraction(from, period.to, period) : 0) +
      icmaFraction(Math.max(from, period.to), to, after)
    )
  }
  return ((to - from) / (period.to - period.from)) * (months / 12)
}

/**
 * The part of a year between two dates, as a fraction. ACT/ACT ICMA needs the coupon period that the dates lie in;
 * a full one is exactly 1 / frequency. `to` before `from` gives 0.
 */
export function yearFraction(
  from: Day,
  to: Day,
  convention: DayCount,
  period: CouponPeriod,
  maturity: Day | null = null,
): number {
  if (to <= from) return 0
  switch (convention) {
    case 'ACT/ACT ICMA':
      return icmaFraction(from, to, period)
    case 'ACT/360':
      return (to - from) / 360
    case 'ACT/365':
      return (to - from) / 365
    default:
      return days360(from, to, convention, maturity) / 360
  }
}
