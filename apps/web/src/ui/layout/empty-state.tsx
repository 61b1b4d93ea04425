import type { ReactNode } from 'react'
import { Icon } from '../display/icon.tsx'
import type { IconName } from '../display/icons.tsx'
import styles from './empty-state.module.css'

interface EmptyStateProps {
  icon: IconName
  title: string
  /** What will appear here, and what to do next. */
  children?: ReactNode
  /** A primary button and an optional second one. */
  actions?: ReactNode
}

export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Icon name={icon} size={28} className={styles.icon} />
      <h2 className={styles.title}>{title}</h2>
      {children !== undefined && <div className={styles.words}>{children}</div>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
