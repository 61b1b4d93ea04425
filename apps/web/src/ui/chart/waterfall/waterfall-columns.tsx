import { valueScale, waterfall } from '@plumbline/charts'
import { usePrivacy } from '../../../lib/browser/privacy.ts'
import { figureTone } from '../../../lib/format/format.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { classNames } from '../../class-names.ts'
import { useChartFormat } from '../chart-format.ts'
import { useWidth } from '../use-width.ts'
import type { WaterfallItem } from './waterfall.ts'
import styles from './waterfall-columns.module.css'

interface WaterfallColumnsProps {
  /** The accessible name. */
  label: string
  parts: readonly WaterfallItem[]
  totalLabel: string
  total: number | null
  height: number
}

const labelsPx = 26
const topPx = 18
/** Bars lower than this have their figure beside them. */
const figureInsidePx = 24

/** Items that add up to a total, side by side: bars float, and the total starts at zero. */
export function WaterfallColumns({ label, parts, totalLabel, total, height }: WaterfallColumnsProps) {
  const [frame, width] = useWidth<HTMLDivElement>()
  const format = useFormat()
  const axis = useChartFormat('amount')
  const isPrivate = usePrivacy()
  const { steps, extent, total: end } = waterfall(parts.map(({ value }) => value))
  const up = valueScale(extent, { top: topPx, bottom: height - labelsPx }, { mostSteps: 3 })
  const right = Math.max(40, width - axis.axisPx([]))
  const step = right / (parts.length + 1)
  const barWidth = Math.min(72, step * 0.6)
  const bars = [
    ...parts.map((part, index) => ({ ...part, ...(steps[index] ?? { from: 0, to: 0 }), isTotal: false })),
    { key: 'total', label: totalLabel, value: total, from: 0, to: end, isTotal: true },
  ]
  const formatFull = (value: number | null) => (isPrivate ? '•••' : format.amount(value, { sign: 'always' }))
  const formatShort = (value: number | null) =>
    isPrivate
      ? '•••'
      : Math.abs(value ?? 0) >= 1e6
        ? format.compact(value, { sign: 'always' })
        : format.amount(value, { sign: 'always', decimals: 0 })
  return (
    <div ref={frame} className={styles.chart}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {up.ticks.map(value => (
          <g key={value}>
            <path
              d={`M0 ${Math.round(up.y(value)) + 0.5}H${right}`}
              className={value === 0 ? styles.zero : styles.grid}
            />
            {!isPrivate && (
              <text x={right + 8} y={up.y(value) + 4} className={styles.text}>
                {axis.tick(value, 1)}
              </text>
            )}
          </g>
        ))}
        {bars.map(({ key, label: words, value, from, to, isTotal }, index) => {
          const centre = step * (index + 0.5)
          const top = Math.min(up.y(from), up.y(to))
          const size = Math.max(2, Math.abs(up.y(from) - up.y(to)))
          const isInside = size >= figureInsidePx && barWidth > 52
          const isBelow = !isInside && to < from && top + size + 18 < height - labelsPx
          const next = bars[index + 1]
          return (
            <g key={key}>
              <rect
                x={centre - barWidth / 2}
                y={top}
                width={barWidth}
                height={size}
                rx="2"
                className={isTotal ? styles.total : to < from ? styles.loss : styles.gain}
              />
              {next && !isTotal && (
                <path
                  d={`M${centre + barWidth / 2} ${Math.round(up.y(to)) + 0.5}H${centre + step - barWidth / 2}`}
                  className={styles.link}
                />
              )}
              <text
                x={centre}
                y={isInside ? top + size / 2 + 4 : isBelow ? top + size + 14 : top - 6}
                textAnchor="middle"
                className={classNames(styles.figure, isInside ? styles.inside : styles[figureTone(value)])}
              >
                {isInside ? formatShort(value) : formatFull(value)}
              </text>
              <text
                x={centre}
                y={height - 8}
                textAnchor="middle"
                className={classNames(styles.words, isTotal && styles.strong)}
              >
                {words}
              </text>
            </g>
          )
        })}
      </svg>
    </div>
  )
}
