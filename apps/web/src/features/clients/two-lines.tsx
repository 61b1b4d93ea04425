import type { ReactNode } from 'react'
import styles from './clients.module.css'

/** A figure with a smaller line beneath it. */
export function TwoLines({ first, second }: { first: ReactNode; second?: ReactNode }) {
  return (
    <span className={styles.lines}>
      <span>{first}</span>
      {second !== undefined && second !== false && second !== '' && (
        <span className={styles.second}>{second}</span>
      )}
    </span>
  )
}
