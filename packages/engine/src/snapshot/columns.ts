/**
 * Every column of a snapshot, in one table. The types, the growing columns of the journal, freezing into typed arrays
 * and joining snapshots all follow from it, and code that writes a row does not compile with a column missing.
 */

/** A table of a snapshot: its columns have one value per row. */
export type ColumnGroup = 'positions' | 'events' | 'lots' | 'pieces' | 'postings' | 'segments'

/** A list beside the columns that a joined snapshot puts into an order of its own. */
export type Directory = 'accounts' | 'instruments' | 'currencies'

/** The element type of a column, and how its values change when snapshots are joined. */
export type ColumnDefinition =
  | { readonly type: 'int32' | 'float64'; readonly join: 'copy' }
  | {
      readonly type: 'int32'
      readonly join: 'offset' | 'bounds'
      readonly group: ColumnGroup | 'transactions'
    }
  | { readonly type: 'int32'; readonly join: 'renumber'; readonly directory: Directory }

const int32 = { type: 'int32', join: 'copy' } as const
const float64 = { type: 'float64', join: 'copy' } as const

/** Row numbers of a group, or of the transactions, -1 for none: joining adds the rows of the snapshots before. */
function rowIn(group: ColumnGroup | 'transactions') {
  return { type: 'int32', join: 'offset', group } as const
}

/** Places in a directory, -1 for none: joining looks up the new place. */
function placeIn(directory: Directory) {
  return { type: 'int32', join: 'renumber', directory } as const
}

/** The first row of a group per row, and one value more at the end: known once the other group is complete. */
function firstRowIn(group: ColumnGroup) {
  return { type: 'int32', join: 'bounds', group } as const
}

export const SNAPSHOT_COLUMNS = {
  positions: {
    account: placeIn('accounts'),
    /** -1 for cash. */
    instrument: placeIn('instruments'),
    currency: placeIn('currencies'),
    /** Counts the positions of one account and instrument, from 1. */
    sequence: int32,
    /** 1 for long, -1 for short. */
    side: int32,
    openDay: int32,
    /** STILL_OPEN while it is open. */
    closeDay: int32,
    /** Bits of POSITION_FLAG. */
    flags: int32,
    eventFrom: firstRowIn('events'),
    segmentFrom: firstRowIn('segments'),
  },
  events: {
    position: rowIn('positions'),
    posting: rowIn('postings'),
    /** -1 for events without a transaction of the ledger. */
    transaction: rowIn('transactions'),
    day: int32,
    /** One of EVENT. */
    kind: int32,
    /** One of INCOME, for `income`. */
    incomeKind: int32,
    /** One of FEE, for `fees`. */
    feeKind: int32,
    lotFrom: rowIn('lots'),
    lotTo: rowIn('lots'),
    pieceFrom: rowIn('pieces'),
    pieceTo: rowIn('pieces'),
    /** Signed change of the quantity, and the quantity afterwards. */
    quantity: float64,
    after: float64,
    /** Value into the position, positive in; like income, fees and taxes in the settlement currency. */
    posted: float64,
    income: float64,
    fees: float64,
    taxes: float64,
    /** The share of the open lots that the event takes, where it takes the same of all of them; else 0. */
    poolShare: float64,
  },
  lots: {
    position: rowIn('positions'),
    transaction: rowIn('transactions'),
    day: int32,
    /** The piece of another position's lot that this one continues. */
    parentPiece: rowIn('pieces'),
    /** Magnitude, in units after all splits. */
    units: float64,
    /** In the instrument's currency; ranks lots for HIFO. */
    unitCost: float64,
    /** Cost stated with a delivery; NaN where it is the value posted. */
    givenCost: float64,
    /** Money paid on top of the parent's cost, signed, in the settlement currency. */
    paid: float64,
  },
  pieces: {
    lot: rowIn('lots'),
    /** Share of the lot; of the pool's cost where a pool is carried. */
    share: float64,
    units: float64,
  },
  postings: {
    day: int32,
    settleCurrency: placeIn('currencies'),
    otherCurrency: placeIn('currencies'),
    /** Units of the other currency for one of the settlement currency, as recorded; NaN where nothing was. */
    perSettled: float64,
  },
  segments: {
    from: int32,
    to: int32,
    /** Signed quantity x contract size. */
    units: float64,
    /** Added to units x close, in the position's currency: minus the amount owed of contracts, plus claims. */
    offset: float64,
  },
} as const satisfies Record<ColumnGroup, Readonly<Record<string, ColumnDefinition>>>

type Definitions<Group extends ColumnGroup> = (typeof SNAPSHOT_COLUMNS)[Group]
type TypedColumn<Definition> = Definition extends { type: 'float64' } ? Float64Array : Int32Array

