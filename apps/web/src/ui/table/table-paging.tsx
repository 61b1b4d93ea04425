import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { IconButton } from '../display/icon-button.tsx'
import styles from './table.module.css'
import type { Paging } from './table-props.ts'

/** Paging by limit and offset. A single page shows only the count. */
export function TablePaging({ limit, offset, count, onOffset }: Paging) {
  const text = useText()
  const format = useFormat()
  const last = Math.min(offset + limit, count)
  const range = {
    from: format.count(Math.min(offset + 1, last)),
    to: format.count(last),
    count: format.count(count),
  }
  return (
    <nav className={styles.paging} aria-label={text('table_pages')}>
      <span aria-live="polite">{text('table_range', range)}</span>
      <IconButton
        icon="chevron-left"
        size="small"
        label={text('table_previous')}
        disabled={offset === 0}
        onClick={() => onOffset(Math.max(0, offset - limit))}
      />
      <IconButton
        icon="chevron-right"
        size="small"
        label={text('table_next')}
        disabled={last >= count}
        onClick={() => onOffset(offset + limit)}
      />
    </nav>
  )
}
