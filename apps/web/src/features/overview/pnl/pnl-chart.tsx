import { useMemo } from 'react'
import { lazyComponent } from '../../../lib/browser/lazy-component.tsx'
import { useText } from '../../../lib/i18n/i18n.ts'
import { alignBenchmark, type BenchmarkLine, benchmarkColour } from '../../../portfolio/benchmark-line.ts'
import { lacksPrices } from '../../../portfolio/cells.tsx'
import type { Performance } from '../../../portfolio/queries.ts'
import { replyDecimals } from '../../../portfolio/round-parts.ts'
import type { ChartSeries, Stop } from '../../../ui/chart/chart-series.ts'
import { ChartEmpty } from '../../../ui/chart/placeholder/chart-empty.tsx'
import { TimeChart } from '../../../ui/chart/time-chart.tsx'
import { cumulativeLines, dailyBars, seriesNames, seriesStyles } from './pnl-series.ts'
import type { usePnlView } from './use-pnl.ts'

/** Loaded when a range is selected. */
const RangeFigure = lazyComponent(() => import('./range-figure.tsx').then(module => module.RangeFigure))

interface PnlChartProps {
  performance: Performance
  view: ReturnType<typeof usePnlView>
  height: number
  /** Whether dragging selects a range. On touch screens it moves the crosshair. */
  isDraggable: boolean
}

const units = { abs: 'amount', rel: 'percent' } as const

export function PnlLineChart({
  performance,
  benchmark,
  view: { relativity, shown },
  height,
  isDraggable,
}: PnlChartProps & { benchmark: BenchmarkLine | null }) {
  const text = useText()
  const daily = performance.daily_pnl
  const decimals = replyDecimals(performance.basis)
  const { stops, values } = useMemo(
    () => cumulativeLines(daily, relativity, decimals),
    [daily, relativity, decimals],
  )
  const series = useMemo(() => {
    const own = shown.map(
      (key): ChartSeries => ({
        key,
        label: text(seriesNames[relativity][key]),
        values: values[key],
        ...seriesStyles[key],
      }),
    )
    if (!benchmark?.benchmark) return own
    const { name } = benchmark.benchmark
    const line = alignBenchmark(benchmark, daily)
    return [...own, { key: 'benchmark', label: name, values: line, colour: benchmarkColour }]
  }, [shown, values, text, benchmark, daily, relativity])
  if (!isDrawable(stops, series)) return <NothingToDraw {...{ performance, relativity, height }} />
  return (
    <TimeChart
      kind="lines"
      label={text('pnl_chart_cumulative')}
      unit={units[relativity]}
      {...{ stops, series, height }}
      hint={isDraggable ? text('pnl_drag_hint') : undefined}
      renderRange={(range, close) => (
        // The first point is the close that the range opens with.
        <RangeFigure
          range={range.from === range.to ? range : { from: range.from + 1, to: range.to }}
          onDone={close}
        />
      )}
    />
  )
}

const barLabels = {
  day: 'pnl_chart_daily',
  week: 'pnl_chart_weekly',
  month: 'pnl_chart_monthly',
} as const

export function PnlBarChart({
  performance,
  view: { relativity, shown },
  height,
  isDraggable,
}: PnlChartProps) {
  const text = useText()
  const daily = performance.daily_pnl
  const key = shown[0] ?? 'total'
  const { stops, values, unit } = useMemo(() => dailyBars(daily, key, relativity), [daily, key, relativity])
  const series = useMemo(
    (): ChartSeries[] => [{ key, label: text(seriesNames[relativity][key]), values, ...seriesStyles[key] }],
    [key, values, text, relativity],
  )
  if (!isDrawable(stops, series)) return <NothingToDraw {...{ performance, relativity, height }} />
  return (
    <TimeChart
      kind="bars"
      label={text(barLabels[unit])}
      unit={units[relativity]}
      {...{ stops, series, height }}
      hint={isDraggable ? text('pnl_drag_hint') : undefined}
      renderRange={(range, close) => <RangeFigure range={range} onDone={close} />}
    />
  )
}

/** A lone 0 at the opening is no line: every later day is missing then. */
function isDrawable(stops: readonly Stop[], series: readonly ChartSeries[]): boolean {
  const isKnown = (value: number | null, place: number) => value !== null && (place > 0 || stops.length === 1)
  return stops.length > 0 && series.some(({ values }) => values.some(isKnown))
}

interface NothingToDrawProps {
  performance: Performance
  relativity: 'abs' | 'rel'
  height: number
}

function NothingToDraw({ performance, relativity, height }: NothingToDrawProps) {
  const text = useText()
  const isMissing = lacksPrices(performance.flags)
  const reason = relativity === 'rel' ? 'pnl_no_return' : 'pnl_none_note'
  return (
    <ChartEmpty height={height} title={text('pnl_none')}>
      {text(isMissing ? 'overview_amount_missing' : reason)}
    </ChartEmpty>
  )
}
