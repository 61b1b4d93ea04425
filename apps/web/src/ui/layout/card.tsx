import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import styles from './card.module.css'

interface CardProps {
  title?: ReactNode
  /** Secondary text after the title: scope, unit, count. */
  note?: ReactNode
  /** Buttons and selects at the end of the header. */
  actions?: ReactNode
  /** Adds padding, except for tables and lists that reach the edge. */
  isPadded?: boolean
  className?: string | undefined
  children: ReactNode
}

export function Card({ title, note, actions, isPadded = false, className, children }: CardProps) {
  const titleId = useId()
  return (
    <section
      className={classNames(styles.card, className)}
      aria-labelledby={title === undefined ? undefined : titleId}
    >
      {title !== undefined && (
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title} title={asTooltip(title)}>
            {title}
          </h2>
          {note !== undefined && (
            <span className={styles.note} title={asTooltip(note)}>
              {note}
            </span>
          )}
          <span className={styles.spacer} />
          {actions}
        </header>
      )}
      {isPadded ? <div className={styles.padded}>{children}</div> : children}
    </section>
  )
}

/** Shows text that is truncated in a narrow card. */
function asTooltip(content: ReactNode): string | undefined {
  return typeof content === 'string' ? content : undefined
}
