import { joinSnapshots, share } from '@plumbline/engine'
import type { CalendarRow } from './instrument-facts.store.ts'
import { joinLedgers } from './join-ledgers.ts'
import type { NamedSnapshot } from './named-snapshot.ts'

/** Snapshots of families as one, with the words that go with it, in shared memory. */
export function joinNamedSnapshots(parts: readonly NamedSnapshot[]): NamedSnapshot & { bytes: number } {
  let bytes = 0
  const allocate = (length: number) => {
    bytes += length
    return new SharedArrayBuffer(length)
  }
  const joined = joinSnapshots(
    parts.map(({ snapshot }) => snapshot),
    allocate,
  )
  const names = parts.map(part => part.names)
  const ledger = joinLedgers(
    names.map(each => each.ledger),
    joined.places,
    allocate,
  )
  const rest = share(joined.snapshot)
  return {
    snapshot: rest.value,
    names: {
      accounts: mapOf(names.map(each => each.accounts)),
      symbols: mapOf(names.map(each => each.symbols)),
      priceSources: mapOf(names.map(each => each.priceSources)),
      rateSources: mapOf(names.map(each => each.rateSources)),
      ownInstruments: new Set(names.flatMap(each => [...each.ownInstruments])),
      calendar: joinCalendars(names.map(each => each.calendar)),
      ledger,
    },
    bytes: bytes + rest.bytes,
  }
}

function mapOf<Value>(maps: readonly ReadonlyMap<string, Value>[]): Map<string, Value> {
  const all = new Map<string, Value>()
  for (const map of maps) for (const [key, value] of map) all.set(key, value)
  return all
}

/** What families have in common is in each of their calendars. */
function joinCalendars(calendars: readonly CalendarRow[][]): CalendarRow[] {
  const byId = new Map(calendars.flat().map(row => [row.id, row]))
  const orderOf = ({ date, instrument_id, event_type, id }: CalendarRow) =>
    `${date} ${instrument_id} ${event_type} ${id}`
  return [...byId.values()]
    .map(row => ({ row, order: orderOf(row) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ row }) => row)
}
