import { type Fold, foldBars, parseDay } from '@plumbline/charts'
import type { PnlChartRelativity } from '@plumbline/contract'
import type { Performance } from '../../../portfolio/queries.ts'
import { roundAmount, roundWithRest } from '../../../portfolio/round-parts.ts'
import type { ChartSeries, Stop } from '../../../ui/chart/chart-series.ts'
import { dayStops } from '../../../ui/chart/chart-series.ts'

export type SeriesKey = 'total' | 'realized' | 'unrealized'

export const seriesKeys: readonly SeriesKey[] = ['total', 'realized', 'unrealized']
/** The series drawn by default. */
export const defaultSeries: readonly SeriesKey[] = ['realized']

/** Parses the series named in the URL. Returns at least one. */
export function parseSeries(text: unknown): readonly SeriesKey[] {
  const named = typeof text === 'string' ? text.split(',') : []
  const known = seriesKeys.filter(key => named.includes(key))
  return known.length === 0 ? defaultSeries : known
}

/** The names of the series: in percent they are the time-weighted return and its parts, not the P&L of the capital. */
export const seriesNames = {
  abs: { total: 'overview_total', realized: 'overview_realized', unrealized: 'overview_unrealized' },
  rel: { total: 'pnl_twr', realized: 'pnl_twr_realized', unrealized: 'pnl_twr_unrealized' },
} as const satisfies Record<PnlChartRelativity, Record<SeriesKey, string>>

/** A series looks the same in every chart. */
export const seriesStyles: Record<SeriesKey, Pick<ChartSeries, 'colour' | 'isDashed'>> = {
  total: { colour: 'var(--series)' },
  realized: { colour: 'var(--c2)' },
  unrealized: { colour: 'var(--c5)', isDashed: true },
}

type Daily = Performance['daily_pnl']

export interface PnlLines {
  stops: Stop[]
  values: Record<SeriesKey, (number | null)[]>
}

/** Cumulative profit and loss since the opening, by day. Amounts are rounded as in the equation. */
export function cumulativeLines(daily: Daily, relativity: PnlChartRelativity, decimals: number): PnlLines {
  const total = column(daily, 'total', relativity)
  const realized = column(daily, 'realized', relativity)
  const unrealized = column(daily, 'unrealized', relativity)
  const isAmount = relativity === 'abs'
  const rest = (value: number | null, day: number) =>
    roundWithRest([realized[day] ?? null, value], roundAmount(total[day] ?? null, decimals), decimals)[1] ??
    null
  return {
    stops: dayStops(daily),
    values: { total, realized, unrealized: isAmount ? unrealized.map(rest) : unrealized },
  }
}

export interface PnlBars {
  unit: 'day' | 'week' | 'month'
  stops: Stop[]
  values: (number | null)[]
}

/**
 * Bars by day, or by week or month where there are too many. Leaves out the opening day, which is before the
 * period. Total returns are linked; realized and unrealized returns are contributions and are added.
 */
export function dailyBars(daily: Daily, key: SeriesKey, relativity: PnlChartRelativity): PnlBars {
  const within = daily.slice(1)
  const fold: Fold = relativity === 'rel' && key === 'total' ? 'link' : 'sum'
  const { unit, bars } = foldBars(
    within.map(({ date }) => parseDay(date)),
    column(within, key, relativity),
    fold,
  )
  return {
    unit,
    stops: bars.map(({ from, to }) => ({ from, to })),
    values: bars.map(({ value }) => value),
  }
}

function column(daily: Daily, key: SeriesKey, relativity: PnlChartRelativity): (number | null)[] {
  return daily.map(day => day[`pnl_${relativity}_${key}`])
}
