import { Dialog as Base } from '@base-ui/react/dialog'
import type { Position, PositionType } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useUserSettings } from '../../lib/session/user-settings.ts'
import { positionOrder } from '../../portfolio/positions/position-order.ts'
import { classNames } from '../../ui/class-names.ts'
import dialog from '../../ui/overlay/dialog.module.css'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { type Destination, matchDestinations, useDestinations } from './destinations.ts'
import { type RecentPosition, recallRecent, rememberRecent } from './recent-entries.ts'
import styles from './search.module.css'
import { type Entry, parseSearch } from './search-entry.ts'
import { SearchHead } from './search-head.tsx'
import { SearchResults } from './search-results.tsx'
import { SearchTabs } from './search-tabs.tsx'
import { useDebounced } from './use-debounced.ts'
import { searchQuery } from './use-search.ts'

const none: readonly Position[] = []

const pauseMs = 200
/** An empty search lists the recent entries, the actions and the screens. */
const groupsWhenEmpty = ['act', 'go']

/** Finds actions, families, positions, screens and settings while typing. */
export function SearchModal({ frame }: ModalProps<'search'>) {
  const text = useText()
  const listId = useId()
  const { close } = useModal()
  const { body } = useFilter()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [tab, setTab] = useState<PositionType>('open')
  const [hovered, setHovered] = useState(0)
  const { wanted, groups } = parseSearch(typed)
  const isEmpty = wanted === ''
  const findsPositions = !isEmpty && (groups === null || groups.includes('position'))
  const shown = useQuery(searchQuery(body, tab, useDebounced(findsPositions ? wanted : '', pauseMs)))
  const found = findsPositions ? (shown.data?.data ?? none) : none
  const entries = useEntries(typed, found, useDestinations(close))
  const current = Math.min(hovered, entries.length - 1)
  const choose = useChoose(found)

  const search = (next: string) => {
    setTyped(next)
    setHovered(0)
  }
  const showTab = (next: PositionType) => {
    setTab(next)
    setHovered(0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setHovered((current + 1) % Math.max(1, entries.length))
    else if (event.key === 'ArrowUp') setHovered((current - 1 + entries.length) % Math.max(1, entries.length))
    else if (event.key === 'Home' && event.ctrlKey) setHovered(0)
    else if (event.key === 'Enter') choose(entries[current])
    else if (event.key === 'Tab' && !event.shiftKey && findsPositions)
      showTab(tab === 'open' ? 'closed' : 'open')
    else return
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
            <SearchHead
              {...{ field, listId, typed, onKeyDown }}
              activeId={entries.length === 0 ? undefined : `${listId}-${current}`}
              onSearch={search}
            />
            <SearchResults
              {...{ listId, entries, current }}
              typed={wanted}
              isOld={findsPositions && shown.isPlaceholderData}
              isNothingFound={!isEmpty && entries.length === 0 && (!findsPositions || isSettled(shown))}
              error={findsPositions ? shown.error : null}
              positions={
                findsPositions && (
                  <SearchTabs
                    tab={tab}
                    count={isSettled(shown) ? shown.data?.count : undefined}
                    onTab={next => {
                      showTab(next)
                      field.current?.focus()
                    }}
                  />
                )
              }
              onRetry={() => void shown.refetch()}
              onHover={setHovered}
              onChoose={choose}
            />
            <KeyHints hasTabs={findsPositions} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** Whether the reply is to the text as typed. */
function isSettled(query: { isSuccess: boolean; isPlaceholderData: boolean }): boolean {
  return query.isSuccess && !query.isPlaceholderData
}

/** Remembers a chosen entry and opens it. */
function useChoose(found: readonly Position[]) {
  const text = useText()
  const { open } = useModal()
  const { id: user, role } = useUserSettings()
  return (entry: Entry | undefined) => {
    if (entry === undefined) return
    if (entry.kind === 'destination') {
      rememberRecent(user, { key: entry.destination.key })
      entry.destination.run()
    } else if (role === 'demo') showToast(text('details_demo'))
    else {
      const { position } = entry
      rememberRecent(user, { key: `position ${position.id}`, position: toRecent(entry) })
      if (entry.kind === 'position') positionOrder.set(found.map(({ id }) => id))
      void open({ kind: 'position', id: position.id })
    }
  }
}

/** Recent entries, actions and screens for an empty search; else all that match, in groups. */
function useEntries(
  typed: string,
  found: readonly Position[],
  destinations: readonly Destination[],
): readonly Entry[] {
  const { id: user } = useUserSettings()
  return useMemo(() => {
    const { wanted, groups } = parseSearch(typed)
    const toEntry = (destination: Destination): Entry => ({
      kind: 'destination',
      key: destination.key,
      group: destination.group,
      destination,
    })
    const isShown = ({ group }: Destination) =>
      groups === null ? wanted !== '' || groupsWhenEmpty.includes(group) : groups.includes(group)
    const matching = matchDestinations(destinations, wanted).filter(isShown).map(toEntry)
    const recent = wanted === '' && groups === null ? listRecent(user, destinations) : []
    const before = matching.filter(({ group }) => group === 'act' || group === 'family')
    const after = matching.filter(({ group }) => group === 'go' || group === 'set')
    const positions = found.map(
      (position): Entry => ({ kind: 'position', key: position.id, group: 'position', position }),
    )
    return [...recent, ...before, ...positions, ...after]
  }, [typed, found, destinations, user])
}

/** Recent entries that the user may still open: a destination that is gone is left out. */
function listRecent(user: string, destinations: readonly Destination[]): Entry[] {
  return recallRecent(user).flatMap(({ key, position }): Entry[] => {
    const group = 'recent' as const
    if (position !== undefined) return [{ kind: 'recent-position', key: `recent ${key}`, group, position }]
    const destination = destinations.find(each => each.key === key)
    return destination === undefined
      ? []
      : [{ kind: 'destination', key: `recent ${key}`, group, destination }]
  })
}

function toRecent(entry: Exclude<Entry, { kind: 'destination' }>): RecentPosition {
  if (entry.kind === 'recent-position') return entry.position
  const { id, name, symbol, instrument_type: type } = entry.position
  return { id, name, symbol, type }
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
        <kbd>Enter</kbd> {text('search_open')}
      </span>
      <span className={classNames(styles.keys, styles.limit)}>
        <kbd>&gt;</kbd> {text('search_hint_actions')}
        <kbd>@</kbd> {text('search_hint_families')}
        <kbd>#</kbd> {text('search_hint_positions')}
      </span>
    </footer>
  )
}
