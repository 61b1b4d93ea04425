import { findExtent, timeTicks, valueScale } from '@plumbline/charts'
import { type KeyboardEvent, useMemo } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import chart from '../../ui/chart/chart.module.css'
import { Crosshair } from '../../ui/chart/chart-cursor.tsx'
import { type ChartFormat, useChartFormat } from '../../ui/chart/chart-format.ts'
import { ChartMarks } from '../../ui/chart/chart-marks.tsx'
import type { ChartSeries } from '../../ui/chart/chart-series.ts'
import { ChartSummary } from '../../ui/chart/chart-summary.tsx'
import { ChartTooltip } from '../../ui/chart/chart-tooltip.tsx'
import { type LinePlot, linePlot } from '../../ui/chart/plot.ts'
import { useCursor } from '../../ui/chart/use-cursor.ts'
import { useWidth } from '../../ui/chart/use-width.ts'
import type { FeeDays } from './fee-days.ts'
import styles from './fees-chart.module.css'

interface FeesChartProps {
  days: FeeDays
  height: number
  /** Called on click or Enter. */
  onDay: (date: string) => void
}

/** Height of the name above each panel, and of the dates under the lower one. */
const namePx = 20
const datesPx = 24

/** Cumulative fees above daily fees, on a shared date axis. */
export function FeesChart({ days, height, onDay }: FeesChartProps) {
  const text = useText()
  const format = useChartFormat('value')
  const [frame, width] = useWidth<HTMLDivElement>()
  const { stops, dates } = days
  const series = useFeesSeries(days)
  const { upperHeight, line, daily } = useMemo(
    () => layOutPanels(days, series, { width, height }, format),
    [days, series, width, height, format],
  )
  const { at, handlers } = useCursor({ xs: line.xs, canSelect: false })
  const last = stops.length - 1
  const current = stops[at ?? last]
  const choose = (index: number | null) => {
    const date = dates[index ?? last]
    if (date !== undefined) onDay(date)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter') return handlers.onKeyDown(event)
    event.preventDefault()
    choose(at)
  }
  const whole: LinePlot = { ...line, heights: { ...line.heights, bottom: height - datesPx - namePx } }
  const label = text('fees_chart')
  return (
    <div ref={frame} className={chart.chart}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        <text x={line.sides.left} y={12} className={styles.name}>
          {text('fees_cumulative')}
        </text>
        <g transform={`translate(0 ${namePx})`}>
          <ChartMarks plot={line} series={series} stops={stops} format={format} />
        </g>
        <text x={line.sides.left} y={upperHeight + 14} className={styles.name}>
          {text('fees_daily')}
        </text>
        <DailyBars days={days} scale={daily} plot={line} format={format} bottom={height - datesPx} />
        {at !== null && (
          <g transform={`translate(0 ${namePx})`}>
            <Crosshair plot={whole} index={at} />
          </g>
        )}
      </svg>
      <div
        role="slider"
        tabIndex={0}
        className={chart.surface}
        aria-label={text('chart_point', { chart: label })}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={Math.max(0, at ?? last)}
        aria-valuetext={current && announce(series, at ?? last, format, format.stop(current))}
        {...handlers}
        onKeyDown={onKeyDown}
        onClick={() => at !== null && choose(at)}
      />
      <ChartSummary label={label} series={series} stops={stops} format={format} />
      {at !== null && current && (
        <ChartTooltip
          plot={line}
          series={series.toReversed()}
          stop={current}
          index={at}
          unit="value"
          format={format}
          hint={text('fees_chart_hint')}
        />
      )}
    </div>
  )
}

function useFeesSeries(days: FeeDays): ChartSeries[] {
  const text = useText()
  return useMemo(
    () => [
      {
        key: 'cumulative',
        label: text('fees_so_far'),
        values: days.cumulative,
        colour: 'var(--series)',
        isStepped: true,
      },
      { key: 'daily', label: text('fees_day'), values: days.daily, colour: 'var(--c2)' },
    ],
    [days, text],
  )
}

/** The plot of the line above, and the scale of the bars below. */
function layOutPanels(
  { stops, cumulative, daily }: FeeDays,
  series: readonly ChartSeries[],
  { width, height }: { width: number; height: number },
  format: ChartFormat,
) {
  const upperHeight = Math.round((height - datesPx) * 0.57)
  // The dates appear only under the lower panel, so the upper one needs no room for them.
  const upper = linePlot({
    size: { width, height: upperHeight - namePx + datesPx },
    axisPx: format.axisPx(cumulative),
    stops,
    series: series.slice(0, 1),
  })
  return {
    upperHeight,
    line: { ...upper, timeTicks: [] },
    daily: valueScale(
      findExtent([daily]),
      { top: upperHeight + namePx, bottom: height - datesPx },
      { mostSteps: 2 },
    ),
  }
}

interface DailyBarsProps {
  days: FeeDays
  scale: ReturnType<typeof valueScale>
  plot: LinePlot
  format: ChartFormat
  bottom: number
}

const barPx = 3

/** Daily bars: charges up, refunds down. */
function DailyBars({ days, scale, plot, format, bottom }: DailyBarsProps) {
  const { sides, xs, across } = plot
  const zero = scale.y(0)
  return (
    <g>
      {scale.ticks.map(value => (
        <g key={value}>
          <path
            d={`M${sides.left} ${crisp(scale.y(value))}H${sides.right}`}
            className={value === 0 ? chart.zero : chart.grid}
          />
          <text x={sides.right + 8} y={scale.y(value) + 4} className={chart.text}>
            {format.tick(value, 1)}
          </text>
        </g>
      ))}
      {days.daily.map((value, index) => {
        if (value === null || value === 0) return null
        const y = scale.y(value)
        const x = Math.min((xs[index] ?? 0) - barPx / 2, sides.right - barPx)
        return (
          <rect
            key={days.dates[index]}
            x={Math.max(sides.left, x)}
            y={Math.min(y, zero)}
            width={barPx}
            height={Math.max(1, Math.abs(y - zero))}
            className={value < 0 ? styles.received : styles.charged}
          />
        )
      })}
      {timeTicks(across, sides, 56).map(tick => (
        <text key={tick.day} x={tick.x} y={bottom + 17} textAnchor={tick.anchor} className={chart.text}>
          {format.date(tick)}
        </text>
      ))}
    </g>
  )
}

function announce(series: readonly ChartSeries[], index: number, format: ChartFormat, day: string): string {
  const values = series.map(({ label, values: all }) => `${label} ${format.value(all[index] ?? null)}`)
  return `${day}: ${values.reverse().join(', ')}`
}

/** Rounds to a pixel centre for a sharp hairline. */
function crisp(pixels: number): number {
  return Math.round(pixels) + 0.5
}
