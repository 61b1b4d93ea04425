import { type Bar, foldBars, parseDay } from '@plumbline/charts'
import type { Stop } from '../../ui/chart/chart-series.ts'
import { dayStops } from '../../ui/chart/chart-series.ts'
import type { Fees } from './use-fees.ts'

type FeeDay = Fees['total']['daily_ts'][number]

export interface FeeDays {
  /** Days with charges, and the first and last day of the period. */
  stops: readonly Stop[]
  dates: readonly string[]
  daily: readonly (number | null)[]
  cumulative: readonly (number | null)[]
}

/**
 * The days of the fees chart. Only days with charges are stops of the crosshair, as they are hard to find
 * among years of days without any.
 */
export function feeDays(series: readonly FeeDay[]): FeeDays {
  const last = series.length - 1
  const kept = series.filter((day, index) => index === 0 || index === last || isCharged(day))
  return {
    stops: dayStops(kept),
    dates: kept.map(({ date }) => date),
    daily: kept.map(day => day.daily_fees_abs),
    cumulative: kept.map(day => day.cumulative_sum),
  }
}

function isCharged({ daily_fees_abs: fees }: FeeDay): boolean {
  return fees !== null && fees !== 0
}

/** The dates with charges, oldest first. */
export function chargedDates(series: readonly FeeDay[]): string[] {
  return series.filter(isCharged).map(({ date }) => date)
}

/** The fees charged up to and including a day. Null outside the period. */
export function chargedUntil(series: readonly FeeDay[], date: string): number | null {
  const first = series[0]?.date
  if (first === undefined || date < first) return null
  return series.findLast(day => day.date <= date)?.cumulative_sum ?? null
}

/** Sums by month. Drops the opening day, which is before the period, unless it has charges. */
export function feeMonths([opening, ...period]: readonly FeeDay[]): Bar[] {
  const series = opening !== undefined && isCharged(opening) ? [opening, ...period] : period
  return foldBars(
    series.map(({ date }) => parseDay(date)),
    series.map(day => day.daily_fees_abs),
    'sum',
    0,
  ).bars
}
