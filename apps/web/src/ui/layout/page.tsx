import { type ReactNode, useEffect } from 'react'
import styles from './page.module.css'

interface PageProps {
  /** The heading, and the document title unless that is given. */
  title: string
  tabTitle?: string
  /** Hides the heading visually, where the current tab shows the same. */
  isTitleHidden?: boolean
  /** Secondary text beside the heading. */
  note?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** The layout of a screen: heading, buttons, and cards in twelve columns. */
export function Page({ title, tabTitle, isTitleHidden = false, note, actions, children }: PageProps) {
  usePageTitle(tabTitle ?? title)
  return (
    <div className={styles.page}>
      <div className={isTitleHidden ? 'visually-hidden' : styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {note !== undefined && <span className={styles.note}>{note}</span>}
        <span className={styles.spacer} />
        {actions}
      </div>
      {children}
    </div>
  )
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Plumbline`
  }, [title])
}
