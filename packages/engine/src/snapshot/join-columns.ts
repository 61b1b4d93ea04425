import {
  type ColumnDefinition,
  type ColumnGroup,
  type Columns,
  type Directory,
  definitions,
} from './columns.ts'

/** Where the rows and directory entries of each snapshot are in the joined one. */
export interface Renumbering {
  /** Per group and snapshot: how many rows the snapshots before it have; likewise of transactions. */
  readonly offsets: Readonly<Record<ColumnGroup | 'transactions', readonly number[]>>
  /** Per directory and snapshot: the place in the joined snapshot of each of its entries. */
  readonly places: Readonly<Record<Directory, readonly Int32Array[]>>
}

type Column = Int32Array | Float64Array

/** Joins the columns of one group: those of each snapshot behind those of the one before. */
export function joinColumns<Group extends ColumnGroup>(
  group: Group,
  parts: readonly Columns<Group>[],
  renumbering: Renumbering,
): Columns<Group> {
  const columns = definitions(group).map(([name, definition]): [string, Column] => {
    // Every snapshot has all columns of the table.
    const own = parts.map((part: Readonly<Record<string, Column>>) => part[name] as Column)
    return [name, joinColumn(definition, own, renumbering)]
  })
  // Names and element types come from the table that the type is made from.
  return Object.fromEntries(columns) as Columns<Group>
}

function joinColumn(
  definition: ColumnDefinition,
  parts: readonly Column[],
  { offsets, places }: Renumbering,
): Column {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  switch (definition.join) {
    case 'copy':
      return concatenate(
        parts,
        definition.type === 'float64' ? new Float64Array(length) : new Int32Array(length),
      )
    case 'offset':
      return offsetRows(parts, new Int32Array(length), offsets[definition.group])
    case 'renumber':
      return renumber(parts, new Int32Array(length), places[definition.directory])
    case 'bounds':
      // The last bound of a snapshot is the first of the next.
      return joinBounds(parts, new Int32Array(length - parts.length + 1), offsets[definition.group])
  }
}

/** Copies columns one after the other. */
export function concatenate<Joined extends Column | Uint8Array>(
  parts: readonly (Column | Uint8Array)[],
  joined: Joined,
): Joined {
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** Copies row numbers one after the other, each with the offset of its part; negative ones stay. */
export function offsetRows(
  parts: readonly Column[],
  joined: Int32Array,
  offsets: readonly number[],
): Int32Array {
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
