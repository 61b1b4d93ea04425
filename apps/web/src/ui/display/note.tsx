import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.tsx'
import styles from './note.module.css'

type NoteTone = 'plain' | 'accent' | 'gain' | 'warn' | 'loss'

interface NoteProps {
  tone?: NoteTone
  /** Announced immediately, for errors that just occurred. */
  isAlert?: boolean
  children: ReactNode
}

const icons: Record<NoteTone, IconName> = {
  plain: 'info',
  accent: 'info',
  gain: 'check',
  warn: 'alert',
  loss: 'alert',
}

/** A message about the content below it. */
export function Note({ tone = 'plain', isAlert = false, children }: NoteProps) {
  return (
    <div
      className={classNames(styles.note, tone !== 'plain' && styles[tone])}
      role={isAlert ? 'alert' : undefined}
    >
      <Icon name={icons[tone]} className={styles.icon} />
      <div>{children}</div>
    </div>
  )
}
