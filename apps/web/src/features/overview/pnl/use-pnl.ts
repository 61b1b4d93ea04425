import type { Filter, PnlChartRelativity, PnlChartType } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { wholePeriod } from '../../../filter/filter.ts'
import { useChoices } from '../../../filter/use-choices.ts'
import { usePrivacy } from '../../../lib/browser/privacy.ts'
import { useIsPhone } from '../../../lib/browser/use-media.ts'
import { benchmarkLineQuery } from '../../../portfolio/benchmark-line.ts'
import { performanceQuery } from '../../../portfolio/queries.ts'
import { parseSeries, type SeriesKey } from './pnl-series.ts'

type Search = Readonly<Record<string, unknown>>

/** One point for about two pixels of the chart. The engine keeps the extremes when it reduces a series. */
const chartPoints = { phone: 180, desktop: 400 }
const brushPoints = 240

/** The view of the profit and loss chart. Kind and unit are settings, the series are in the URL. */
export function usePnlView() {
  const { choices, choose } = useChoices()
  const isPrivate = usePrivacy()
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const shown = useMemo(() => parseSeries(search.series), [search.series])
  const hidesBenchmark = search.benchmark === 'hidden'
  const kind: PnlChartType = choices.pnl_chart_type ?? 'cumulative'
  // With amounts hidden, only percentages are shown.
  const relativity: PnlChartRelativity = isPrivate ? 'rel' : (choices.pnl_chart_relativity ?? 'abs')
  return {
    kind,
    relativity,
    shown,
    isPrivate,
    hidesBenchmark,
    toggleBenchmark: () => {
      void navigate({
        to: '.',
        search: ({ benchmark: _, ...previous }: Search): Search =>
          hidesBenchmark ? previous : { ...previous, benchmark: 'hidden' },
        replace: true,
        resetScroll: false,
      })
    },
    setKind: (next: PnlChartType) => choose({ pnl_chart_type: next }),
    setRelativity: (next: PnlChartRelativity) => choose({ pnl_chart_relativity: next }),
    show: (series: readonly SeriesKey[]) => {
      void navigate({
        to: '.',
        search: (previous: Search): Search => ({ ...previous, series: series.join(',') }),
        replace: true,
        resetScroll: false,
      })
    },
  }
}

/** How many points the charts of this screen size can show. */
export function useChartPoints(): number {
  return useIsPhone() ? chartPoints.phone : chartPoints.desktop
}

/** Profit and loss by day, for the bars. */
export function useDailyPnl(body: Filter, isWanted: boolean) {
  return useQuery({ ...performanceQuery(body, { series: 'daily' }), enabled: isWanted })
}

/** The benchmark, which is drawn beside the cumulative return. */
export function useBenchmarkLine(body: Filter, { kind, relativity }: ReturnType<typeof usePnlView>) {
  const points = useChartPoints()
  const isWanted = kind === 'cumulative' && relativity === 'rel'
  const { data } = useQuery({ ...benchmarkLineQuery(body, { points }), enabled: isWanted })
  return isWanted && data?.benchmark ? data : null
}

/** The whole history, for the brush under the chart. */
export function useHistory(body: Filter, isWhole: boolean) {
  const whole = { ...body, settings: { ...body.settings, period: wholePeriod } }
  const wholePoints = useChartPoints()
  const points = isWhole ? wholePoints : brushPoints
  return useQuery(performanceQuery(whole, { series: 'cumulative', points }))
}
