import { parseDay, type Span, toIsoDate } from '@plumbline/charts'
import type { PnlChartRelativity } from '@plumbline/contract'
import { useMemo } from 'react'
import { customPeriod, isWholePeriod, namedPeriod } from '../../../filter/filter.ts'
import { useFilter } from '../../../filter/use-filter.ts'
import type { Performance } from '../../../portfolio/queries.ts'
import { replyDecimals } from '../../../portfolio/round-parts.ts'
import { Brush } from '../../../ui/chart/brush/brush.tsx'
import styles from './pnl-card.module.css'
import { cumulativeLines } from './pnl-series.ts'
import { useHistory } from './use-pnl.ts'

interface HistoryBrushProps {
  /** The performance shown in the chart above. */
  shown: Performance | undefined
  relativity: PnlChartRelativity
}

/** The whole history under the chart. Its window sets the period. */
export function HistoryBrush({ shown, relativity }: HistoryBrushProps) {
  const { filter, body, change } = useFilter()
  const { data } = useHistory(body, isWholePeriod(filter))
  const lines = useMemo(
    () =>
      data === undefined ? null : cumulativeLines(data.daily_pnl, relativity, replyDecimals(data.basis)),
    [data, relativity],
  )
  const days = useMemo(() => lines?.stops.map(stop => stop.to) ?? [], [lines])
  // Reserve the height to avoid a layout shift.
  if (lines === null) return <div className={styles.brush} />
  const first = days[0]
  const last = days.at(-1)
  if (first === undefined || last === undefined || last - first < 7) return null
  const window = findWindow(shown, { from: first, to: last })
  const setWindow = ({ from, to }: Span) => {
    const isWhole = from <= first && to >= last
    // A line starts at the close before its first day.
    const period = isWhole ? namedPeriod('all') : customPeriod(toIsoDate(from + 1), toIsoDate(to))
    change({ ...filter, period })
  }
  return <Brush days={days} values={lines.values.total} window={window} onChange={setWindow} />
}

/** From the close before the period to its last day, limited to the history. */
function findWindow(shown: Performance | undefined, whole: Span): Span {
  const opening = shown?.basis.opening_date ?? null
  const end = shown?.basis.end_date ?? null
  return {
    from: opening === null ? whole.from : Math.min(whole.to, Math.max(whole.from, parseDay(opening))),
    to: end === null ? whole.to : Math.max(whole.from, Math.min(whole.to, parseDay(end))),
  }
}
