import type { Day } from '../calendar/day.ts'
import type { Journal } from '../posting/journal.ts'

/**
 * Stretches of days with the same holding. On each day of a segment a position is worth
 * `units x close + offset` in its currency (cash has the close 1). Whatever else a kind of instrument adds to its
 * value per day can be put into the close or into a further column; the pass over the days stays the same.
 */
export interface Segments {
  readonly from: Int32Array
  readonly to: Int32Array
  /** Signed quantity x contract size. */
  readonly units: Float64Array
  /** Of futures and forwards: what is added to units x close, in the position's currency; else 0. */
  readonly offset: Float64Array
  /** Segments of position p: from positionFrom[p] to positionFrom[p + 1]. */
  readonly positionFrom: Int32Array
}

/** Events grouped by position, in the order they were posted. */
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

/** The closes that each position was held over: the quantity after the last transaction of a day holds until the next change. */
export function segmentsOf(
  journal: Journal,
  byPosition: EventsByPosition,
  multipliers: readonly number[],
  lastDay: Day,
): Segments {
  const { events, positions, owed: owedAfter } = journal
  const from: number[] = []
  const to: number[] = []
  const units: number[] = []
  const offset: number[] = []
  const positionFrom = new Int32Array(positions.keys.length + 1)
  for (let position = 0; position < positions.keys.length; position += 1) {
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
      if (heldUnits !== 0 && day > since) {
        from.push(since)
        to.push(day - 1)
        units.push(heldUnits)
        offset.push(-owed)
      }
      since = day
      owed = change ?? owed
      heldUnits = (events.after[event] ?? 0) * multiplier
    }
    if (heldUnits !== 0) {
      from.push(since)
      to.push(lastDay)
      units.push(heldUnits)
      offset.push(-owed)
    }
    positionFrom[position + 1] = from.length
  }
  return {
    from: new Int32Array(from),
    to: new Int32Array(to),
    units: new Float64Array(units),
    offset: new Float64Array(offset),
    positionFrom,
  }
}
