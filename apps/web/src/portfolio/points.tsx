import { usePointsText } from '../lib/format/use-points-text.ts'
import { Missing } from '../ui/display/figure.tsx'
import styles from './points.module.css'

/** A difference of fractions in percentage points, without gain or loss colour. */
export function Points({ value }: { value: number | null }) {
  const text = usePointsText()
  return value === null ? <Missing /> : <span className={styles.points}>{text(value)}</span>
}
