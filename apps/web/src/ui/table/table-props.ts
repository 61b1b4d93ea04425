import type { ReactNode } from 'react'
import type { Sort } from '../../lib/api/order-by.ts'

export type SortValue = string | number | null

export type Density = 'compact' | 'regular' | 'roomy'
export const densities: readonly Density[] = ['compact', 'regular', 'roomy']

export interface Column<Row> {
  /** Also the field to order by. */
  id: string
  /** Its words, read aloud with every cell. */
  header: string
  /** Its words in the list of columns, where the unit of the header says nothing. */
  label?: string
  cell: (row: Row) => ReactNode
  /** Numbers and their headers stand at the end, the rest at the start. */
  align?: 'start' | 'end'
  /** What its cells are ordered by, where the table orders its own rows. */
  sortValue?: (row: Row) => SortValue
  /** Whether the list can be ordered by it, where someone else orders the rows. */
  isSortable?: boolean
  /** Its cell in the totals row. */
  total?: ReactNode
  /** In pixels. Needed of every column of a long table, or the columns would move while it scrolls. */
  width?: number
  /** Stays in view while the others scroll sideways: the name at the start, what matters most at the end. */
  sticky?: 'start' | 'end'
}

/** A run of rows under a line of their own, with its subtotals. */
export interface RowGroup {
  key: string
  label: ReactNode
  /** Subtotals by column id. */
  cells?: Readonly<Record<string, ReactNode>>
  /** The one that a phone has room for, whichever columns are shown elsewhere. */
  phoneCell?: string
  /** A control after the label, such as one that opens the group. */
  action?: ReactNode
}

/** A row in two lines: what it is at the start, its figures at the end. */
export interface PhoneRow {
  title: ReactNode
  note?: ReactNode
  value?: ReactNode
  change?: ReactNode
  /** Before the words, such as a colour. */
  mark?: ReactNode
  /** Between words and figures, such as a line of a trend. */
  middle?: ReactNode
}

export interface Paging {
  limit: number
  offset: number
  /** Of the whole list. */
  count: number
  onOffset: (offset: number) => void
}

export interface TableProps<Row extends object> {
  /** Its name, read aloud. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while they are being loaded. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** The two lines that a row becomes on a phone. */
  phoneRow: (row: Row) => PhoneRow
  /** Given where the server orders the rows; without it the table orders them by `sortValue`. */
  sort?: Sort | null
  onSort?: (sort: Sort | null) => void
  density?: Density
  /** Click or Enter. */
  onOpen?: (row: Row) => void
  /** Space, or a click with Ctrl. */
  selected?: ReadonlySet<string>
  onSelect?: (selected: ReadonlySet<string>) => void
  /** Letters that do something with the row in focus: `{ e: explain }`. */
  rowKeys?: Readonly<Record<string, (row: Row) => void>>
  groups?: readonly RowGroup[]
  groupOf?: (row: Row) => string
  paging?: Paging
  /** Shown in the place of no rows at all. */
  empty?: ReactNode
  error?: unknown
  onRetry?: () => void
  /** Takes the height of its parent and scrolls inside, as the large tables do. */
  isFilling?: boolean
  /**
   * Columns keep their widths and can be made wider or narrower: told the new width in pixels, or null for
   * the usual one. The first column takes what is left of a wide page.
   */
  onResize?: (columnId: string, width: number | null) => void
  /** On a phone the order is chosen elsewhere on the page. */
  isSortedElsewhere?: boolean
}
