import type { ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './sources.module.css'

export type Tone = 'good' | 'check' | 'bad' | 'none'

const icons = { good: 'check', check: 'minus', bad: 'close' } as const
const words = { good: undefined, check: styles.checkWords, bad: styles.badWords, none: styles.quiet }

/** A result in words, with a mark. The words say it; the mark is for the eye. */
export function OutcomeMark({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={styles.outcome}>
      {tone !== 'none' && (
        <span className={classNames(styles.mark, styles[tone])} aria-hidden="true">
          <Icon name={icons[tone]} size={12} />
        </span>
      )}
      <span className={words[tone]}>{children}</span>
    </span>
  )
}
