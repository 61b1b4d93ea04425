import { classNames } from '../../ui/class-names.ts'
import styles from './targets.module.css'
import type { DriftBucket } from './use-targets.ts'

/** The band as a frame, the target as a line and the weight as a mark; a diamond when it is outside. */
export function BandBar({ bucket, scale }: { bucket: DriftBucket; scale: number }) {
  const { weight, target, min, max, state } = bucket
  const at = (share: number) => `${Math.min(100, Math.max(0, (share / scale) * 100))}%`
  return (
    <span className={styles.bar} aria-hidden="true">
      {min !== null && max !== null && (
        <span className={styles.frame} style={{ left: at(min), width: at(max - min) }} />
      )}
      {target !== null && <span className={styles.line} style={{ left: at(target) }} />}
      {weight !== null && (
        <span
          className={classNames(styles.mark, (state === 'above' || state === 'below') && styles.out)}
          style={{ left: at(weight) }}
        />
      )}
    </span>
  )
}

/** The end of the axis: the largest weight or edge, rounded up to a quarter. */
export function barScale(buckets: readonly DriftBucket[]): number {
  const largest = Math.max(0.1, ...buckets.map(({ weight, max }) => Math.max(weight ?? 0, max ?? 0)))
  return Math.min(1, Math.ceil(largest * 10) / 10)
}
