import { type ColumnGroup, type Columns, type FrozenColumns, listWritten, type Row } from './columns.ts'

/** Memory for columns. Its contents are zeros. */
export interface Allocate {
  (type: 'int32', length: number): Int32Array
  (type: 'float64', length: number): Float64Array
  (type: 'uint8', length: number): Uint8Array
  (type: 'int32' | 'float64', length: number): Int32Array | Float64Array
}

export const allocatePrivate: Allocate = ((type: 'int32' | 'float64' | 'uint8', length: number) =>
  type === 'float64'
    ? new Float64Array(length)
    : type === 'int32'
      ? new Int32Array(length)
      : // The overloads say which type gives which array.
        new Uint8Array(length)) as Allocate

/** The columns of a group with room for further rows. Rows may be read and changed by number; `count` of them exist. */
export type RowTable<Group extends ColumnGroup> = {
  -readonly [Name in keyof FrozenColumns<Group>]: FrozenColumns<Group>[Name]
} & { count: number }

const ROOM = 1_024

export function openTable<Group extends ColumnGroup>(group: Group): RowTable<Group> {
  return makeTable(group, 0, (type, length) => allocatePrivate(type, length))
}

/** The first rows of frozen columns, copied once, with room for as many more as the columns had, and some. */
export function reopenTable<Group extends ColumnGroup>(
  group: Group,
  frozen: Columns<Group>,
  count: number,
  allocate: Allocate,
): RowTable<Group> {
  const byName: Readonly<Record<string, Int32Array | Float64Array>> = frozen
  const table = makeTable(group, count, (type, length, name) => {
    const before = byName[name]?.length ?? 0
    const column = allocate(type, before + length - count)
    column.set(byName[name]?.subarray(0, count) ?? [])
    return column
  })
  return table
}

function makeTable<Group extends ColumnGroup>(
  group: Group,
  count: number,
  make: (type: 'int32' | 'float64', length: number, name: string) => Int32Array | Float64Array,
): RowTable<Group> {
  const columns = listWritten(group).map(([name, { type }]): [string, Int32Array | Float64Array] => [
    name,
    make(type, count + ROOM, name),
  ])
  // Names and element types come from the table that the type is made from.
  return { ...Object.fromEntries(columns), count } as RowTable<Group>
}

/** Appends a row. @returns its number. */
export function appendRow<Group extends ColumnGroup>(table: RowTable<Group>, row: Row<Group>): number {
  const place = table.count
  // A row has the columns of its table.
  const [columns, values] = [table as unknown as Record<string, Int32Array>, row as Record<string, number>]
  for (const name in values) {
    const column = columns[name] as Int32Array
    const grown = place < column.length ? column : grow(column)
    grown[place] = values[name] as number
    columns[name] = grown
  }
  table.count = place + 1
  return place
}

function grow<Column extends Int32Array | Float64Array>(column: Column): Column {
  const length = column.length * 2
  const grown = column instanceof Float64Array ? new Float64Array(length) : new Int32Array(length)
  grown.set(column)
  // The same type as before.
  return grown as Column
}

/** The rows that exist, without a copy: nothing may be appended afterwards. */
export function closeTable<Group extends ColumnGroup>(
  group: Group,
  table: RowTable<Group>,
): FrozenColumns<Group> {
  // See above.
  const columns = table as unknown as Record<string, Int32Array | Float64Array>
  return Object.fromEntries(
    listWritten(group).map(([name]) => [name, columns[name]?.subarray(0, table.count)]),
  ) as FrozenColumns<Group>
}
