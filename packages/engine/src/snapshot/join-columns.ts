import type { Day } from '../calendar/day.ts'
import {
  type ColumnDefinition,
  type ColumnGroup,
  type Columns,
  type Directory,
  definitions,
} from './columns.ts'

/** Memory for columns: private, or shared between workers. */
export type Allocate = (bytes: number) => ArrayBufferLike

/** Where the rows and directory entries of each snapshot are in the joined one. */
export interface Renumbering {
  /** Per group and snapshot: how many rows the snapshots before it have. */
  readonly offsets: Readonly<Record<ColumnGroup, readonly number[]>>
  /** Per directory and snapshot: the place in the joined snapshot of each of its entries. */
  readonly places: Readonly<Record<Directory, readonly Int32Array[]>>
}

type Column = Int32Array | Float64Array

/** Joins the columns of one group: those of each snapshot behind those of the one before. */
export function joinColumns<Group extends ColumnGroup>(
  group: Group,
  parts: readonly Columns<Group>[],
  renumbering: Renumbering,
  allocate: Allocate,
): Columns<Group> {
  const columns = definitions(group).map(([name, definition]): [string, Column] => {
    // Every snapshot has all columns of the table.
    const own = parts.map((part: Readonly<Record<string, Column>>) => part[name] as Column)
    return [name, joinColumn(definition, own, renumbering, allocate)]
  })
  // Names and element types come from the table that the type is made from.
  return Object.fromEntries(columns) as Columns<Group>
}

function joinColumn(
  definition: ColumnDefinition,
  parts: readonly Column[],
  { offsets, places }: Renumbering,
  allocate: Allocate,
): Column {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const ints = (count: number) => new Int32Array(allocate(count * Int32Array.BYTES_PER_ELEMENT))
  switch (definition.join) {
    case 'copy':
      return definition.type === 'float64'
        ? concatenate(parts, new Float64Array(allocate(length * Float64Array.BYTES_PER_ELEMENT)))
        : concatenate(parts, ints(length))
    case 'offset':
      return offsetRows(parts, ints(length), offsets[definition.group])
    case 'renumber':
      return renumber(parts, ints(length), places[definition.directory])
    case 'bounds':
      // The last bound of a snapshot is the first of the next.
      return joinBounds(parts, ints(length - parts.length + 1), offsets[definition.group])
  }
}

function concatenate(parts: readonly Column[], joined: Column): Column {
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

function offsetRows(parts: readonly Column[], joined: Int32Array, offsets: readonly number[]): Int32Array {
  let at = 0
  parts.forEach((rows, part) => {
    const offset = offsets[part] as number
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[index] as number
      joined[at + index] = row < 0 ? row : row + offset
    }
    at += rows.length
  })
  return joined
}

function renumber(parts: readonly Column[], joined: Int32Array, places: readonly Int32Array[]): Int32Array {
  let at = 0
  parts.forEach((entries, part) => {
    const placeByEntry = places[part] as Int32Array
    for (let index = 0; index < entries.length; index += 1) {
      const entry = entries[index] as number
      joined[at + index] = entry < 0 ? entry : (placeByEntry[entry] as number)
    }
    at += entries.length
  })
  return joined
}

function joinBounds(parts: readonly Column[], joined: Int32Array, offsets: readonly number[]): Int32Array {
  let at = 0
  parts.forEach((bounds, part) => {
    const offset = offsets[part] as number
    for (let index = 0; index < bounds.length; index += 1)
      joined[at + index] = (bounds[index] as number) + offset
    at += bounds.length - 1
  })
  return joined
}

/** The sums of all counts before each. */
export function runningOffsets(counts: readonly number[]): number[] {
  let sum = 0
  return counts.map(count => {
    const offset = sum
    sum += count
    return offset
  })
}

/**
 * Merges lists that are each in the order of days by day: on one day the first list comes first, and entries of one
 * list keep their order.
 *
 * @returns per list the places of its entries.
 */
export function mergeByDay(lists: readonly (readonly Day[] | Int32Array)[]): Int32Array[] {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const days of lists)
    for (const day of days) {
      if (day < first) first = day
      if (day > last) last = day
    }
  const next = new Int32Array(Math.max(0, last - first + 2))
  for (const days of lists) for (const day of days) next[day - first + 1] = (next[day - first + 1] ?? 0) + 1
  for (let day = 1; day < next.length; day += 1) next[day] = (next[day] ?? 0) + (next[day - 1] ?? 0)
  return lists.map(days => {
    const places = new Int32Array(days.length)
    for (let index = 0; index < days.length; index += 1) {
      const at = (days[index] as number) - first
      const place = next[at] as number
      places[index] = place
      next[at] = place + 1
    }
    return places
  })
}
