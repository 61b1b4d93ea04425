import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../display/icon.tsx'
import type { IconName } from '../display/icons.tsx'
import styles from './outcome.module.css'

interface OutcomeProps {
  icon: IconName
  tone?: 'quiet' | 'accent' | 'gain'
  title: string
  note: ReactNode
  /** Wide stacked buttons, optionally followed by a link. */
  children?: ReactNode
}

/** The outcome of a form, shown in its place. */
export function Outcome({ icon, tone = 'quiet', title, note, children }: OutcomeProps) {
  return (
    <div className={styles.outcome}>
      <Icon name={icon} size={28} className={classNames(styles.icon, styles[tone])} />
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.note}>{note}</p>
      {children}
    </div>
  )
}
