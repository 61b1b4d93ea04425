import { useCallback, useMemo, useState } from 'react'
import { recallParsed, remember } from '../../lib/browser/storage.ts'
import { moveColumn, orderColumns, parseArrangement, type TableArrangement } from './table-layout.ts'
import type { Column, Density } from './table-props.ts'

interface LayoutOptions<Row> {
  /** The storage key of the table. */
  key: string
  /** All columns in their default order. */
  columns: readonly Column<Row>[]
  /** The ids of the columns visible by default. */
  defaultColumns: readonly string[]
  density?: Density
}

/** The state and actions of the column chooser. */
export interface ColumnChoice {
  /** All columns in order; the first one is always visible. */
  all: readonly { id: string; label: string; isShown: boolean; isFixed: boolean }[]
  isDefault: boolean
  toggle: (id: string) => void
  /** Moves a column to an index among all columns. */
  move: (id: string, to: number) => void
  reset: () => void
}

export interface TableLayout<Row> {
  /** The visible columns in their order and widths. */
  columns: readonly Column<Row>[]
  choice: ColumnChoice
  density: Density
  setDensity: (density: Density) => void
  resize: (id: string, width: number | null) => void
}

/** The visible columns of a table with their order and widths, and its row height, stored on this device. */
export function useTableLayout<Row>({
  key,
  columns,
  defaultColumns,
  density = 'compact',
}: LayoutOptions<Row>): TableLayout<Row> {
  const storageKey = `plumbline_table_${key}`
  // Another table in the same place has its own arrangement.
  const [held, setHeld] = useState<{ key: string; arrangement: TableArrangement } | null>(null)
  const arrangement = useMemo(
    () => (held?.key === storageKey ? held.arrangement : parseArrangement(recallParsed(storageKey), columns)),
    [held, storageKey, columns],
  )
  const change = useCallback(
    (next: TableArrangement) => {
      remember(storageKey, JSON.stringify(next))
      setHeld({ key: storageKey, arrangement: next })
    },
    [storageKey],
  )

  const shown = arrangement.shown ?? defaultColumns
  const all = useMemo(() => orderColumns(columns, arrangement.order), [columns, arrangement.order])
  const visible = useMemo(() => {
    const wanted = new Set(shown)
    return all
      .filter(({ id }, index) => index === 0 || wanted.has(id))
      .map(column => {
        const width = arrangement.widths?.[column.id]
        return {
          ...column,
          // Columns that the user chose do not leave; the table scrolls instead.
          ...(arrangement.shown && { priority: 0 }),
          ...(width !== undefined && { chosenWidth: width }),
        }
      })
  }, [all, shown, arrangement.shown, arrangement.widths])

  const { order, widths } = arrangement
  return {
    columns: visible,
    density: arrangement.density ?? density,
    setDensity: next => change({ ...arrangement, density: next }),
    resize: (id, width) => {
      const { [id]: _, ...others } = widths ?? {}
      change({ ...arrangement, widths: width === null ? others : { ...others, [id]: width } })
    },
    choice: {
      all: all.map(({ id, header, label = header }, index) => ({
        id,
        label,
        isShown: index === 0 || shown.includes(id),
        isFixed: index === 0,
      })),
      isDefault: order === undefined && arrangement.shown === undefined && widths === undefined,
      toggle: id =>
        change({
          ...arrangement,
          shown: shown.includes(id) ? shown.filter(one => one !== id) : [...shown, id],
        }),
      move: (id, to) => change({ ...arrangement, order: moveColumn(columns, order, id, to) }),
      // The row height is chosen elsewhere.
      reset: () => change(arrangement.density === undefined ? {} : { density: arrangement.density }),
    },
  }
}
