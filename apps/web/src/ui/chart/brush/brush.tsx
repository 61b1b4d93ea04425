import {
  type Day,
  findExtent,
  linePath,
  type Span,
  timeScale,
  toIsoDate,
  valueScale,
  type WindowLimits,
  type WindowPart,
} from '@plumbline/charts'
import { useMemo } from 'react'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useChartFormat } from '../chart-format.ts'
import { panelSides } from '../plot.ts'
import { useWidth } from '../use-width.ts'
import styles from './brush.module.css'
import { useBrush } from './use-brush.ts'

interface BrushProps {
  days: readonly Day[]
  /** The whole series, drawn in miniature. */
  values: readonly (number | null)[]
  window: Span
  /** Called when the window is released. */
  onChange: (window: Span) => void
}

const height = 38
const leastDays = 5
/** The chart above shows amounts, whose labels have one width. */
const noValues: readonly never[] = []
/** The whole history under a chart, with a window that selects the days shown. */
export function Brush({ days, values, window, onChange }: BrushProps) {
  const text = useText()
  const format = useFormat()
  const [frame, width] = useWidth<HTMLDivElement>()
  const limits: WindowLimits = useMemo(
    () => ({ first: days[0] ?? 0, last: days.at(-1) ?? 0, leastDays }),
    [days],
  )
  // Shares the horizontal edges of the chart above.
  const { axisPx } = useChartFormat('amount')
  const sides = panelSides(width, axisPx(noValues))
  const scale = timeScale(limits.first, limits.last, sides)
  const path = useMemo(() => {
    const across = timeScale(limits.first, limits.last, panelSides(width, axisPx(noValues)))
    const up = valueScale(findExtent([values]), { top: 3, bottom: height - 3 })
    return linePath(
      days.map((day, index) => {
        const value = values[index] ?? null
        return { x: across.x(day), y: value === null ? null : up.y(value) }
      }),
    )
  }, [days, values, limits, width, axisPx])
  const brush = useBrush({ window, limits, dayAt: scale.dayAt, onChange })
  const from = scale.x(brush.window.from)
  const to = scale.x(brush.window.to)
  const formatDay = (day: Day) => format.date(toIsoDate(day))

  const handle = (part: Exclude<WindowPart, 'whole'>, day: Day, x: number) => (
    <div
      role="slider"
      tabIndex={0}
      className={styles.handle}
      style={{ left: x }}
      aria-label={text(part === 'start' ? 'chart_window_start' : 'chart_window_end')}
      aria-valuemin={limits.first}
      aria-valuemax={limits.last}
      aria-valuenow={day}
      aria-valuetext={formatDay(day)}
      {...brush.gripHandlers(part)}
    >
      <svg width="8" height="18" aria-hidden="true">
        <path d="M2.8 6v6M5.2 6v6" className={styles.grip} />
      </svg>
    </div>
  )

  return (
    <fieldset className={styles.brush} aria-label={text('chart_window')}>
      <div ref={frame} className={styles.track}>
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          <rect
            x={sides.left}
            y="0.5"
            width={Math.max(0, sides.right - sides.left)}
            height={height - 1}
            rx="4"
            className={styles.whole}
          />
          <path d={path} className={styles.line} />
          <rect
            x={from}
            y="0.5"
            width={Math.max(1, to - from)}
            height={height - 1}
            rx="2"
            className={styles.window}
          />
        </svg>
        <div className={styles.surface} {...brush.surfaceHandlers} />
        <div
          className={styles.middle}
          style={{ left: from + 6, width: Math.max(0, to - from - 12) }}
          {...brush.gripHandlers('whole')}
        />
        {handle('start', brush.window.from, from)}
        {handle('end', brush.window.to, to)}
      </div>
    </fieldset>
  )
}
