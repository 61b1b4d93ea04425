import { useFormat } from '../lib/format/use-format.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { Missing } from '../ui/display/figure.tsx'
import styles from './points.module.css'

/** A difference of fractions in percentage points, without gain or loss colour. */
export function Points({ value }: { value: number | null }) {
  const text = usePointsText()
  return value === null ? <Missing /> : <span className={styles.points}>{text(value)}</span>
}

/** The same as text. */
export function usePointsText(): (value: number) => string {
  const text = useText()
  const format = useFormat()
  return value =>
    text('targets_points', { points: format.number(value * 100, { sign: 'always', decimals: 2 }) })
}
