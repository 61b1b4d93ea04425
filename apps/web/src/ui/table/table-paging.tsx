import { type FormEvent, useState } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { IconButton } from '../display/icon-button.tsx'
import { TextInput } from '../form/text-input.tsx'
import styles from './table.module.css'
import type { Paging } from './table-props.ts'

/** Fewer pages are quicker to step through than to type. */
const jumpFrom = 3

/** Paging by limit and offset. A single page shows only the count. */
export function TablePaging({ limit, offset, count, onOffset, summary }: Paging) {
  const text = useText()
  const format = useFormat()
  const last = Math.min(offset + limit, count)
  const pages = Math.ceil(count / limit)
  const range = {
    from: format.count(Math.min(offset + 1, last)),
    to: format.count(last),
    count: format.count(count),
  }
  return (
    <nav className={styles.paging} aria-label={text('table_pages')}>
      <span className={styles.range} aria-live="polite">
        {text('table_range', range)}
      </span>
      {summary ?? <span className={styles.filler} />}
      {pages > 1 && (
        <span className={styles.pages}>
          <IconButton
            icon="chevron-left"
            size="small"
            label={text('table_previous')}
            disabled={offset === 0}
            onClick={() => onOffset(Math.max(0, offset - limit))}
          />
          {pages >= jumpFrom && (
            <PageJump
              key={offset}
              page={Math.floor(offset / limit) + 1}
              pages={pages}
              onPage={page => onOffset((page - 1) * limit)}
            />
          )}
          <IconButton
            icon="chevron-right"
            size="small"
            label={text('table_next')}
            disabled={last >= count}
            onClick={() => onOffset(offset + limit)}
          />
        </span>
      )}
    </nav>
  )
}

interface PageJumpProps {
  page: number
  pages: number
  onPage: (page: number) => void
}

/** The number of the page in a field: Enter or leaving it goes there. */
function PageJump({ page, pages, onPage }: PageJumpProps) {
  const text = useText()
  const format = useFormat()
  const [typed, setTyped] = useState(String(page))
  const jump = (event?: FormEvent) => {
    event?.preventDefault()
    const wanted = Math.min(pages, Math.max(1, Math.round(Number(typed)) || page))
    setTyped(String(wanted))
    if (wanted !== page) onPage(wanted)
  }
  return (
    <form className={styles.jump} onSubmit={jump}>
      <TextInput
        size="small"
        inputMode="numeric"
        aria-label={text('table_page')}
        value={typed}
        onChange={event => setTyped(event.target.value)}
        onFocus={event => event.target.select()}
        onBlur={() => jump()}
      />
      <span>{text('table_page_of', { pages: format.count(pages) })}</span>
    </form>
  )
}
