import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.tsx'
import styles from './tag.module.css'

interface TagProps {
  tone?: 'plain' | 'gain' | 'loss' | 'warn' | 'accent' | 'outline'
  icon?: IconName
  children: ReactNode
}

/** A short label such as a status. */
export function Tag({ tone = 'plain', icon, children }: TagProps) {
  return (
    <span className={classNames(styles.tag, tone !== 'plain' && styles[tone])}>
      {icon && <Icon name={icon} size={12} />}
      {children}
    </span>
  )
}
