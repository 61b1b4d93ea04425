import type { ReactNode } from 'react'
import styles from './setting-row.module.css'

interface SettingRowProps {
  label: ReactNode
  /** The current value, or an explanation. */
  note?: ReactNode
  /** Controls at the end of the row. */
  children?: ReactNode
}

/** One setting with its value and controls. */
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
