import type { ReactNode } from 'react'
import styles from './master.module.css'

/** A titled part beside the fields of an instrument. */
export function MasterSection({
  title,
  note,
  end,
  children,
}: {
  title: string
  note?: string
  end?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h3>{title}</h3>
        {note !== undefined && <span className={styles.quiet}>{note}</span>}
        {end}
      </div>
      {children}
    </section>
  )
}
