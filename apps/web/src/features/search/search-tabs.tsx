import type { PositionType } from '@plumbline/contract'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import styles from './search.module.css'

interface SearchTabsProps {
  tab: PositionType
  /** The matches of the selected tab, once known. */
  count: number | undefined
  onTab: (tab: PositionType) => void
}

/** Switches between open and closed positions. The focus stays in the search field, where Tab switches too. */
export function SearchTabs({ tab, count, onTab }: SearchTabsProps) {
  const text = useText()
  const format = useFormat()
  return (
    <span className={styles.tabs}>
      {(['open', 'closed'] as const).map(type => (
        <button
          key={type}
          type="button"
          className={styles.tab}
          aria-pressed={type === tab}
          tabIndex={-1}
          onClick={() => onTab(type)}
        >
          {text(`search_${type}_tab`)}
          {type === tab && count !== undefined && <span className={styles.count}>{format.count(count)}</span>}
        </button>
      ))}
    </span>
  )
}
