import type { Position } from '@plumbline/contract'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { Money, PnlAmount, PnlPercent, TypeMark } from '../../portfolio/cells.tsx'
import { accountWords, useDisplayNames } from '../../portfolio/display-names.ts'
import { classNames } from '../../ui/class-names.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { ErrorNotice } from '../../ui/layout/error-notice.tsx'
import type { Destination } from './destinations.ts'
import type { RecentPosition } from './recent-entries.ts'
import styles from './search.module.css'
import type { Entry } from './search-entry.ts'

interface SearchResultsProps {
  listId: string
  entries: readonly Entry[]
  current: number
  typed: string
  /** Whether the results belong to the previous search text, while the next ones load. */
  isOld: boolean
  isNothingFound: boolean
  error: unknown
  /** Open or closed positions. Above the list, which holds options only. */
  positions: ReactNode
  onRetry: () => void
  onHover: (index: number) => void
  onChoose: (entry: Entry) => void
}

export function SearchResults(props: SearchResultsProps) {
  const { listId, entries, current, typed, isOld, isNothingFound, error, positions } = props
  const { onRetry, onHover, onChoose } = props
  const text = useText()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[id="${listId}-${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [listId, current])
  return (
    <div className={styles.results}>
      {error !== null && error !== undefined && <ErrorNotice error={error} onRetry={onRetry} />}
      {isNothingFound && (
        <p className={styles.nothing} role="status">
          {text('search_nothing')}
          <span>{text('search_none_note')}</span>
        </p>
      )}
      {positions && <div className={styles.scope}>{positions}</div>}
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={text('search_results')}
        aria-busy={isOld || undefined}
      >
        {entries.map((entry, index) => (
          <Fragment key={entry.key}>
            {entry.group !== entries[index - 1]?.group && (
              <div className={styles.heading} role="presentation">
                {text(`search_group_${entry.group}`)}
              </div>
            )}
            <div
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              className={classNames(
                styles.option,
                entry.kind === 'destination' && entry.destination.about === undefined && styles.destination,
              )}
              onPointerMove={() => index !== current && onHover(index)}
              onClick={() => onChoose(entry)}
              onKeyDown={event => event.key === 'Enter' && onChoose(entry)}
            >
              {entry.kind === 'position' && <Found position={entry.position} typed={typed} />}
              {entry.kind === 'recent-position' && <Recent position={entry.position} />}
              {entry.kind === 'destination' && <Place destination={entry.destination} typed={typed} />}
              {entry.group === 'recent' && (
                <span className={styles.kind}>{text(`search_kind_${entryKind(entry)}`)}</span>
              )}
              {index === current && <kbd>Enter</kbd>}
            </div>
          </Fragment>
        ))}
      </div>
    </div>
  )
}

function entryKind(entry: Entry): 'position' | 'act' | 'family' | 'go' | 'set' {
  return entry.kind === 'destination' ? entry.destination.group : 'position'
}

function Place({ destination, typed }: { destination: Destination; typed: string }) {
  const { group, icon, label, about } = destination
  return (
    <>
      {group === 'family' ? <Avatar name={label} shape="square" /> : <Icon name={icon} size={14} />}
      <span className={styles.words}>
        <span className={styles.label}>
          <Highlighted words={label} typed={typed} />
        </span>
        {about !== undefined && <span className={styles.about}>{about}</span>}
      </span>
    </>
  )
}

function Recent({ position: { name, symbol, type } }: { position: RecentPosition }) {
  return (
    <>
      <TypeMark type={type} />
      <span className={styles.words}>
        <span className={styles.name}>
          <b>{name}</b>
          {symbol !== null && <span className={styles.symbol}>{symbol}</span>}
        </span>
      </span>
    </>
  )
}

function Found({ position, typed }: { position: Position; typed: string }) {
  const names = useDisplayNames()
  const { name, symbol, isin, instrument_type: type, custodian, account } = position
  const about = [names.type(type, type), accountWords({ custodian, account }).join(' '), isin].filter(
    part => part !== null,
  )
  const isOpen = position.date_closed === null
  return (
    <>
      <TypeMark type={type} />
      <span className={styles.words}>
        <span className={styles.name}>
          <b>
            <Highlighted words={name} typed={typed} />
          </b>
          {symbol !== null && (
            <span className={styles.symbol}>
              <Highlighted words={symbol} typed={typed} />
            </span>
          )}
        </span>
        <span className={styles.about}>{about.join(' · ')}</span>
      </span>
      <span className={styles.figures}>
        {isOpen ? (
          <Money value={position.value} flags={position.flags} />
        ) : (
          <PnlAmount value={position.pnl_abs_total} flags={position.flags} />
        )}
        <PnlPercent value={position.pnl_rel_total} />
      </span>
    </>
  )
}

/** Highlights the search text within a name. */
function Highlighted({ words, typed }: { words: string; typed: string }) {
  const wanted = typed.trim()
  const at = wanted === '' ? -1 : words.toLocaleLowerCase().indexOf(wanted.toLocaleLowerCase())
  if (at === -1) return words
  const end = at + wanted.length
  return (
    <>
      {words.slice(0, at)}
      <mark className={styles.mark}>{words.slice(at, end)}</mark>
      {words.slice(end)}
    </>
  )
}
