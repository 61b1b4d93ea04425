import { type ReactNode, useEffect } from 'react'
import styles from './page.module.css'

interface PageProps {
  /** The heading, and the name of the browser's tab unless that has its own. */
  title: string
  tabTitle?: string
  /** Where the tab above names the page already, the heading is for those who listen. */
  isTitleHidden?: boolean
  /** Quiet words beside the heading. */
  note?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** The content of a screen: heading, buttons, cards in twelve columns. */
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
