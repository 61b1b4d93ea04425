import type { Day } from '../calendar/day.ts'
import type { Columns, ReadableColumns } from './columns.ts'
import { type Allocate, allocatePrivate } from './row-table.ts'

/**
 * Ranges of days with a constant holding. On each day of a segment a position is worth `units x close + offset` in its
 * currency (cash has the close 1).
 */
export interface Segments extends Columns<'segments'> {
  /** Segments of position p: from positionFrom[p] to positionFrom[p + 1]. */
  readonly positionFrom: Int32Array
}

/** Events grouped by position, in posting order. */
export interface EventsByPosition {
  readonly order: Int32Array
  readonly from: Int32Array
}

/** A counting sort of events by position: `order` lists event numbers, `from` where each position's begin. */
export function indexEventsByPosition(
  positionOfEvent: readonly number[],
  positionCount: number,
): EventsByPosition {
  const from = new Int32Array(positionCount + 1)
  for (const position of positionOfEvent) from[position + 1] = (from[position + 1] ?? 0) + 1
  for (let index = 0; index < positionCount; index += 1)
    from[index + 1] = (from[index + 1] ?? 0) + (from[index] ?? 0)
  const next = from.slice()
  const order = new Int32Array(positionOfEvent.length)
  positionOfEvent.forEach((position, event) => {
    const place = next[position] ?? 0
    order[place] = event
    next[position] = place + 1
  })
  return { order, from }
}

/** The events that segments follow from. */
interface PostedEvents {
  readonly events: Pick<ReadableColumns<'events'>, 'day' | 'quantity' | 'after'>
  readonly positions: Pick<ReadableColumns<'positions'>, 'instrument'>
  readonly owed: ReadonlyMap<number, number>
}

/** Splits the days of each position into segments: the quantity after a day's last transaction holds until the next change. */
export function buildSegments(
  { events, positions, owed: owedAfter }: PostedEvents,
  byPosition: EventsByPosition,
  multipliers: readonly number[],
  lastDay: Day,
  allocate: Allocate = allocatePrivate,
): Segments {
  // At most one segment before each event and one after the last.
  const most = byPosition.order.length + positions.instrument.length
  const columns: Columns<'segments'> = {
    from: allocate('int32', most),
    to: allocate('int32', most),
    units: allocate('float64', most),
    offset: allocate('float64', most),
  }
  let count = 0
  const write = (from: Day, to: Day, units: number, offset: number): void => {
    columns.from[count] = from
    columns.to[count] = to
    columns.units[count] = units
    columns.offset[count] = offset
    count += 1
  }
  const positionFrom = new Int32Array(positions.instrument.length + 1)
  for (let position = 0; position < positions.instrument.length; position += 1) {
    const instrument = positions.instrument[position] ?? -1
    const multiplier = instrument < 0 ? 1 : (multipliers[instrument] ?? 1)
    const last = byPosition.from[position + 1] ?? 0
    let heldUnits = 0
    let owed = 0
    let since = 0
    for (let place = byPosition.from[position] ?? 0; place < last; place += 1) {
      const event = byPosition.order[place] ?? 0
      const change = owedAfter.size === 0 ? undefined : owedAfter.get(event)
      if (events.quantity[event] === 0 && change === undefined) continue
      const day = events.day[event] ?? 0
      // The unpaid gain of closed contracts outlasts them.
      if ((heldUnits !== 0 || owed !== 0) && day > since) write(since, day - 1, heldUnits, -owed)
      since = day
      owed = change ?? owed
      heldUnits = (events.after[event] ?? 0) * multiplier
    }
    if (heldUnits !== 0 || owed !== 0) write(since, lastDay, heldUnits, -owed)
    positionFrom[position + 1] = count
  }
  return {
    from: columns.from.subarray(0, count),
    to: columns.to.subarray(0, count),
    units: columns.units.subarray(0, count),
    offset: columns.offset.subarray(0, count),
    positionFrom,
  }
}
