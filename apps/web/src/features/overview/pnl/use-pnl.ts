import type { Filter, PnlChartRelativity, PnlChartType } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { wholePeriod } from '../../../filter/filter.ts'
import { useChoices } from '../../../filter/use-choices.ts'
import { usePrivacy } from '../../../lib/browser/privacy.ts'
import { performanceQuery } from '../../../portfolio/queries.ts'
import { type SeriesKey, seriesIn } from './pnl-series.ts'

type Search = Readonly<Record<string, unknown>>

/** Enough for every pixel of a wide screen to differ; the engine keeps the extremes. */
export const chartPoints = 600
const brushPoints = 240

/** What the chart of profit and loss shows: kind and unit are settings, the lines stand in the address. */
export function usePnlView() {
  const { choices, choose } = useChoices()
  const isPrivate = usePrivacy()
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const shown = useMemo(() => seriesIn(search.series), [search.series])
  const kind: PnlChartType = choices.pnl_chart_type ?? 'cumulative'
  // Hidden amounts leave percentages.
  const relativity: PnlChartRelativity = isPrivate ? 'rel' : (choices.pnl_chart_relativity ?? 'abs')
  return {
    kind,
    relativity,
    shown,
    isPrivate,
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

/** The days of the period one by one, as bars need them. */
export function useDailyPnl(body: Filter, isWanted: boolean) {
  return useQuery({ ...performanceQuery(body, { series: 'daily' }), enabled: isWanted })
}

/** The whole history, for the brush under the chart. */
export function useHistory(body: Filter, isWhole: boolean) {
  const whole = { ...body, settings: { ...body.settings, period: wholePeriod } }
  const points = isWhole ? chartPoints : brushPoints
  return useQuery(performanceQuery(whole, { series: 'cumulative', points }))
}
