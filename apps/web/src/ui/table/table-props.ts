import type { ReactNode } from 'react'
import type { Sort } from '../../lib/api/order-by.ts'

export type SortValue = string | number | null

export type Density = 'compact' | 'regular' | 'roomy'
export const densities: readonly Density[] = ['compact', 'regular', 'roomy']

export interface Column<Row> {
  /** Also the sort field. */
  id: string
  /** The column label, read by screen readers with every cell. */
  header: string
  /** For screen readers only, where the cells explain themselves. */
  isHeaderHidden?: boolean
  /** The label in the column chooser, where the header alone is unclear. */
  label?: string
  cell: (row: Row) => ReactNode
  /** Numbers and their headers align to the end, the rest to the start. */
  align?: 'start' | 'end'
  /** The sort value of a row, when the table sorts its own rows. */
  sortValue?: (row: Row) => SortValue
  /** Whether the column is sortable, when the caller sorts the rows. */
  isSortable?: boolean
  /** The cell in the totals row. */
  total?: ReactNode
  /** In pixels, until the content is measured. */
  width?: number
  /** The width in pixels that the user dragged the column to. */
  chosenWidth?: number
  /** Text that may be truncated, down to this width in pixels. Other cells are never truncated. */
  shrinksTo?: number
  /** Such text takes spare width up to this, in pixels. */
  growsTo?: number
  /** In a narrow table, columns leave in descending order of this number. Without it, or at 0, the column stays. */
  priority?: number
  /** Stays visible while scrolling sideways: the name at the start, the key figure at the end. */
  sticky?: 'start' | 'end'
}

/** A group of rows with a heading line and subtotals. */
export interface RowGroup {
  key: string
  label: ReactNode
  /** Subtotals by column id. */
  cells?: Readonly<Record<string, ReactNode>>
  /** The subtotal shown on phones, whichever columns are visible. */
  phoneCell?: string
  /** A control after the label, such as a button that opens the group. */
  action?: ReactNode
}

/** A row in two lines on phones: name at the start, figures at the end. */
export interface PhoneRow {
  title: ReactNode
  note?: ReactNode
  value?: ReactNode
  change?: ReactNode
  /** Before the text, such as a colour. */
  mark?: ReactNode
  /** Of a table with `onSelect`: the label of the box that selects the row. It stands in for the mark. */
  selectLabel?: string
  /** Between text and figures, such as a sparkline. */
  middle?: ReactNode
}

export interface Paging {
  limit: number
  offset: number
  /** The number of rows in the whole list. */
  count: number
  onOffset: (offset: number) => void
  /** Sums of the whole list, in the same line. */
  summary?: ReactNode
}

export interface TableProps<Row extends object> {
  /** The accessible name. */
  label: string
  columns: readonly Column<Row>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** The two lines of a row on phones. */
  phoneRow: (row: Row) => PhoneRow
  /** Set when the server sorts the rows; otherwise the table sorts by `sortValue`. */
  sort?: Sort | null
  onSort?: (sort: Sort | null) => void
  density?: Density
  /** Called on click or Enter. */
  onOpen?: (row: Row) => void
  /** Called on Space or Ctrl-click. */
  selected?: ReadonlySet<string>
  onSelect?: (selected: ReadonlySet<string>) => void
  /** Keys that act on the focused row: `{ e: explain }`. */
  rowKeys?: Readonly<Record<string, (row: Row) => void>>
  groups?: readonly RowGroup[]
  rowGroup?: (row: Row) => string
  paging?: Paging
  /** Shown when there are no rows. */
  empty?: ReactNode
  error?: unknown
  onRetry?: () => void
  /** Fills the height of its parent and scrolls inside. */
  isFilling?: boolean
  /**
   * Makes columns resizable: called with the new width in pixels, or null for the default. The first column
   * takes the remaining width.
   */
  onResize?: (columnId: string, width: number | null) => void
  /** Beside the names of columns that have no room, such as a button that opens the column chooser. */
  hiddenAction?: ReactNode
  /** On phones the order is chosen elsewhere on the page. */
  isSortedElsewhere?: boolean
}
