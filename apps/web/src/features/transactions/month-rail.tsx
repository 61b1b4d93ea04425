import { Fragment } from 'react'
import { useLanguage, useText } from '../../lib/i18n/i18n.ts'
import styles from './month-rail.module.css'
import { type RailEntry, railEntries } from './rail-months.ts'

interface MonthRailProps {
  /** The first and last date of the list. */
  first: string
  last: string
  /** The date of the first row. */
  current: string
  isNewestFirst: boolean
  onDate: (date: string) => void
}

/** The months of the list beside it: a press opens the list there. Other years than the one in view are folded. */
export function MonthRail({ first, last, current, isNewestFirst, onDate }: MonthRailProps) {
  const text = useText()
  const language = useLanguage()
  const month = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
  const name = (date: string) => month.format(new Date(date)).replace('.', '')
  const entries = railEntries({ first, last, current, isNewestFirst })
  const year = current.slice(0, 4)
  const isLastOfYear = ({ kind }: RailEntry, index: number) =>
    kind === 'month' && entries[index + 1]?.kind !== 'month'
  if (entries.length < 2) return null
  return (
    <nav className={styles.rail} aria-label={text('transactions_months')}>
      {entries.map((entry, index) => (
        <Fragment key={entry.key}>
          <button
            type="button"
            className={styles.entry}
            aria-current={entry.key === current.slice(0, 7) ? 'date' : undefined}
            aria-label={entry.kind === 'month' ? `${name(entry.date)} ${entry.date.slice(0, 4)}` : undefined}
            onClick={() => onDate(entry.date)}
          >
            {entry.kind === 'month' ? name(entry.date) : entry.key}
          </button>
          {isLastOfYear(entry, index) && <span className={styles.year}>{year}</span>}
        </Fragment>
      ))}
    </nav>
  )
}
