import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './plumb-line.module.css'

/** The logo: a beam, a line and a bob. The beam has the text colour. */
export function Mark({ height = 20 }: { height?: number }) {
  return (
    <svg width={height * 0.6} height={height} viewBox="0 0 12 20" aria-hidden="true">
      <path d="M1 1h10" className={styles.beam} />
      <path d="M6 1v8" className={styles.cord} />
      <path d="M3 9h6v3.2L6 19 3 12.2Z" className={styles.weight} />
    </svg>
  )
}

interface PlumbLineProps {
  /** The length of the line: long on pages with little content. */
  drop?: 'short' | 'medium' | 'far'
}

/** The plumb line from the top of the page. Not for decoration elsewhere. */
export function PlumbLine({ drop = 'medium' }: PlumbLineProps) {
  return (
    <div className={styles.plumbLine}>
      <div className={classNames(styles.line, styles[drop])} />
      <svg className={styles.bob} width="22" height="30" viewBox="0 0 22 30" aria-hidden="true">
        <path d="M5 0h12v7L11 30 5 7Z" className={styles.weight} />
        <path d="M11 0v30L17 7V0Z" className={styles.shade} />
      </svg>
    </div>
  )
}

interface PlumbPageProps {
  title: string
  note: string
  /** The only action of the page. */
  action: ReactNode
}

/** A full page with one message under the line: not found, offline. */
export function PlumbPage({ title, note, action }: PlumbPageProps) {
  return (
    <main className={styles.page}>
      <PlumbLine drop="far" />
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.note}>{note}</p>
      {action}
    </main>
  )
}
