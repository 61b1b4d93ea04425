import {
  type Book,
  type DailySeries,
  type Day,
  dayOf,
  deriveBook,
  type Market,
  type PriceSeries,
  priceSeriesOfYears,
  rateSeriesOfYears,
  share,
} from '@plumbline/engine'
import type { Database, Scoped } from '../db/database.ts'
import {
  type BookingRow,
  type InstrumentRow,
  readAccounts,
  readBookings,
  readCloses,
  readInstruments,
  readRates,
  readVersions,
  type Versions,
} from './facts.store.ts'
import { forwardRates } from './forward-rates.ts'
import {
  type CalendarRow,
  readCalendar,
  readOwnInstruments,
  readPriceSources,
  readRateSources,
} from './instrument-facts.store.ts'
import { ledgerOf, transactionsOf } from './ledger.ts'
import { type LedgerColumns, ledgerColumns } from './ledger-columns.ts'

/** The currency that rates are kept against. */
export const pivotCurrency = 'USD'

/** Market columns that are in shared memory already, as of one version of the market. */
export interface MarketColumns {
  version: string
  lastDay: Day
  prices: Map<string, PriceSeries>
  rates: Map<string, DailySeries>
}

/** What screens call things: the words and facts that stand beside figures. */
export interface Names {
  accounts: Map<string, { name: string; custodianId: string; custodianName: string; baseCurrency: string }>
  symbols: Map<string, string>
  /** Where the last price of an instrument and the last rate of a currency came from. */
  priceSources: Map<string, string>
  rateSources: Map<string, string>
  /** Instruments that a family keeps by hand. */
  ownInstruments: Set<string>
  calendar: CalendarRow[]
  ledger: LedgerColumns
}

/** Changes of the ledger to look at before they are made: bookings by the root they replace, null to void one. */
export type Draft = readonly { rootId: string; booking: BookingRow | null }[]

export interface LoadedBook {
  book: Book
  names: Names
  versions: Versions
  /** Shared memory of this book alone, without the market's. */
  bytes: number
  market: MarketColumns
  /** Shared memory that this load added to the market. */
  marketBytes: number
}

/** The database that was read has not caught up with what it was to have reached. */
export class StaleFacts extends Error {}

/** Reads the facts of some families in one snapshot and derives their book, with all columns shared. */
export async function loadBook(
  database: Database,
  familyIds: readonly string[],
  lastDay: Day,
  known: MarketColumns | null,
  draft: Draft = [],
  atLeast: Versions | null = null,
): Promise<LoadedBook> {
  const facts = await database.withinSnapshot('system', tx =>
    readFacts(tx, familyIds, lastDay, known, draft, atLeast),
  )
  const market = share(facts.market)
  const quoted: Market = { pivot: pivotCurrency, prices: market.value.prices, rates: market.value.rates }
  const forwards = forwardRates(facts.instruments, facts.bookings, quoted, lastDay)
  const columns =
    forwards.size === 0 ? quoted : { ...quoted, prices: new Map([...quoted.prices, ...forwards]) }
  const book = share(deriveBook(facts.ledger, columns, lastDay))
  const { bookings, former } = facts
  const ledger = share(ledgerColumns(bookings, former, facts.ledger, transactionsOf(former), columns))
  return {
    book: book.value,
    names: { ...facts.names, ledger: ledger.value },
    versions: facts.versions,
    bytes: book.bytes + ledger.bytes,
    market: market.value,
    marketBytes: market.bytes,
  }
}

async function readFacts(
  tx: Scoped,
  familyIds: readonly string[],
  lastDay: Day,
  known: MarketColumns | null,
  draft: Draft,
  atLeast: Versions | null,
) {
  const versions = await readVersions(tx, familyIds)
  if (atLeast && !hasReached(versions, atLeast)) throw new StaleFacts()
  const accounts = await readAccounts(tx, familyIds)
  const { bookings: booked, former } = await readBookings(tx, familyIds)
  const bookings = withDraft(booked, draft)
  const used = instrumentsIn(bookings, former)
  const instruments = await readInstruments(tx, used)
  const isCurrent = known !== null && known.version === versions.market && known.lastDay === lastDay
  const base = isCurrent
    ? known
    : { version: versions.market, lastDay, prices: new Map(), rates: await rates(tx, lastDay) }
  const missing = instruments.filter(row => !base.prices.has(row.id))
  const added = missing.length > 0 ? await prices(tx, missing, lastDay) : new Map<string, PriceSeries>()
  const market: MarketColumns = { ...base, prices: new Map([...base.prices, ...added]) }
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
  const ledger = ledgerOf(accounts, instruments, bookings)
  return { versions, ledger, instruments, bookings, former, market, names }
}

/** Whether everything is there that the wanted versions count. */
export function hasReached(found: Versions, wanted: Versions): boolean {
  const versionOf = new Map(found.families.map(({ id, version }) => [id, BigInt(version)]))
  const hasFamilies = wanted.families.every(
    ({ id, version }) => (versionOf.get(id) ?? -1n) >= BigInt(version),
  )
  return hasFamilies && BigInt(found.market) >= BigInt(wanted.market)
}

function instrumentsIn(...lists: readonly BookingRow[][]): string[] {
  const used = new Set<string>()
  for (const list of lists)
    for (const { instrument_id } of list) if (instrument_id !== null) used.add(instrument_id)
  return [...used]
}

function withDraft(bookings: BookingRow[], draft: Draft): BookingRow[] {
  if (draft.length === 0) return bookings
  const replaced = new Set(draft.map(({ rootId }) => rootId))
  const kept = bookings.filter(({ id }) => !replaced.has(id))
  return [...kept, ...draft.flatMap(({ booking }) => booking ?? [])]
}

async function prices(
  tx: Scoped,
  instruments: InstrumentRow[],
  lastDay: Day,
): Promise<Map<string, PriceSeries>> {
  const closes = await readCloses(
    tx,
    instruments.map(row => row.id),
  )
  const series = new Map<string, PriceSeries>()
  for (const row of instruments) {
    const years = closes.get(row.id)
    if (!years) continue
    const splits = row.splits.map(split => ({ ...split, day: dayOf(split.date) }))
    series.set(
      row.id,
      priceSeriesOfYears(years, lastDay, { splits, adjusted: row.is_split_adjusted, kind: row.price_kind }),
    )
  }
  return series
}

async function rates(tx: Scoped, lastDay: Day): Promise<Map<string, DailySeries>> {
  const years = await readRates(tx)
  return new Map([...years].map(([currency, columns]) => [currency, rateSeriesOfYears(columns, lastDay)]))
}
