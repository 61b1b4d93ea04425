import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.tsx'
import styles from './note.module.css'

type NoteTone = 'plain' | 'accent' | 'gain' | 'warn' | 'loss'

interface NoteProps {
  tone?: NoteTone
  /** Read aloud at once: for what just went wrong. */
  isAlert?: boolean
  children: ReactNode
}

const iconOf: Record<NoteTone, IconName> = {
  plain: 'info',
  accent: 'info',
  gain: 'check',
  warn: 'alert',
  loss: 'alert',
}

/** A sentence that belongs to what is below it. */
export function Note({ tone = 'plain', isAlert = false, children }: NoteProps) {
  return (
    <div
      className={classNames(styles.note, tone !== 'plain' && styles[tone])}
      role={isAlert ? 'alert' : undefined}
    >
      <Icon name={iconOf[tone]} className={styles.icon} />
      <div>{children}</div>
    </div>
  )
}
