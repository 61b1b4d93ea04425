import { useCallback, useMemo, useState } from 'react'
import { recallParsed, remember } from '../../lib/browser/storage.ts'
import { arrangementFrom, inOrder, moved, type TableArrangement } from './table-layout.ts'
import type { Column, Density } from './table-props.ts'

interface LayoutOptions<Row> {
  /** Names the table among what this device remembers. */
  key: string
  /** Every column there is, in the usual order. */
  columns: readonly Column<Row>[]
  /** Ids of those that are shown until someone chooses otherwise. */
  usual: readonly string[]
  density?: Density
}

/** What a chooser of columns needs to know and may do. */
export interface ColumnChoice {
  /** Every column in its order; the first one is always shown. */
  all: readonly { id: string; label: string; isShown: boolean; isFixed: boolean }[]
  isUsual: boolean
  toggle: (id: string) => void
  /** To a place among all of them. */
  move: (id: string, to: number) => void
  reset: () => void
}

export interface TableLayout<Row> {
  /** The columns to draw, in their order and widths. */
  columns: readonly Column<Row>[]
  choice: ColumnChoice
  density: Density
  setDensity: (density: Density) => void
  resize: (id: string, width: number | null) => void
}

/** Which columns a table shows, in which order and width, and how high its rows are: kept on this device. */
export function useTableLayout<Row>({
  key,
  columns,
  usual,
  density = 'compact',
}: LayoutOptions<Row>): TableLayout<Row> {
  const storageKey = `plumbline_table_${key}`
  // Another table in the same place has an arrangement of its own.
  const [held, setHeld] = useState<{ key: string; arrangement: TableArrangement } | null>(null)
  const arrangement = useMemo(
    () => (held?.key === storageKey ? held.arrangement : arrangementFrom(recallParsed(storageKey), columns)),
    [held, storageKey, columns],
  )
  const change = useCallback(
    (next: TableArrangement) => {
      remember(storageKey, JSON.stringify(next))
      setHeld({ key: storageKey, arrangement: next })
    },
    [storageKey],
  )

  const shown = arrangement.shown ?? usual
  const all = useMemo(() => inOrder(columns, arrangement.order), [columns, arrangement.order])
  const drawn = useMemo(() => {
    const wanted = new Set(shown)
    return all
      .filter(({ id }, index) => index === 0 || wanted.has(id))
      .map(column => {
        const width = arrangement.widths?.[column.id] ?? column.width
        return width === undefined || width === column.width ? column : { ...column, width }
      })
  }, [all, shown, arrangement.widths])

  const { order, widths } = arrangement
  return {
    columns: drawn,
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
      isUsual: order === undefined && arrangement.shown === undefined && widths === undefined,
      toggle: id =>
        change({
          ...arrangement,
          shown: shown.includes(id) ? shown.filter(one => one !== id) : [...shown, id],
        }),
      move: (id, to) => change({ ...arrangement, order: moved(columns, order, id, to) }),
      // How high rows are is chosen elsewhere.
      reset: () => change(arrangement.density === undefined ? {} : { density: arrangement.density }),
    },
  }
}
