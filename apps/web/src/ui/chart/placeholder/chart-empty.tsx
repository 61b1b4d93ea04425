import type { ReactNode } from 'react'
import styles from './chart-empty.module.css'

interface ChartEmptyProps {
  height: number
  title: string
  children?: ReactNode
}

/** The empty state of a chart, in its place. */
export function ChartEmpty({ height, title, children }: ChartEmptyProps) {
  return (
    <div className={styles.empty} style={{ minHeight: height }}>
      <svg viewBox="0 0 300 80" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 70 60 58 100 62 160 34 210 40 300 10" />
      </svg>
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {children !== undefined && <p className={styles.note}>{children}</p>}
      </div>
    </div>
  )
}
