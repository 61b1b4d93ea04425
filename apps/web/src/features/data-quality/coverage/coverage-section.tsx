import { type ReactNode, useId } from 'react'
import { Icon } from '../../../ui/display/icon.tsx'
import type { IconName } from '../../../ui/display/icons.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import styles from './coverage.module.css'

interface CoverageSectionProps {
  icon: IconName
  title: string
  tag: string
  isWarning?: boolean
  note?: string | undefined
  foot?: string | undefined
  children: ReactNode
}

/** One kind of gap. */
export function CoverageSection(props: CoverageSectionProps) {
  const { icon, title, tag, isWarning = false, note, foot, children } = props
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.head}>
        <span className={isWarning ? styles.warning : styles.plain}>
          <Icon name={icon} />
        </span>
        <h3 id={id} className={styles.title}>
          {title}
        </h3>
        <Tag tone={isWarning ? 'warn' : 'plain'}>{tag}</Tag>
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </header>
      <ul className={styles.rows}>{children}</ul>
      {foot !== undefined && <p className={styles.foot}>{foot}</p>}
    </section>
  )
}
