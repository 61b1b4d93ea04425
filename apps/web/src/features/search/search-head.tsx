import { Dialog } from '@base-ui/react/dialog'
import type { KeyboardEvent, RefObject } from 'react'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import styles from './search.module.css'
import { parseSearch } from './search-entry.ts'

interface SearchHeadProps {
  field: RefObject<HTMLInputElement | null>
  listId: string
  /** The id of the highlighted result. */
  activeId: string | undefined
  typed: string
  onSearch: (typed: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** The search field with the buttons that clear it and close the search. */
export function SearchHead({ field, listId, activeId, typed, onSearch, onKeyDown }: SearchHeadProps) {
  const text = useText()
  const isPhone = useIsPhone()
  return (
    <div className={styles.head}>
      <Icon name="search" />
      <input
        ref={field}
        className={styles.input}
        value={typed}
        onChange={event => onSearch(event.target.value)}
        onKeyDown={onKeyDown}
        placeholder={text(isPhone ? 'search' : 'search_placeholder')}
        aria-label={text('search')}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={activeId}
        autoComplete="off"
        spellCheck={false}
      />
      {parseSearch(typed).wanted !== '' && (
        <IconButton
          icon="close"
          size="small"
          label={text('search_clear')}
          onClick={() => {
            onSearch('')
            field.current?.focus()
          }}
        />
      )}
      {isPhone ? (
        <Dialog.Close className={styles.cancel}>{text('cancel')}</Dialog.Close>
      ) : (
        <Dialog.Close className={styles.escape}>
          <kbd>Esc</kbd>
          <span className="visually-hidden">{text('close')}</span>
        </Dialog.Close>
      )}
    </div>
  )
}
