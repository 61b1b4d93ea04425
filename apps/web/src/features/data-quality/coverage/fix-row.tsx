import type { ReactNode } from 'react'
import { SaveError } from '../../../portfolio/price-source/save-error.tsx'
import styles from './coverage.module.css'
import { EffectNote } from './effect-note.tsx'

interface FixRowProps {
  name: ReactNode
  note: ReactNode
  /** The size of what it concerns; absent where the note says so. */
  effect?: number | null
  error?: unknown
  children: ReactNode
}

/** What is missing, and its fix beside it. */
export function FixRow({ name, note, effect, error, children }: FixRowProps) {
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <div className={styles.name}>{name}</div>
        <div className={styles.quiet}>{note}</div>
        {effect !== undefined && <EffectNote value={effect} />}
      </div>
      <div className={styles.fix}>
        {children}
        <SaveError error={error} />
      </div>
    </li>
  )
}
