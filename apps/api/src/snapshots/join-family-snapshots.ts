import { computeOnce, joinSnapshots } from '@plumbline/engine'
import { joinDataDays } from './as-of.ts'
import type { CalendarRow } from './instrument-facts.store.ts'
import { joinLedgers } from './join-ledgers.ts'
import type { SnapshotWithMetadata } from './snapshot-metadata.ts'

/** Joins the snapshots of several families into one. Most of it is joined when it is first read. */
export function joinFamilySnapshots(parts: readonly SnapshotWithMetadata[]): SnapshotWithMetadata {
  const joined = joinSnapshots(parts.map(({ snapshot }) => snapshot))
  const all = parts.map(part => part.metadata)
  const symbols = computeOnce(() => mergeMaps(all.map(each => each.symbols)))
  const priceSources = computeOnce(() => mergeMaps(all.map(each => each.priceSources)))
  const ownInstruments = computeOnce(() => new Set(all.flatMap(each => [...each.ownInstruments])))
  const calendar = computeOnce(() => joinCalendars(all.map(each => each.calendar)))
  const ledgers = all.map(each => each.ledger)
  const ledger = computeOnce(() => joinLedgers(ledgers, joined.places))
  return {
    snapshot: joined.snapshot,
    metadata: {
      accounts: mergeMaps(all.map(each => each.accounts)),
      rateSources: mergeMaps(all.map(each => each.rateSources)),
      unpostedSplits: all.flatMap(each => each.unpostedSplits),
      dataDays: joinDataDays(all.map(each => each.dataDays)),
      get symbols() {
        return symbols()
      },
      get priceSources() {
        return priceSources()
      },
      get ownInstruments() {
        return ownInstruments()
      },
      get calendar() {
        return calendar()
      },
      get ledger() {
        return ledger()
      },
    },
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
