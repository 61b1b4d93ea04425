import type { Column, Density } from './table-props.ts'

/** How a user has arranged a table. What is absent is as usual. */
export interface TableArrangement {
  /** Ids of all columns in their order; columns that were added since stand where they usually do. */
  order?: readonly string[]
  /** Ids of those that are shown. */
  shown?: readonly string[]
  /** In pixels, by id. */
  widths?: Readonly<Record<string, number>>
  density?: Density
}

type Zone = 'start' | 'middle' | 'end'

/** Every column in the order of the user; those that stick stand at their edge whatever was chosen. */
export function inOrder<Row>(
  columns: readonly Column<Row>[],
  order: readonly string[] = [],
): readonly Column<Row>[] {
  const ranked = ranks(columns, order)
  const zones: Zone[] = ['start', 'middle', 'end']
  return zones.flatMap(zone =>
    columns
      .filter(column => zoneOf(column) === zone)
      .toSorted((one, other) => (ranked.get(one.id) ?? 0) - (ranked.get(other.id) ?? 0)),
  )
}

/** A column that the order does not know stands after the one it usually follows. */
function ranks<Row>(columns: readonly Column<Row>[], order: readonly string[]): Map<string, number> {
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

function zoneOf<Row>({ sticky }: Column<Row>): Zone {
  return sticky ?? 'middle'
}

/** The order after a column was moved by so many places. None leaves its zone: what sticks, sticks. */
export function moved<Row>(
  columns: readonly Column<Row>[],
  order: readonly string[] | undefined,
  id: string,
  to: number,
): string[] {
  const all = inOrder(columns, order)
  const from = all.findIndex(column => column.id === id)
  const column = all[from]
  if (column === undefined) return all.map(one => one.id)
  const places = all.flatMap((one, index) => (zoneOf(one) === zoneOf(column) ? [index] : []))
  const target = Math.max(places[0] ?? from, Math.min(places.at(-1) ?? from, to))
  const ids = all.map(one => one.id)
  ids.splice(from, 1)
  ids.splice(target, 0, id)
  return ids
}

/** Only what a table knows is taken from what was stored, which an older version may have written. */
export function arrangementFrom<Row>(stored: unknown, columns: readonly Column<Row>[]): TableArrangement {
  if (typeof stored !== 'object' || stored === null) return {}
  const { order, shown, widths, density } = stored as Record<string, unknown>
  const known = new Set(columns.map(({ id }) => id))
  const ids = (value: unknown) =>
    Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string' && known.has(id)) : null
  const [knownOrder, knownShown] = [ids(order), ids(shown)]
  return {
    ...(knownOrder && { order: knownOrder }),
    ...(knownShown && knownShown.length > 0 && { shown: knownShown }),
    ...(typeof widths === 'object' && widths !== null && { widths: widthsIn(widths, known) }),
    ...((density === 'compact' || density === 'regular' || density === 'roomy') && { density }),
  }
}

function widthsIn(stored: object, known: ReadonlySet<string>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(stored).filter(
      (entry): entry is [string, number] => known.has(entry[0]) && Number.isFinite(entry[1]),
    ),
  )
}
