import type { ReactNode } from 'react'
import { SaveError } from '../../../portfolio/price-source/save-error.tsx'
import styles from './coverage.module.css'

interface FixRowProps {
  name: ReactNode
  note: ReactNode
  error?: unknown
  children: ReactNode
}

/** What is missing, and its fix beside it. */
export function FixRow({ name, note, error, children }: FixRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <div className={styles.name}>{name}</div>
        <div className={styles.quiet}>{note}</div>
      </div>
      <div className={styles.fix}>
        {children}
        <SaveError error={error} />
      </div>
    </li>
  )
}
