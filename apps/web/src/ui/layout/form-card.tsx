import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import styles from './form-card.module.css'

interface FormCardProps {
  title?: ReactNode
  note?: ReactNode
  children: ReactNode
}

/** A form on a page of its own. */
export function FormCard({ title, note, children }: FormCardProps) {
  return (
    <Card className={styles.card}>
      {title !== undefined && <h2 className={styles.title}>{title}</h2>}
      {note !== undefined && <p className={styles.note}>{note}</p>}
      {children}
    </Card>
  )
}

/** The submit button, and secondary text under it. */
export function FormEnd({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <div className={styles.end}>
      {children}
      {note !== undefined && <p className={styles.quiet}>{note}</p>}
    </div>
  )
}

/** The error of the form as a whole, above its fields. */
export function FormNotes({ children }: { children: ReactNode }) {
  return <div className={styles.notes}>{children}</div>
}

/** Text under the card, usually with a link. */
export function FormCardFooter({ children }: { children: ReactNode }) {
  return <p className={styles.beside}>{children}</p>
}
