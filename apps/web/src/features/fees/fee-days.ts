import { type Bar, dayOf, foldBars } from '@plumbline/charts'
import type { Stop } from '../../ui/chart/chart-series.ts'
import type { Fees } from './use-fees.ts'

type FeeDay = Fees['total']['daily_ts'][number]

export interface FeeDays {
  /** Days on which something was charged, and both ends of the period. */
  stops: readonly Stop[]
  dates: readonly string[]
  daily: readonly (number | null)[]
  cumulative: readonly (number | null)[]
}

/**
 * The days of a chart of fees. Between charges nothing changes, so the crosshair goes from charge to charge:
 * in years of days the few that matter would else be hard to find.
 */
export function feeDays(series: readonly FeeDay[]): FeeDays {
  const last = series.length - 1
  const kept = series.filter((day, index) => index === 0 || index === last || isCharged(day))
  return {
    stops: kept.map(({ date }) => ({ from: dayOf(date), to: dayOf(date) })),
    dates: kept.map(({ date }) => date),
    daily: kept.map(day => day.daily_fees_abs),
    cumulative: kept.map(day => day.cumulative_sum),
  }
}

function isCharged({ daily_fees_abs: fees }: FeeDay): boolean {
  return fees !== null && fees !== 0
}

/** The dates on which something was charged, oldest first. */
export function chargedDates(series: readonly FeeDay[]): string[] {
  return series.filter(isCharged).map(({ date }) => date)
}

/** What was charged up to a day, that day included; null outside of the period. */
export function chargedUntil(series: readonly FeeDay[], date: string): number | null {
  const first = series[0]?.date
  if (first === undefined || date < first) return null
  return series.findLast(day => day.date <= date)?.cumulative_sum ?? null
}

/** Sums by month. The series begins with the close before the period, on which nothing is charged. */
export function feeMonths([opening, ...period]: readonly FeeDay[]): Bar[] {
  const series = opening !== undefined && isCharged(opening) ? [opening, ...period] : period
  return foldBars(
    series.map(({ date }) => dayOf(date)),
    series.map(day => day.daily_fees_abs),
    'sum',
    0,
  ).bars
}
