import { Dialog as Base } from '@base-ui/react/dialog'
import type { Position, PositionType } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { positionOrder } from '../../portfolio/position-order.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import dialog from '../../ui/overlay/dialog.module.css'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { useDestinations } from './destinations.ts'
import styles from './search.module.css'
import type { Entry } from './search-entry.ts'
import { SearchResults } from './search-results.tsx'
import { SearchTabs } from './search-tabs.tsx'
import { maxResults, searchQuery } from './use-search.ts'

const none: readonly Position[] = []

/** Finds open and closed positions, screens and actions while typing. */
export function SearchModal({ frame }: ModalProps<'search'>) {
  const text = useText()
  const listId = useId()
  const isDemo = useHasRole('demo')
  const { body } = useFilter()
  const { open, close } = useModal()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [tab, setTab] = useState<PositionType>('open')
  const [hovered, setHovered] = useState(0)
  const isEmpty = typed.trim() === ''
  const opened = useQuery(searchQuery(body, 'open', typed))
  const closed = useQuery(searchQuery(body, 'closed', typed))
  const shown = tab === 'open' ? opened : closed
  const found = isEmpty ? none : (shown.data?.data ?? none)
  const destinations = useDestinations(typed, close)
  const entries: Entry[] = [
    ...found.map((position): Entry => ({ kind: 'position', key: position.id, position })),
    ...destinations.map((destination): Entry => ({ kind: 'destination', key: destination.key, destination })),
  ]
  const current = Math.min(hovered, entries.length - 1)

  const search = (next: string) => {
    setTyped(next)
    setHovered(0)
  }
  const choose = (entry: Entry | undefined) => {
    if (entry === undefined) return
    if (entry.kind === 'destination') entry.destination.run()
    else if (isDemo) showToast(text('details_demo'))
    else {
      positionOrder.set(found.map(({ id }) => id))
      void open({ kind: 'position', id: entry.position.id })
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setHovered((current + 1) % Math.max(1, entries.length))
    else if (event.key === 'ArrowUp') setHovered((current - 1 + entries.length) % Math.max(1, entries.length))
    else if (event.key === 'Enter') choose(entries[current])
    else if (event.key === 'Tab' && !event.shiftKey && !isEmpty) {
      setTab(tab === 'open' ? 'closed' : 'open')
      setHovered(0)
    } else return
    event.preventDefault()
  }

  return (
    <Base.Root
      open={frame.isOpen}
      onOpenChange={isOpen => !isOpen && frame.onClose()}
      onOpenChangeComplete={isOpen => !isOpen && frame.onClosed?.()}
    >
      <Base.Portal>
        <Base.Backdrop className={dialog.scrim} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup className={styles.dialog} initialFocus={field}>
            <Base.Title className="visually-hidden">{text('search')}</Base.Title>
            <div className={styles.head}>
              <Icon name="search" />
              <input
                ref={field}
                className={styles.input}
                value={typed}
                onChange={event => search(event.target.value)}
                onKeyDown={onKeyDown}
                placeholder={text('search_placeholder')}
                aria-label={text('search')}
                role="combobox"
                aria-expanded
                aria-controls={listId}
                aria-activedescendant={entries.length === 0 ? undefined : `${listId}-${current}`}
                autoComplete="off"
                spellCheck={false}
              />
              {!isEmpty && (
                <IconButton
                  icon="close"
                  size="small"
                  label={text('search_clear')}
                  onClick={() => {
                    search('')
                    field.current?.focus()
                  }}
                />
              )}
              <Base.Close className={styles.escape}>
                <kbd>Esc</kbd>
                <span className="visually-hidden">{text('close')}</span>
              </Base.Close>
            </div>
            {!isEmpty && (
              <SearchTabs
                tab={tab}
                counts={{ open: opened.data?.count, closed: closed.data?.count }}
                onTab={next => {
                  setTab(next)
                  setHovered(0)
                  field.current?.focus()
                }}
              />
            )}
            <SearchResults
              {...{ listId, entries, current, typed, tab }}
              isOld={!isEmpty && shown.isPlaceholderData}
              isNothingFound={!isEmpty && found.length === 0 && shown.isSuccess && !shown.isPlaceholderData}
              error={isEmpty ? null : shown.error}
              onRetry={() => void shown.refetch()}
              onHover={setHovered}
              onChoose={choose}
            />
            <KeyHints hasTabs={!isEmpty} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

function KeyHints({ hasTabs }: { hasTabs: boolean }) {
  const text = useText()
  return (
    <footer className={styles.foot}>
      <span className={styles.keys}>
        <kbd>↑</kbd>
        <kbd>↓</kbd> {text('search_move')}
      </span>
      {hasTabs && (
        <span className={styles.keys}>
          <kbd>Tab</kbd> {text('search_switch')}
        </span>
      )}
      <span className={styles.keys}>
        <kbd>Enter</kbd> {text('search_details')}
      </span>
      <span className={styles.limit}>{text('search_limit', { count: maxResults })}</span>
    </footer>
  )
}
