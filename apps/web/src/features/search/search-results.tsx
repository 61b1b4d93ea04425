import type { Position, PositionType } from '@plumbline/contract'
import { Fragment, useEffect, useRef } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { Money, PnlAmount, PnlPercent, TypeMark } from '../../portfolio/cells.tsx'
import { useDisplayNames } from '../../portfolio/display-names.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { ErrorNotice } from '../../ui/layout/error-notice.tsx'
import styles from './search.module.css'
import type { Entry } from './search-entry.ts'

interface SearchResultsProps {
  listId: string
  entries: readonly Entry[]
  current: number
  typed: string
  tab: PositionType
  /** Whether the results belong to the previous search text, while the next ones load. */
  isOld: boolean
  isNothingFound: boolean
  error: unknown
  onRetry: () => void
  onHover: (index: number) => void
  onChoose: (entry: Entry) => void
}

export function SearchResults(props: SearchResultsProps) {
  const { listId, entries, current, typed, tab, isOld, isNothingFound, error, onRetry, onHover, onChoose } =
    props
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
          {text('search_none', { type: text(`position_type_${tab}`).toLocaleLowerCase() })}
          <span>{text('search_none_note')}</span>
        </p>
      )}
      <div
        ref={list}
        id={listId}
        role="listbox"
        aria-label={text('search_results')}
        aria-busy={isOld || undefined}
      >
        {entries.map((entry, index) => (
          <Fragment key={entry.key}>
            {entryHeading(entry, entries[index - 1]) && (
              <div className={styles.heading} role="presentation">
                {text(entryHeading(entry, entries[index - 1]) === 'go' ? 'search_go_to' : 'search_actions')}
              </div>
            )}
            <div
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              className={classNames(styles.option, entry.kind === 'destination' && styles.destination)}
              onPointerMove={() => index !== current && onHover(index)}
              onClick={() => onChoose(entry)}
              onKeyDown={event => event.key === 'Enter' && onChoose(entry)}
            >
              {entry.kind === 'position' ? (
                <Found position={entry.position} typed={typed} />
              ) : (
                <>
                  <Icon name={entry.destination.icon} size={14} />
                  <span className={styles.words}>
                    <Highlighted words={entry.destination.label} typed={typed} />
                  </span>
                </>
              )}
              {index === current && <kbd>Enter</kbd>}
            </div>
          </Fragment>
        ))}
      </div>
    </div>
  )
}

/** The heading before the first screen and the first action. */
function entryHeading(entry: Entry, before: Entry | undefined): 'go' | 'act' | null {
  if (entry.kind !== 'destination') return null
  const group = before?.kind === 'destination' ? before.destination.group : null
  return entry.destination.group === group ? null : entry.destination.group
}

function Found({ position, typed }: { position: Position; typed: string }) {
  const names = useDisplayNames()
  const { name, symbol, isin, instrument_type: type, custodian, account } = position
  const about = [names.type(type, type), `${custodian.name} ${account.name}`, isin].filter(
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
