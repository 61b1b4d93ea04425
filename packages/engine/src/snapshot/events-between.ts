import type { Day } from '../calendar/day.ts'
import type { PortfolioSnapshot } from './snapshot.ts'

type OrderedEvents = Pick<PortfolioSnapshot, 'chronological' | 'ledgerFrom'> & {
  readonly events: Pick<PortfolioSnapshot['events'], 'day'>
}

/** Places in `chronological`: from the first to the one after the last. */
interface Range {
  readonly from: number
  readonly to: number
}

/** The place of the first event of a ledger after a day, by bisection. */
function findAfter({ chronological, events }: OrderedEvents, { from, to }: Range, day: Day): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >> 1
    // An order names rows that exist.
    if ((events.day[chronological[middle] as number] as number) <= day) low = middle + 1
    else high = middle
  }
  return low
}

/** The events of a span of days, ledger by ledger. */
export function rangesBetween(snapshot: OrderedEvents, from: Day, to: Day): Range[] {
  return snapshot.ledgerFrom.slice(1).map((end, ledger) => {
    const all = { from: snapshot.ledgerFrom[ledger] ?? end, to: end }
    return { from: findAfter(snapshot, all, from - 1), to: findAfter(snapshot, all, to) }
  })
}

/** The events of a span of days in the order of days. On a day the first ledger comes first, each in its own order. */
export function eventsBetween(snapshot: OrderedEvents, from: Day, to: Day): Int32Array {
  const { chronological, events } = snapshot
  const ranges = rangesBetween(snapshot, from, to).filter(range => range.to > range.from)
  const [only] = ranges
  if (!only) return new Int32Array(0)
  if (ranges.length === 1) return chronological.subarray(only.from, only.to)
  const next = new Int32Array(to - from + 2)
  let count = 0
  for (const range of ranges)
    for (let place = range.from; place < range.to; place += 1) {
      const day = (events.day[chronological[place] as number] as number) - from
      next[day + 1] = (next[day + 1] as number) + 1
      count += 1
    }
  for (let day = 1; day < next.length; day += 1) next[day] = (next[day] as number) + (next[day - 1] as number)
  const sorted = new Int32Array(count)
  for (const range of ranges)
    for (let place = range.from; place < range.to; place += 1) {
      const event = chronological[place] as number
      const day = (events.day[event] as number) - from
      sorted[next[day] as number] = event
      next[day] = (next[day] as number) + 1
    }
  return sorted
}
