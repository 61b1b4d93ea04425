import type { ReactNode } from 'react'
import { Missing } from '../../ui/display/figure.tsx'
import styles from './asset-figures.module.css'

/** Named figures side by side. */
export function FigureList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <dl className={styles.figures} aria-label={label}>
      {children}
    </dl>
  )
}

export function Figure({ name, title, children }: { name: string; title?: string; children: ReactNode }) {
  return (
    <div title={title}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** A missing figure, and why it is missing. */
export function Reason({ children }: { children: string }) {
  return (
    <>
      <Missing /> <span className={styles.quiet}>{children}</span>
    </>
  )
}
