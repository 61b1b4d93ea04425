import type { Column, Density } from './table-props.ts'

/** A user's arrangement of a table. Absent fields mean the default. */
export interface TableArrangement {
  /** The ids of all columns in order; columns added later take their default position. */
  order?: readonly string[]
  /** The ids of the visible columns. */
  shown?: readonly string[]
  /** Widths in pixels, by id. */
  widths?: Readonly<Record<string, number>>
  density?: Density
}

type Zone = 'start' | 'middle' | 'end'

/** All columns in the user's order; sticky columns stay at their edge. */
export function orderColumns<Row>(
  columns: readonly Column<Row>[],
  order: readonly string[] = [],
): readonly Column<Row>[] {
  const ranked = rankColumns(columns, order)
  const zones: Zone[] = ['start', 'middle', 'end']
  return zones.flatMap(zone =>
    columns
      .filter(column => getZone(column) === zone)
      .toSorted((one, other) => (ranked.get(one.id) ?? 0) - (ranked.get(other.id) ?? 0)),
  )
}

/** A column missing from the order follows its default predecessor. */
function rankColumns<Row>(columns: readonly Column<Row>[], order: readonly string[]): Map<string, number> {
  const known = new Map(order.map((id, index) => [id, index]))
  const result = new Map<string, number>()
  let before = -1
  columns.forEach(({ id }, index) => {
    const rank = known.get(id)
    if (rank !== undefined) before = rank
    result.set(id, rank ?? before + (index + 1) / (columns.length + 1))
  })
  return result
}

function getZone<Row>({ sticky }: Column<Row>): Zone {
  return sticky ?? 'middle'
}

/** The order after moving a column to an index. Columns stay within their zone, so sticky ones stay sticky. */
export function moveColumn<Row>(
  columns: readonly Column<Row>[],
  order: readonly string[] | undefined,
  id: string,
  to: number,
): string[] {
  const all = orderColumns(columns, order)
  const from = all.findIndex(column => column.id === id)
  const column = all[from]
  if (column === undefined) return all.map(one => one.id)
  const places = all.flatMap((one, index) => (getZone(one) === getZone(column) ? [index] : []))
  const target = Math.max(places[0] ?? from, Math.min(places.at(-1) ?? from, to))
  const ids = all.map(one => one.id)
  ids.splice(from, 1)
  ids.splice(target, 0, id)
  return ids
}

/** Reads a stored arrangement and ignores unknown columns, since an older version may have written it. */
export function parseArrangement<Row>(stored: unknown, columns: readonly Column<Row>[]): TableArrangement {
  if (typeof stored !== 'object' || stored === null) return {}
  const { order, shown, widths, density } = stored as Record<string, unknown>
  const known = new Set(columns.map(({ id }) => id))
  const ids = (value: unknown) =>
    Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string' && known.has(id)) : null
  const [knownOrder, knownShown] = [ids(order), ids(shown)]
  return {
    ...(knownOrder && { order: knownOrder }),
    ...(knownShown && knownShown.length > 0 && { shown: knownShown }),
    ...(typeof widths === 'object' && widths !== null && { widths: parseWidths(widths, known) }),
    ...((density === 'compact' || density === 'regular' || density === 'roomy') && { density }),
  }
}

function parseWidths(stored: object, known: ReadonlySet<string>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(stored).filter(
      (entry): entry is [string, number] => known.has(entry[0]) && Number.isFinite(entry[1]),
    ),
  )
}
