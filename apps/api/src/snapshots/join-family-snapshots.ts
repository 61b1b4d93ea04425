import { joinSnapshots, share } from '@plumbline/engine'
import { joinDataDays } from './as-of.ts'
import type { CalendarRow } from './instrument-facts.store.ts'
import { joinLedgers } from './join-ledgers.ts'
import type { SnapshotWithMetadata } from './snapshot-metadata.ts'

/** Joins the snapshots of several families into one in shared memory. */
export function joinFamilySnapshots(
  parts: readonly SnapshotWithMetadata[],
): SnapshotWithMetadata & { bytes: number } {
  let bytes = 0
  const allocate = (length: number) => {
    bytes += length
    return new SharedArrayBuffer(length)
  }
  const joined = joinSnapshots(
    parts.map(({ snapshot }) => snapshot),
    allocate,
  )
  const metadata = parts.map(part => part.metadata)
  const ledger = joinLedgers(
    metadata.map(each => each.ledger),
    joined.places,
    allocate,
  )
  const rest = share(joined.snapshot)
  return {
    snapshot: rest.value,
    metadata: {
      accounts: mergeMaps(metadata.map(each => each.accounts)),
      symbols: mergeMaps(metadata.map(each => each.symbols)),
      priceSources: mergeMaps(metadata.map(each => each.priceSources)),
      rateSources: mergeMaps(metadata.map(each => each.rateSources)),
      ownInstruments: new Set(metadata.flatMap(each => [...each.ownInstruments])),
      unpostedSplits: metadata.flatMap(each => each.unpostedSplits),
      dataDays: joinDataDays(metadata.map(each => each.dataDays)),
      calendar: joinCalendars(metadata.map(each => each.calendar)),
      ledger,
    },
    bytes: bytes + rest.bytes,
  }
}

function mergeMaps<Value>(maps: readonly ReadonlyMap<string, Value>[]): Map<string, Value> {
  const all = new Map<string, Value>()
  for (const map of maps) for (const [key, value] of map) all.set(key, value)
  return all
}

/** Instruments that several families hold are in each of their calendars. */
function joinCalendars(calendars: readonly CalendarRow[][]): CalendarRow[] {
  const byId = new Map(calendars.flat().map(row => [row.id, row]))
  const sortKey = ({ date, instrument_id, event_type, id }: CalendarRow) =>
    `${date} ${instrument_id} ${event_type} ${id}`
  return [...byId.values()]
    .map(row => ({ row, order: sortKey(row) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ row }) => row)
}
