import {
  type ColumnDef,
  createSortedRowModel,
  type Row as ModelRow,
  rowSortingFeature,
  type SortingState,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import type { Sort } from '../../lib/api/order-by.ts'
import type { Column, RowGroup } from './table-props.ts'

export type Line<Row> =
  | { kind: 'group'; key: string; group: RowGroup }
  | { kind: 'row'; key: string; row: Row; index: number }

/** The sorted rows, and the sort state of the headers. */
export interface TableModel<Row> {
  rows: readonly Row[]
  sort: Sort | null
  canSort: (columnId: string) => boolean
  /** Each press cycles: sorted, sorted in reverse, unsorted. */
  toggleSort: (columnId: string) => void
  setSort: (sort: Sort | null) => void
}

interface ModelOptions<Row> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort: Sort | null | undefined
  onSort: ((sort: Sort | null) => void) | undefined
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

export function useTableModel<Row extends object>({
  columns,
  rows,
  rowKey,
  sort,
  onSort,
}: ModelOptions<Row>): TableModel<Row> {
  const [ownSort, setOwnSort] = useState<Sort | null>(null)
  const currentSort = onSort === undefined ? ownSort : (sort ?? null)
  const setSort = onSort ?? setOwnSort
  const definitions = useMemo(
    () => columns.map(column => defineColumn(column, onSort !== undefined)),
    [columns, onSort],
  )
  const data = useMemo(() => [...rows], [rows])
  const sorting: SortingState = useMemo(
    () => (currentSort === null ? [] : [{ id: currentSort.id, desc: currentSort.isDescending }]),
    [currentSort],
  )
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: rowKey,
    state: { sorting },
    manualSorting: onSort !== undefined,
    onSortingChange: updater => {
      const [first] = typeof updater === 'function' ? updater(sorting) : updater
      setSort(first === undefined ? null : { id: first.id, isDescending: first.desc })
    },
  })
  return {
    rows: table.getRowModel().rows.map(row => row.original),
    sort: currentSort,
    canSort: id => table.getColumn(id)?.getCanSort() ?? false,
    toggleSort: id => table.getColumn(id)?.toggleSorting(),
    setSort,
  }
}

function defineColumn<Row extends object>(
  { id, align, sortValue, isSortable = false }: Column<Row>,
  isSortedElsewhere: boolean,
): ColumnDef<typeof features, Row> {
  return {
    id,
    // Missing values sort last in both directions.
    accessorFn: row => sortValue?.(row) ?? undefined,
    sortUndefined: 'last',
    sortFn: compareByValue,
    enableSorting: isSortedElsewhere ? isSortable : sortValue !== undefined,
    // Numbers start with the largest, names with A.
    sortDescFirst: align === 'end',
  }
}

function compareByValue<Row extends object>(
  one: ModelRow<typeof features, Row>,
  other: ModelRow<typeof features, Row>,
  columnId: string,
): number {
  const a = one.getValue(columnId)
  const b = other.getValue(columnId)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b), undefined, { numeric: true, sensitivity: 'base' })
}

/** The lines of a table: rows, or groups with their rows. A collapsed group shows its own line only. */
export function buildLines<Row>(
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  groups: readonly RowGroup[] | undefined,
  rowGroup: ((row: Row) => string) | undefined,
  folded: ReadonlySet<string>,
): Line<Row>[] {
  const rowLine = (row: Row, index: number): Line<Row> => ({ kind: 'row', key: rowKey(row), row, index })
  if (groups === undefined || rowGroup === undefined) return rows.map(rowLine)
  const byGroup = Map.groupBy(rows, rowGroup)
  let index = 0
  return groups.flatMap(group => {
    const heading: Line<Row> = { kind: 'group', key: `group ${group.key}`, group }
    if (folded.has(group.key)) return [heading]
    return [heading, ...(byGroup.get(group.key) ?? []).map(row => rowLine(row, index++))]
  })
}

/** The set with a key added, or without it if it was there. */
export function toggled(set: ReadonlySet<string> | undefined, key: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(key)) next.add(key)
  return next
}
