import { type ReactNode, useId, useMemo, useRef } from 'react'
import { lazyComponent } from '../../lib/browser/lazy-component.tsx'
import { useText } from '../../lib/i18n/i18n.ts'
import styles from './chart.module.css'
import { Crosshair, RangeBand } from './chart-cursor.tsx'
import { useChartFormat } from './chart-format.ts'
import { ChartMarks } from './chart-marks.tsx'
import { ChartPopover } from './chart-popover.tsx'
import type { ChartMarker, ChartSeries, ChartUnit, Stop } from './chart-series.ts'
import { ChartSummary } from './chart-summary.tsx'
import { type ChartDetail, ChartTooltip } from './chart-tooltip.tsx'
import { barPlot, linePlot } from './plot.ts'
import { type Range, useCursor } from './use-cursor.ts'
import { useWidth } from './use-width.ts'

/** Loaded for portfolios with missing prices or rates only. */
const PartialBands = lazyComponent(() => import('./chart-partial.tsx').then(module => module.PartialBands))

interface TimeChartProps {
  /** The accessible name. */
  label: string
  kind: 'lines' | 'bars'
  unit: ChartUnit
  stops: readonly Stop[]
  /** The first series is the leading one, with area, tag and ring. Bar charts draw it alone. */
  series: readonly ChartSeries[]
  height: number
  /** Includes zero. Not for prices, which are never near it. */
  hasZero?: boolean
  /** Stacks each series on the previous ones. */
  isStacked?: boolean
  /** Events on the days of a line. */
  markers?: readonly ChartMarker[]
  /** Ranges of stops whose values are partial sums, shaded. */
  partial?: readonly Range[]
  /** Further tooltip rows at a stop, such as a sum. */
  details?: (index: number) => readonly ChartDetail[]
  /** Secondary text at the bottom of the tooltip. */
  hint?: ReactNode
  /** The actions for a selected range; without them ranges cannot be selected. */
  renderRange?: (range: Stop, close: () => void) => ReactNode
}

/** A time series chart with a crosshair for pointer, touch and keyboard. */
export function TimeChart(props: TimeChartProps) {
  const { label, kind, unit, stops, series, height, hint, renderRange } = props
  const { hasZero, isStacked, markers, partial, details } = props
  const text = useText()
  const format = useChartFormat(unit)
  const [frame, width] = useWidth<HTMLDivElement>()
  const surface = useRef<HTMLDivElement>(null)
  const keysId = useId()
  const plot = useMemo(
    () =>
      (kind === 'lines' ? linePlot : barPlot)({
        size: { width, height },
        axisPx: format.axisPx(series[0]?.values ?? []),
        stops,
        series,
        ...(hasZero !== undefined && { hasZero }),
        ...(isStacked !== undefined && { isStacked }),
        ...(markers && { markers }),
      }),
    [kind, width, height, format, stops, series, hasZero, isStacked, markers],
  )
  const cursor = useCursor({ xs: plot.xs, canSelect: renderRange !== undefined })
  const { at, range, chosen } = cursor
  const last = stops.length - 1
  const current = stops[at ?? last]
  const close = () => {
    cursor.clear()
    surface.current?.focus({ preventScroll: true })
  }

  return (
    <div ref={frame} className={styles.chart}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {partial && partial.length > 0 && <PartialBands plot={plot} ranges={partial} />}
        <ChartMarks plot={plot} series={series} stops={stops} format={format} />
        {range && <RangeBand plot={plot} range={range} />}
        {at !== null && chosen === null && <Crosshair plot={plot} index={at} />}
      </svg>
      {/* A slider over the days: the only role whose every value screen readers announce. */}
      <div
        ref={surface}
        role="slider"
        tabIndex={0}
        className={styles.surface}
        aria-label={text('chart_point', { chart: label })}
        aria-describedby={renderRange && keysId}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={Math.max(0, at ?? last)}
        aria-valuetext={current && describeStop(current, at ?? last, series, format)}
        {...cursor.handlers}
      />
      {renderRange && (
        <span id={keysId} hidden>
          {text('chart_keys')}
        </span>
      )}
      <ChartSummary label={label} series={series} stops={stops} format={format} />
      {at !== null && current && range === null && (
        <ChartTooltip
          {...{ plot, series, unit, format }}
          stop={current}
          index={at}
          hint={hint}
          details={details?.(at)}
        />
      )}
      {chosen && renderRange && (
        <ChartPopover plot={plot} range={chosen} label={text('chart_range')} onClose={close}>
          {renderRange({ from: stops[chosen.from]?.from ?? 0, to: stops[chosen.to]?.to ?? 0 }, close)}
        </ChartPopover>
      )}
    </div>
  )
}

function describeStop(
  stop: Stop,
  index: number,
  series: readonly ChartSeries[],
  format: ReturnType<typeof useChartFormat>,
): string {
  const values = series.map(({ label, values }) => `${label} ${format.value(values[index] ?? null)}`)
  return `${format.stop(stop)}: ${values.join(', ')}`
}
