import { findExtent, linePath, valueScale } from '@plumbline/charts'
import { useText } from '../../lib/i18n/i18n.ts'
import styles from './sparkline.module.css'

const width = 64
const height = 18
const right = 60

/** A price history at text size. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const text = useText()
  const first = values[0]
  const last = values.at(-1)
  if (first === undefined || last === undefined) return null
  const up = valueScale(findExtent([values]), { top: 1, bottom: height - 1 }, { hasZero: false })
  const toX = (index: number) => 1 + ((right - 1) * index) / Math.max(1, values.length - 1)
  const direction = last > first ? 'up' : last < first ? 'down' : 'flat'
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={`${label}: ${text(`chart_trend_${direction}`)}`}
    >
      <path d={`M0 ${up.y(first)}H${width}`} className={styles.start} />
      <path
        d={linePath(values.map((value, index) => ({ x: toX(index), y: up.y(value) })))}
        className={styles.line}
      />
      <circle cx={toX(values.length - 1)} cy={up.y(last)} r="1.9" className={styles[direction]} />
    </svg>
  )
}
