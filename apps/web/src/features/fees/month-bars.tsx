import { bandScale, findExtent, placeBars, timeTicks, valueScale } from '@plumbline/charts'
import { useMemo } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import chart from '../../ui/chart/chart.module.css'
import { useChartFormat } from '../../ui/chart/chart-format.ts'
import { ChartSummary } from '../../ui/chart/chart-summary.tsx'
import { useWidth } from '../../ui/chart/use-width.ts'
import { feeMonths } from './fee-days.ts'
import styles from './fees-chart.module.css'
import type { Fees } from './use-fees.ts'

const height = 148
const bottom = height - 22

/** Fees by month of the period. */
export function MonthBars({ days }: { days: Fees['total']['daily_ts'] }) {
  const text = useText()
  const format = useChartFormat('value')
  const [frame, width] = useWidth<HTMLElement>()
  const months = useMemo(() => feeMonths(days), [days])
  const series = useMemo(
    () => [
      {
        key: 'months',
        label: text('tab_fees'),
        values: months.map(({ value }) => value),
        colour: 'var(--c2)',
      },
    ],
    [months, text],
  )
  const sides = { left: 2, right: Math.max(40, width - format.axisPx([])) }
  const across = bandScale(months, sides)
  const up = valueScale(findExtent(series.map(({ values }) => values)), { top: 6, bottom }, { mostSteps: 2 })
  const label = text('fees_by_month')
  return (
    <figure ref={frame} className={styles.months}>
      <figcaption>{label}</figcaption>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {up.ticks.map(value => (
          <g key={value}>
            <path
              d={`M${sides.left} ${Math.round(up.y(value)) + 0.5}H${sides.right}`}
              className={value === 0 ? chart.zero : chart.grid}
            />
            <text x={sides.right + 8} y={up.y(value) + 4} className={chart.text}>
              {format.tick(value, 1)}
            </text>
          </g>
        ))}
        {placeBars(months, across, up).map(({ index, isNegative, ...place }) => (
          <rect
            key={months[index]?.from}
            {...place}
            rx="1"
            className={isNegative ? styles.received : styles.charged}
          >
            <title>{`${format.day(months[index]?.from ?? 0)}: ${format.value(months[index]?.value ?? null)}`}</title>
          </rect>
        ))}
        {timeTicks(across, sides, 34).map(tick => (
          <text key={tick.day} x={tick.x} y={bottom + 16} textAnchor="middle" className={chart.text}>
            {format.date(tick)}
          </text>
        ))}
      </svg>
      <ChartSummary label={label} series={series} stops={months} format={format} />
    </figure>
  )
}
