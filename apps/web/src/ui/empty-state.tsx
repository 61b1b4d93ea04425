import type { ReactNode } from 'react'
import styles from './empty-state.module.css'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.tsx'

interface EmptyStateProps {
  icon: IconName
  title: string
  /** What will stand here, and what to do next. */
  children?: ReactNode
  /** One primary button, and perhaps a second one. */
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
