import { roomierSide } from '@plumbline/charts'
import type { ReactNode } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { usePointsText } from '../../lib/format/use-points-text.ts'
import { classNames } from '../class-names.ts'
import { Amount, Missing, Percent } from '../display/figure.tsx'
import styles from './chart.module.css'
import type { ChartFormat } from './chart-format.ts'
import type { ChartSeries, ChartUnit, Stop } from './chart-series.ts'
import type { BarPlot, LinePlot } from './plot.ts'

/** The distance between crosshair and tooltip. */
const distancePx = 14
/** The typical width: on narrow charts the tooltip covers the line rather than overflow. */
const typicalWidthPx = 184

interface ChartTooltipProps {
  plot: LinePlot | BarPlot
  series: readonly ChartSeries[]
  stop: Stop
  index: number
  unit: ChartUnit
  format: ChartFormat
  hint?: ReactNode
  /** Further rows under the values, such as their sum. */
  details?: readonly ChartDetail[] | undefined
}

/** A tooltip row in addition to the series. */
export interface ChartDetail {
  label: string
  value: ReactNode
}

/**
 * The values at the crosshair, on the side with more room. Hidden from screen readers, which read the slider
 * value.
 */
export function ChartTooltip({
  plot,
  series,
  stop,
  index,
  unit,
  format,
  hint,
  details = [],
}: ChartTooltipProps) {
  const x = plot.xs[index] ?? 0
  const isLeft = roomierSide(x, plot.sides) === 'left'
  const { width } = plot.size
  const most = Math.max(0, width - typicalWidthPx)
  const place = isLeft
    ? { right: Math.min(width - x + distancePx, most) }
    : { left: Math.min(x + distancePx, most) }
  return (
    <div className={styles.tooltip} style={place} aria-hidden="true">
      <div className={styles.tooltipTitle}>{format.stop(stop)}</div>
      <div className={styles.tooltipRows}>
        {series.map(({ key, label, values }) => (
          <div key={key} className={styles.tooltipRow}>
            <span>{label}</span>
            <ChartValue value={values[index] ?? null} unit={unit} />
          </div>
        ))}
      </div>
      {details.length > 0 && (
        <div className={classNames(styles.tooltipRows, styles.tooltipSum)}>
          {details.map(({ label, value }) => (
            <div key={label} className={styles.tooltipRow}>
              <span>{label}</span>
              {value}
            </div>
          ))}
        </div>
      )}
      {hint !== undefined && <div className={styles.hint}>{hint}</div>}
    </div>
  )
}

export function ChartValue({ value, unit }: { value: number | null; unit: ChartUnit }) {
  const { price, quote } = useFormat()
  const points = usePointsText()
  switch (unit) {
    case 'amount':
      return <Amount value={value} sign="always" isToned />
    case 'value':
      return <Amount value={value} />
    case 'percent':
      return <Percent value={value} />
    case 'points':
      return value === null ? <Missing /> : <span>{points(value)}</span>
    case 'price':
      return <span>{price(value)}</span>
    case 'quote':
      return <span>{quote(value)}</span>
  }
}
