import { addMonths, type Day, dateParts, dayFromParts } from '../calendar/day.ts'

/** Day count conventions. Those of the 30/360 family differ at the end of months and in February. */
export const DAY_COUNTS = [
  'ACT/ACT ICMA',
  'ACT/ACT ISDA',
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
  return dateParts(day).month === 2 && dateParts(day + 1).month === 3
}

/** The adjusted days of the month of both dates. */
function adjustDaysOfMonth(
  from: Day,
  to: Day,
  convention: Thirty360,
  maturity: Day | null,
): [number, number] {
  const first = dateParts(from).dayOfMonth
  const second = dateParts(to).dayOfMonth
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
 * Days between two dates with months of 30 days.
 *
 *     360 x years + 30 x months + days          (31sts and ends of February by the convention)
 *
 * `30/360` is the bond basis. `maturity` matters to `30E/360 ISDA` alone: an end of February on it is not adjusted.
 */
export function days360(from: Day, to: Day, convention: Thirty360, maturity: Day | null = null): number {
  const [first, second] = adjustDaysOfMonth(from, to, convention, maturity)
  const [a, b] = [dateParts(from), dateParts(to)]
  return (b.year - a.year) * 360 + (b.month - a.month) * 30 + second - first
}

/** A regular period between two coupons. */
export interface CouponPeriod {
  readonly from: Day
  readonly to: Day
}

/** ACT/ACT ICMA: days / (periods per year x days of the coupon period); days outside count in the adjacent periods. */
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

/** ACT/ACT ISDA: days in leap years / 366 + days in other years / 365. The first day counts, the last does not. */
function isdaFraction(from: Day, to: Day): number {
  let fraction = 0
  let begin = from
  while (begin < to) {
    const { year } = dateParts(begin)
    const next = dayFromParts(year + 1, 1, 1)
    const end = Math.min(next, to)
    fraction += (end - begin) / (next - dayFromParts(year, 1, 1))
    begin = end
  }
  return fraction
}

/**
 * The year fraction between two dates. ACT/ACT ICMA needs the coupon period that the dates lie in; a full one is exactly
 * 1 / frequency. 0 where `to` is before `from`.
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
    case 'ACT/ACT ISDA':
      return isdaFraction(from, to)
    case 'ACT/360':
      return (to - from) / 360
    case 'ACT/365':
      return (to - from) / 365
    default:
      return days360(from, to, convention, maturity) / 360
  }
}
