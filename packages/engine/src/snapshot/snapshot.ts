import type { Day } from '../calendar/day.ts'
import type { Account, Instrument, Ledger, Transaction } from '../ledger/ledger.ts'
import type { ConvertRate } from '../ledger/settle.ts'
import { unitize } from '../ledger/unitize.ts'
import { currencyUnit } from '../money/currency.ts'
import type { Checkpoint } from '../posting/checkpoint.ts'
import type { Issue } from '../posting/issues.ts'
import { type DeriveFacts, derivePositions } from '../posting/post-ledger.ts'
import type { Entry } from '../posting/posting-context.ts'
import { readEntries } from '../posting/read-entries.ts'
import { assumePrices } from '../valuation/assumed-market.ts'
import { withExpiredContracts } from '../valuation/expired-contracts.ts'
import { withForwardRates } from '../valuation/forward-rates.ts'
import { buildInstrumentPrices, closeOn, type InstrumentPrices } from '../valuation/instrument-prices.ts'
import { withInterest } from '../valuation/interest.ts'
import { crossRate, type DailySeries, type Market } from '../valuation/market.ts'
import { type Claim, findAccruals } from './accrued-claims.ts'
import { addClaims } from './claim-segments.ts'
import { type Columns, freezeColumns } from './columns.ts'
import {
  addCurrencyDays,
  type CheckpointPlace,
  indexDays,
  isInOrder,
  listSpans,
  noteResumeState,
  type ResumeState,
} from './resume-state.ts'
import { closeTable } from './row-table.ts'
import { buildSegments, indexEventsByPosition, type Segments } from './segments.ts'
import { type TextColumn, toTextColumn } from './text-column.ts'

export interface PositionColumns extends Columns<'positions'> {
  readonly count: number
  readonly keys: readonly string[]
}

/**
 * A family's ledger in columns: everything that does not depend on a query, derived once per change of data. Events
 * are stored position by position, each position's in posting order: those of position p from
 * `positions.eventFrom[p]` to `eventFrom[p + 1]`; segments likewise. A pass over one position then reads neighbouring
 * memory, and `chronological` gives the order of the whole ledger. A snapshot of several ledgers has one after the other.
 */
export interface PortfolioSnapshot {
  /** The day before the first transaction: values exist from its close to that of `lastDay`. */
  readonly firstDay: Day
  readonly lastDay: Day
  readonly accounts: readonly Account[]
  readonly instruments: readonly Instrument[]
  /** Per instrument the place of its underlying; -1 for none, or one unknown to the snapshot. */
  readonly underlyings: Int32Array
  readonly transactions: TextColumn
  readonly transactionDays: Int32Array
  readonly currencies: readonly string[]
  readonly positions: PositionColumns
  readonly events: Columns<'events'>
  /** Events in posting order. */
  readonly chronological: Int32Array
  /** Where the events of each ledger begin in `chronological`, and where the last of them ends. */
  readonly ledgerFrom: readonly number[]
  readonly lots: Columns<'lots'>
  readonly pieces: Columns<'pieces'>
  readonly postings: Columns<'postings'>
  readonly segments: Segments
  /** Payments due to positions and not posted yet; the offsets of the segments include them. */
  readonly claims: readonly Claim[]
  /** Futures, forwards and short options, by lot: exposure at opening, in the instrument's currency. */
  readonly marginRequirements: ReadonlyMap<number, number>
  readonly prices: readonly InstrumentPrices[]
  /** 1 where the prices are the market's own column, which all snapshots of that market share. */
  readonly isMarketPrice: Uint8Array
  readonly pivot: string
  /** Per currency the value of one unit in the pivot: the market's own columns. */
  readonly rates: ReadonlyMap<string, DailySeries>
  readonly issues: readonly Issue[]
}

/** The currencies of instruments, and those that transactions settle in, in order. */
export function listCurrencies(instruments: readonly Instrument[], settled: Iterable<string>): string[] {
  const names = new Set(settled)
  for (const { currency, baseCurrency } of instruments) {
    names.add(currencyUnit(currency).currency)
    if (baseCurrency != null) names.add(currencyUnit(baseCurrency).currency)
  }
  return [...names].sort()
}

/**
 * Posts the ledger and finds its accruals. Payments without a transaction, and the accounts that had earned a coupon, are
 * known only after a first pass; they open and close nothing, so the claims remain valid when a second pass posts them.
 */
function postWithAccruals(
  entries: readonly Entry[],
  facts: Omit<DeriveFacts, 'payments' | 'earnedElsewhere'>,
  currencies: readonly string[],
) {
  const post = (found: Pick<DeriveFacts, 'payments' | 'earnedElsewhere'>) => {
    const derived = derivePositions(entries, { ...facts, ...found })
    const { events, positions } = derived.journal
    return { ...derived, byPosition: indexEventsByPosition(events.position, positions.keys.length) }
  }
  const posted = post({ payments: [], earnedElsewhere: new Map() })
  const { transactions } = facts.ledger
  const found = { transactions, transactionAt: (place: number) => transactions[place] }
  const { claims, paidOutside, earnedElsewhere } = findAccruals({ ...posted, ...facts, ...found, currencies })
  const isComplete = paidOutside.length === 0 && earnedElsewhere.size === 0
  return {
    ...(isComplete ? posted : post({ payments: paidOutside, earnedElsewhere })),
    claims,
    isComplete,
  }
}

export function transactionDays(transactions: readonly Transaction[]): Int32Array {
  const days = new Int32Array(transactions.length)
  for (let place = 0; place < days.length; place += 1) days[place] = (transactions[place] as Transaction).day
  return days
}

