import type { Checkpoint } from '../posting/checkpoint.ts'
import type { Journal } from '../posting/journal.ts'
import {
  type ColumnGroup,
  type Columns,
  definitions,
  type FrozenColumns,
  type GrowingColumns,
  listWritten,
} from './columns.ts'
import type { Allocate } from './row-table.ts'
import { type EventsByPosition, indexEventsByPosition } from './segments.ts'

type Column = Int32Array | Float64Array

/** The rows of a snapshot that a continued journal keeps and extends. */
export interface KeptRows {
  readonly positions: Pick<Columns<'positions'>, 'eventFrom'> & { readonly count: number }
  readonly events: Columns<'events'>
  readonly chronological: Int32Array
}

/** Rows in a row that move together. */
interface Run {
  readonly from: number
  readonly to: number
  readonly length: number
}

/** Events by position, in their new places. */
interface EventPlaces {
  readonly eventFrom: Int32Array
  readonly runs: readonly Run[]
  readonly added: EventsByPosition
  /** Per added event its row. */
  readonly addedRows: Int32Array
}

/** Counts the events that a snapshot has after the checkpoint, by position. */
function countDropped({ positions, events, chronological }: KeptRows, kept: number): Int32Array {
  const dropped = new Int32Array(positions.count)
  for (let event = kept; event < chronological.length; event += 1) {
    const position = events.position[chronological[event] as number] as number
    dropped[position] = (dropped[position] as number) + 1
  }
  return dropped
}

function placeEvents(rows: KeptRows, { events, positions }: Journal, kept: Checkpoint['rows']): EventPlaces {
  const dropped = countDropped(rows, kept.events)
  const count = positions.keys.length
  const added = indexEventsByPosition(events.position, count)
  const eventFrom = new Int32Array(count + 1)
  const addedRows = new Int32Array(events.position.length)
  const runs: Run[] = []
  let run: Run | undefined
  for (let position = 0; position < count; position += 1) {
    const from = rows.positions.eventFrom[position] ?? 0
    const all = (rows.positions.eventFrom[position + 1] ?? 0) - from
    const length = position < kept.positions ? all - (dropped[position] as number) : 0
    const to = eventFrom[position] as number
    if (run && run.from + run.length === from && run.to + run.length === to)
      run = { ...run, length: run.length + length }
    else {
      if (run) runs.push(run)
      run = { from, to, length }
    }
    let row = to + length
    for (
      let place = added.from[position] as number;
      place < (added.from[position + 1] as number);
      place += 1
    ) {
      addedRows[added.order[place] as number] = row
      row += 1
    }
    eventFrom[position + 1] = row
  }
  if (run) runs.push(run)
  return { eventFrom, runs, added, addedRows }
}

/** Puts the kept events and those of a continued journal in the order of their positions. */
export function spliceEvents(rows: KeptRows, journal: Journal, kept: Checkpoint['rows'], allocate: Allocate) {
  const { eventFrom, runs, addedRows } = placeEvents(rows, journal, kept)
  const length = eventFrom[eventFrom.length - 1] as number
  const before: Readonly<Record<string, Column>> = rows.events
  const grown: Readonly<Record<string, readonly number[]>> = journal.events
  const columns = definitions('events').map(([name, { type }]): [string, Column] => {
    const column = allocate(type, length)
    const [own, values] = [before[name] as Column, grown[name] ?? []]
    for (const run of runs) column.set(own.subarray(run.from, run.from + run.length), run.to)
    for (let event = 0; event < values.length; event += 1)
      column[addedRows[event] as number] = values[event] as number
    return [name, column]
  })
  const chronological = allocate('int32', length)
  for (let event = 0; event < kept.events; event += 1) {
    const row = rows.chronological[event] as number
    const position = rows.events.position[row] as number
    const shift = (eventFrom[position] as number) - (rows.positions.eventFrom[position] as number)
    chronological[event] = row + shift
  }
  chronological.set(addedRows, kept.events)
  // Names and element types come from the table that the type is made from.
  return { events: Object.fromEntries(columns) as Columns<'events'>, eventFrom, chronological }
}

/** The first rows of frozen columns, followed by those of grown ones. */
export function appendRows<Group extends ColumnGroup>(
  group: Group,
  frozen: Columns<Group>,
  kept: number,
  grown: GrowingColumns<Group>,
  allocate: Allocate,
): FrozenColumns<Group> {
  const before: Readonly<Record<string, Column>> = frozen
  const added: Readonly<Record<string, readonly number[]>> = grown
  const columns = listWritten(group).map(([name, { type }]): [string, Column] => {
    const values = added[name] ?? []
    const column = allocate(type, kept + values.length)
    column.set((before[name] as Column).subarray(0, kept))
    column.set(values, kept)
    return [name, column]
  })
  // Names and element types come from the table that the type is made from.
  return Object.fromEntries(columns) as FrozenColumns<Group>
}
