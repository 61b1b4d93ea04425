import { dayOf, type Fold, foldBars } from '@plumbline/charts'
import type { PnlChartRelativity } from '@plumbline/contract'
import type { Performance } from '../../../portfolio/queries.ts'
import type { ChartSeries, Stop } from '../../../ui/chart/chart-series.ts'

export type SeriesKey = 'total' | 'realized' | 'unrealized'

export const seriesKeys: readonly SeriesKey[] = ['total', 'realized', 'unrealized']
/** What is drawn until someone chooses otherwise. */
export const usualSeries: readonly SeriesKey[] = ['realized']

/** The lines as the address names them, in their order; at least one. */
export function seriesIn(text: unknown): readonly SeriesKey[] {
  const named = typeof text === 'string' ? text.split(',') : []
  const known = seriesKeys.filter(key => named.includes(key))
  return known.length === 0 ? usualSeries : known
}

/** How each line is drawn beside a leading one, which is drawn in the main colour. */
const looks: Record<SeriesKey, Pick<ChartSeries, 'colour' | 'isDashed'>> = {
  total: { colour: 'var(--series)' },
  realized: { colour: 'var(--c2)' },
  unrealized: { colour: 'var(--c5)', isDashed: true },
}

export function lookOf(
  key: SeriesKey,
  leading: SeriesKey | undefined,
): Pick<ChartSeries, 'colour' | 'isDashed'> {
  return key === leading ? { colour: 'var(--series)' } : looks[key]
}

type Daily = Performance['daily_pnl']

export interface PnlLines {
  stops: Stop[]
  values: Record<SeriesKey, (number | null)[]>
}

/** What came together since the opening, day by day. */
export function cumulativeLines(daily: Daily, relativity: PnlChartRelativity): PnlLines {
  return {
    stops: daily.map(({ date }) => ({ from: dayOf(date), to: dayOf(date) })),
    values: {
      total: column(daily, 'total', relativity),
      realized: column(daily, 'realized', relativity),
      unrealized: column(daily, 'unrealized', relativity),
    },
  }
}

export interface PnlBars {
  unit: 'day' | 'week' | 'month'
  stops: Stop[]
  values: (number | null)[]
}

/**
 * Each day by itself, or weeks and months where there are too many. The day that a period opens with is not
 * part of it. Of a return only the total can be linked; its parts are contributions, which are added.
 */
export function dailyBars(daily: Daily, key: SeriesKey, relativity: PnlChartRelativity): PnlBars {
  const within = daily.slice(1)
  const fold: Fold = relativity === 'rel' && key === 'total' ? 'link' : 'sum'
  const { unit, bars } = foldBars(
    within.map(({ date }) => dayOf(date)),
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
