import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../class-names.ts'
import { EmptyState } from '../layout/empty-state.tsx'
import { ErrorNotice } from '../layout/error-notice.tsx'
import styles from './table.module.css'
import { useTableModel } from './table-model.ts'
import { TablePaging } from './table-paging.tsx'
import { TablePhone } from './table-phone.tsx'
import type { TableProps } from './table-props.ts'
import { TableWide } from './table-wide.tsx'

const none: readonly never[] = []

/** A list as a table; on phones as rows of two lines. */
export function Table<Row extends object>(props: TableProps<Row>) {
  const { columns, rows, rowKey, sort, onSort, error, onRetry, empty, paging, isFilling = false } = props
  const text = useText()
  const isPhone = useIsPhone()
  const model = useTableModel({ columns, rows: rows ?? none, rowKey, sort, onSort })

  if (error !== undefined && error !== null && rows === undefined) {
    return <ErrorNotice error={error} {...(onRetry && { onRetry })} />
  }
  if (rows !== undefined && rows.length === 0) {
    return empty ?? <EmptyState icon="list" title={text('table_empty')} />
  }
  return (
    <div className={classNames(styles.frame, isFilling && styles.filling)}>
      {isPhone ? <TablePhone {...props} model={model} /> : <TableWide {...props} model={model} />}
      {paging && <TablePaging {...paging} />}
    </div>
  )
}
