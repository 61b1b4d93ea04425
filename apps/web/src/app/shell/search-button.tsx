import { useModal } from '../../lib/browser/modals.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './search-button.module.css'

const isApple = /mac|iphone|ipad/i.test(navigator.userAgent)

/** Opens the search. Looks like its input field, or like an icon on narrow screens. */
export function SearchButton() {
  const text = useText()
  const { open } = useModal()
  return (
    <button
      type="button"
      className={styles.search}
      aria-label={text('search_positions')}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => void open({ kind: 'search' })}
    >
      <Icon name="search" size={14} />
      <span className={styles.words}>{text('search_positions')}</span>
      <kbd className={styles.key} data-key={isApple ? '⌘ K' : 'Ctrl K'} />
    </button>
  )
}
