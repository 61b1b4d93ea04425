import type { Scoped } from '../platform/db/database.ts'
import {
  type AccountRow,
  type BookingRow,
  type InstrumentRow,
  readAccounts,
  readBookings,
  readInstruments,
} from './facts.store.ts'
import {
  readCalendar,
  readOwnInstruments,
  readPriceSources,
  readRateSources,
} from './instrument-facts.store.ts'
import type { Names } from './named-snapshot.ts'

/** Changes of the ledger to look at before they are made: bookings by the root they replace, null to void one. */
export type Draft = readonly { rootId: string; booking: BookingRow | null }[]

/** What the database says of a family. */
export interface FamilyFacts {
  accounts: AccountRow[]
  instruments: InstrumentRow[]
  /** In force, and those that no longer count. */
  bookings: BookingRow[]
  former: BookingRow[]
  names: Omit<Names, 'ledger'>
}

export async function readFamilyFacts(
  tx: Scoped,
  familyIds: readonly string[],
  draft: Draft,
): Promise<FamilyFacts> {
  const accounts = await readAccounts(tx, familyIds)
  const { bookings: booked, former } = await readBookings(tx, familyIds)
  const bookings = withDraft(booked, draft, new Set(accounts.map(({ id }) => id)))
  const used = instrumentsIn(bookings, former)
  const instruments = await readInstruments(tx, used)
  const names = {
    accounts: new Map(
      accounts.map(row => [
        row.id,
        {
          name: row.name,
          custodianId: row.custodian_id,
          custodianName: row.custodian_name,
          baseCurrency: row.base_currency,
        },
      ]),
    ),
    symbols: new Map(
      instruments.flatMap((row): [string, string][] => (row.symbol === null ? [] : [[row.id, row.symbol]])),
    ),
    priceSources: await readPriceSources(tx, used),
    rateSources: await readRateSources(tx),
    ownInstruments: await readOwnInstruments(tx, used),
    calendar: await readCalendar(tx, used),
  }
  return { accounts, instruments, bookings, former, names }
}

function instrumentsIn(...lists: readonly BookingRow[][]): string[] {
  const used = new Set<string>()
  for (const list of lists)
    for (const { instrument_id } of list) if (instrument_id !== null) used.add(instrument_id)
  return [...used]
}

/** With what a draft says of these accounts. */
function withDraft(bookings: BookingRow[], draft: Draft, accounts: ReadonlySet<string>): BookingRow[] {
  if (draft.length === 0) return bookings
  const replaced = new Set(draft.map(({ rootId }) => rootId))
  const kept = bookings.filter(({ id }) => !replaced.has(id))
  const added = draft.flatMap(({ booking }) =>
    booking !== null && accounts.has(booking.account_id) ? [booking] : [],
  )
  return [...kept, ...added]
}