export function findUnderlyings(instruments: readonly Instrument[]): Int32Array {
  const places = new Map(instruments.map(({ id }, place) => [id, place]))
  return Int32Array.from(instruments, ({ underlying }) =>
    underlying == null ? -1 : (places.get(underlying) ?? -1),
  )
}

/** The closes of every instrument: quotes, interest, forward rates, and the last value of expired contracts. */
export function priceInstruments(
  { instruments }: Pick<Ledger, 'instruments'>,
  entries: readonly Entry[],
  market: Market,
  lastDay: Day,
): InstrumentPrices[] {
  const past = (): Entry[] => entries.filter(({ transaction }) => transaction.day <= lastDay)
  const quoted = buildInstrumentPrices(instruments, entries, market, lastDay)
  const assumed = assumePrices(instruments, quoted, market.assumed, lastDay)
  const withAccrued = withInterest(instruments, assumed, lastDay)
  return withExpiredContracts(instruments, past, withForwardRates(instruments, past, withAccrued, market))
}

/** The inverse of the order by position: per event in posting order its row. */
function invert(order: Int32Array): Int32Array {
  const rows = new Int32Array(order.length)
  for (let row = 0; row < rows.length; row += 1) rows[order[row] as number] = row
  return rows
}

/** What posting looks up, besides the transactions. */
export function openFacts(
  { accounts, instruments }: Ledger,
  currencies: readonly string[],
  prices: readonly InstrumentPrices[],
) {
  const currencyIndex = new Map(currencies.map((currency, index) => [currency, index]))
  return {
    accounts,
    currencyIndex,
    instrumentCurrency: instruments.map(
      instrument => currencyIndex.get(currencyUnit(instrument.currency).currency) ?? 0,
    ),
    closeOn: (instrument: number, day: Day) => closeOn(prices[instrument], day),
  }
}

export function listMarketPrices(
  instruments: readonly Instrument[],
  prices: readonly InstrumentPrices[],
  market: Market,
): Uint8Array {
  return Uint8Array.from(instruments, ({ id }, index) =>
    prices[index]?.values === market.prices.get(id)?.values ? 1 : 0,
  )
}

/** A snapshot, and what the derivation of a later one can continue from; null where it has to begin again. */
export interface ResumableSnapshot<Kept extends CheckpointPlace = Checkpoint> {
  readonly snapshot: PortfolioSnapshot
  readonly resume: ResumeState<Kept> | null
}

/**
 * Derives a snapshot: transactions into legs, legs into positions with lots, positions into segments of constant
 * quantity, all as of `lastDay` (later transactions are ignored). Nothing here depends on a currency, a period or a
 * filter. Cost: proportional to the number of transactions; market columns are shared, not copied.
 */
export function buildSnapshot(stated: Ledger, market: Market, lastDay: Day): PortfolioSnapshot {
  return buildResumableSnapshot(stated, market, lastDay).snapshot
}

/** Derives a snapshot as `buildSnapshot` does, and keeps what `continueSnapshot` needs. */
export function buildResumableSnapshot(stated: Ledger, market: Market, lastDay: Day): ResumableSnapshot {
  const ledger = unitize(stated)
  const convert: ConvertRate = (from, to, day) => crossRate(market, from, to, day)
  const { entries, issues, traits } = readEntries(ledger, convert)
  const currencyDays = addCurrencyDays(new Map(), entries)
  const currencies = listCurrencies(ledger.instruments, currencyDays.keys())
  const prices = priceInstruments(ledger, entries, market, lastDay)
  const isResumable = ledger === stated && isInOrder(ledger.transactions)
  const facts = {
    ...openFacts(ledger, currencies, prices),
    ledger,
    traits,
    convert,
    lastDay,
    start: null,
    spans: isResumable ? listSpans(ledger.transactions, indexDays(ledger.transactions)) : null,
  }
  const { journal, byPosition, claims, checkpoints, isComplete } = postWithAccruals(
    entries,
    facts,
    currencies,
  )
  const multipliers = ledger.instruments.map(instrument => instrument.contractSize ?? 1)
  const segments = addClaims(buildSegments(journal, byPosition, multipliers, lastDay), claims)
  const snapshot: PortfolioSnapshot = {
    firstDay: (journal.events.day[0] ?? lastDay) - 1,
    lastDay,
    accounts: ledger.accounts,
    instruments: ledger.instruments,
    underlyings: findUnderlyings(ledger.instruments),
    transactions: toTextColumn(ledger.transactions.map(transaction => transaction.id)),
    transactionDays: transactionDays(ledger.transactions),
    currencies,
    events: freezeColumns('events', journal.events, byPosition.order),
    lots: closeTable('lots', journal.lots),
    pieces: closeTable('pieces', journal.pieces),
    postings: freezeColumns('postings', journal.postings),
    positions: {
      count: journal.positions.keys.length,
      keys: journal.positions.keys,
      ...freezeColumns('positions', journal.positions),
      eventFrom: byPosition.from,
      segmentFrom: segments.positionFrom,
    },
    chronological: invert(byPosition.order),
    ledgerFrom: [0, byPosition.order.length],
    segments,
    claims,
    marginRequirements: journal.marginRequirements,
    prices,
    isMarketPrice: listMarketPrices(ledger.instruments, prices, market),
    pivot: market.pivot,
    rates: market.rates,
    issues: [...issues.unsupported, ...issues.unpaired, ...issues.splits, ...journal.issues],
  }
  if (!isResumable || !isComplete) return { snapshot, resume: null }
  const known = { currencyDays, issues, postedIssues: journal.issues, owed: journal.owed, checkpoints }
  return { snapshot, resume: noteResumeState(ledger, entries, market, known) }
}