/** The columns of a group in a snapshot. */
export type Columns<Group extends ColumnGroup> = {
  readonly [Name in keyof Definitions<Group>]: TypedColumn<Definitions<Group>[Name]>
}

/** The columns that rows are appended to: all but the bounds. */
type WrittenName<Group extends ColumnGroup> = {
  [Name in keyof Definitions<Group>]: Definitions<Group>[Name] extends { join: 'bounds' } ? never : Name
}[keyof Definitions<Group>]

/** The columns of a group while rows are appended to them. */
export type GrowingColumns<Group extends ColumnGroup> = { readonly [Name in WrittenName<Group>]: number[] }

/** One number per column that rows are appended to: a row, or the column lengths once it is appended. */
export type Row<Group extends ColumnGroup> = { readonly [Name in WrittenName<Group>]: number }

/** The columns of a group without its bounds. */
export type FrozenColumns<Group extends ColumnGroup> = Pick<Columns<Group>, WrittenName<Group>>

/** Empty columns to append rows to. */
export function growColumns<Group extends ColumnGroup>(group: Group): GrowingColumns<Group> {
  // Two literals, since V8 keeps one element kind per literal: integers and doubles should not share one.
  const columns = listWritten(group).map(([name, { type }]): [string, number[]] =>
    type === 'float64' ? [name, []] : [name, []],
  )
  // The names come from the table that the type is made from.
  return Object.fromEntries(columns) as GrowingColumns<Group>
}

/**
 * Copies grown columns into typed arrays, one after the other.
 *
 * @param order Where given, row i of the result is row order[i].
 */
export function freezeColumns<Group extends ColumnGroup>(
  group: Group,
  grown: GrowingColumns<Group>,
  order?: Int32Array,
): FrozenColumns<Group> {
  const byName: Readonly<Record<string, readonly number[]>> = grown
  const columns = listWritten(group).map(([name, { type }]): [string, Int32Array | Float64Array] => {
    const values = byName[name] ?? []
    if (order) return [name, type === 'float64' ? gatherFloats(values, order) : gatherInts(values, order)]
    return [name, type === 'float64' ? new Float64Array(values) : new Int32Array(values)]
  })
  // Names and element types come from the table that the type is made from.
  return Object.fromEntries(columns) as FrozenColumns<Group>
}

/** The first rows of frozen columns, to append rows to. */
export function thawColumns<Group extends ColumnGroup>(
  group: Group,
  frozen: Columns<Group>,
  count: number,
): GrowingColumns<Group> {
  const byName: Readonly<Record<string, Int32Array | Float64Array>> = frozen
  const columns = listWritten(group).map(([name]): [string, number[]] => {
    const column = byName[name]
    return [name, column instanceof Float64Array ? thawFloats(column, count) : thawInts(column, count)]
  })
  // The names come from the table that the type is made from.
  return Object.fromEntries(columns) as GrowingColumns<Group>
}

/** The columns of a group that can be read by row, growing or frozen. */
export type ReadableColumns<Group extends ColumnGroup> = {
  readonly [Name in WrittenName<Group>]: ArrayLike<number>
}

/** The definitions of a group's columns by name. */
export function definitions(group: ColumnGroup): [name: string, definition: ColumnDefinition][] {
  return Object.entries<ColumnDefinition>(SNAPSHOT_COLUMNS[group])
}

const WRITTEN_COLUMNS = new Map<ColumnGroup, [name: string, definition: ColumnDefinition][]>()

/** The columns of a group that rows are appended to, listed once: every snapshot needs them. */
export function listWritten(group: ColumnGroup): [name: string, definition: ColumnDefinition][] {
  const known = WRITTEN_COLUMNS.get(group)
  if (known) return known
  const written = definitions(group).filter(([, { join }]) => join !== 'bounds')
  WRITTEN_COLUMNS.set(group, written)
  return written
}

// One function per element type, as V8 compiles each for the types that it has seen.

function thawInts(column: Int32Array | undefined, count: number): number[] {
  const values = new Array<number>(count)
  for (let row = 0; row < count; row += 1) values[row] = column?.[row] as number
  return values
}

function thawFloats(column: Float64Array, count: number): number[] {
  const values = new Array<number>(count)
  for (let row = 0; row < count; row += 1) values[row] = column[row] as number
  return values
}

function gatherInts(values: readonly number[], order: Int32Array): Int32Array {
  const column = new Int32Array(order.length)
  // An order names rows that exist.
  for (let row = 0; row < order.length; row += 1) column[row] = values[order[row] as number] as number
  return column
}

function gatherFloats(values: readonly number[], order: Int32Array): Float64Array {
  const column = new Float64Array(order.length)
  for (let row = 0; row < order.length; row += 1) column[row] = values[order[row] as number] as number
  return column
}
