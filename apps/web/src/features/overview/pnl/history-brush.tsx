import { dayOf, isoOf, type Span } from '@plumbline/charts'
import type { PnlChartRelativity } from '@plumbline/contract'
import { useMemo } from 'react'
import { customPeriod, isWholePeriod, namedPeriod } from '../../../filter/filter.ts'
import { useFilter } from '../../../filter/use-filter.ts'
import type { Performance } from '../../../portfolio/queries.ts'
import { Brush } from '../../../ui/chart/brush.tsx'
import styles from './pnl-card.module.css'
import { cumulativeLines } from './pnl-series.ts'
import { useHistory } from './use-pnl.ts'

interface HistoryBrushProps {
  /** The answer that the chart above shows. */
  shown: Performance | undefined
  relativity: PnlChartRelativity
}

/** The whole history, whose window is the period: moving it sets the period. */
export function HistoryBrush({ shown, relativity }: HistoryBrushProps) {
  const { filter, body, change } = useFilter()
  const { data } = useHistory(body, isWholePeriod(filter))
  const lines = useMemo(
    () => (data === undefined ? null : cumulativeLines(data.daily_pnl, relativity)),
    [data, relativity],
  )
  const days = useMemo(() => lines?.stops.map(stop => stop.to) ?? [], [lines])
  // Its place is kept, so that nothing moves when it comes.
  if (lines === null) return <div className={styles.brush} />
  const first = days[0]
  const last = days.at(-1)
  if (first === undefined || last === undefined || last - first < 7) return null
  const window = windowOf(shown, { from: first, to: last })
  const setWindow = ({ from, to }: Span) => {
    const isWhole = from <= first && to >= last
    // A line begins at the close before its first day.
    const period = isWhole ? namedPeriod('all') : customPeriod(isoOf(from + 1), isoOf(to))
    change({ ...filter, period })
  }
  return <Brush days={days} values={lines.values.total} window={window} onChange={setWindow} />
}

/** From the close that the period opens with to its last day, within what there is. */
function windowOf(shown: Performance | undefined, whole: Span): Span {
  const opening = shown?.basis.opening_date ?? null
  const end = shown?.basis.end_date ?? null
  return {
    from: opening === null ? whole.from : Math.min(whole.to, Math.max(whole.from, dayOf(opening))),
    to: end === null ? whole.to : Math.max(whole.from, Math.min(whole.to, dayOf(end))),
  }
}
