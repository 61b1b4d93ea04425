import type { ReactNode } from 'react'
import styles from './setting-row.module.css'

interface SettingRowProps {
  label: ReactNode
  /** What it is now, or what it is for. */
  note?: ReactNode
  /** Buttons or a choice at the end of the line. */
  children?: ReactNode
}

/** One thing that can be set, and how it stands. */
export function SettingRow({ label, note, children }: SettingRowProps) {
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <div className={styles.label}>{label}</div>
        {note !== undefined && <div className={styles.note}>{note}</div>}
      </div>
      {children !== undefined && <div className={styles.end}>{children}</div>}
    </div>
  )
}
