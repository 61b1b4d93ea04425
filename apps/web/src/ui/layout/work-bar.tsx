import { useFormat } from '../../lib/format/use-format.ts'
import { classNames } from '../class-names.ts'
import styles from './work-bar.module.css'

interface WorkBarProps {
  /** The accessible name of the work. */
  label: string
  /** A fraction; null when it is unknown. */
  progress: number | null
  isWide?: boolean
}

/** The progress of a long-running job. */
export function WorkBar({ label, progress, isWide = false }: WorkBarProps) {
  const format = useFormat()
  const percent = progress === null ? undefined : Math.round(progress * 100)
  return (
    <span className={classNames(styles.work, isWide && styles.wide)}>
      <span
        className={styles.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <span className={styles.done} style={{ display: 'block', width: `${percent ?? 0}%` }} />
      </span>
      {percent !== undefined && <span>{format.percent(percent / 100, { decimals: 0, sign: 'minus' })}</span>}
    </span>
  )
}
