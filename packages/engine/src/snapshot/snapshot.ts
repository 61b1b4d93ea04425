import type { Day } from '../calendar/day.ts'
import type { Account, Instrument, Ledger, Transaction } from '../ledger/ledger.ts'
import type { ConvertRate } from '../ledger/settle.ts'
import { unitized } from '../ledger/unitize.ts'
import { currencyUnit } from '../money/currency.ts'
import type { DerivedPayment } from '../posting/derived-payments.ts'
import type { Journal } from '../posting/journal.ts'
import { type DeriveFacts, derivePositions, type Issue, readEntries } from '../posting/post-ledger.ts'
import type { Entry } from '../posting/posting-context.ts'
import { withEndings } from '../valuation/endings.ts'
import { withForwardRates } from '../valuation/forward-rates.ts'
import { withInterest } from '../valuation/interest.ts'
import { crossRate, type DailySeries, type Market } from '../valuation/market.ts'
import { closeOn, type TransactionPrices, transactionPrices } from '../valuation/transaction-prices.ts'
import { type Claim, findAccruals } from './accrued-claims.ts'
import { addClaims } from './claim-segments.ts'
import { indexEventsByPosition, type Segments, segmentsOf } from './segments.ts'

type Ints<Name extends string> = { readonly [key in Name]: Int32Array }
type Floats<Name extends string> = { readonly [key in Name]: Float64Array }

export interface EventColumns
  extends Ints<
      | 'position'
      | 'posting'
      | 'transaction'
      | 'day'
      | 'kind'
      | 'incomeKind'
      | 'feeKind'
      | 'lotFrom'
      | 'lotTo'
      | 'pieceFrom'
      | 'pieceTo'
    >,
    Floats<'quantity' | 'after' | 'posted' | 'income' | 'fees' | 'taxes' | 'poolShare'> {}

export interface LotColumns
  extends Ints<'position' | 'transaction' | 'day' | 'parentPiece'>,
    Floats<'units' | 'unitCost' | 'givenCost' | 'paid'> {}
export interface PieceColumns extends Ints<'lot'>, Floats<'share' | 'units'> {}
export interface PostingColumns
  extends Ints<'day' | 'settleCurrency' | 'otherCurrency'>,
    Floats<'perSettled'> {}
export interface PositionColumns
  extends Ints<
    | 'account'
    | 'instrument'
    | 'currency'
    | 'sequence'
    | 'side'
    | 'openDay'
    | 'closeDay'
    | 'flags'
    | 'eventFrom'
    | 'segmentFrom'
  > {
  readonly count: number
  readonly keys: readonly string[]
}

/**
 * A family's ledger in columns: everything that does not depend on the query, derived once per change of
 * data. Events are stored position by position, each position's in the order they were posted: those of position
 * p from `positions.eventFrom[p]` to `eventFrom[p + 1]`; segments likewise. A walk over one position then reads
 * neighbouring memory, and `chronological` gives the order of the whole ledger.
 */
export interface PortfolioSnapshot {
  /** The close before the first transaction: values exist from here to `lastDay`. */
  readonly firstDay: Day
  readonly lastDay: Day
  readonly accounts: readonly Account[]
  readonly instruments: readonly Instrument[]
  /** Per instrument the place of its underlying; -1 where it has none or the snapshot does not know it. */
  readonly underlyings: Int32Array
  readonly transactions: readonly string[]
  readonly transactionDays: Int32Array
  readonly currencies: readonly string[]
  readonly positions: PositionColumns
  readonly events: EventColumns
  /** Events in the order they were posted. */
  readonly chronological: Int32Array
  readonly lots: LotColumns
  readonly pieces: PieceColumns
  readonly postings: PostingColumns
  readonly segments: Segments
  /** What is due to positions and was not posted yet; the segments have it in their offset. */
  readonly claims: readonly Claim[]
  /** Of futures, forwards and short options, per lot: what it ties up, in the instrument's currency. */
  readonly tied: ReadonlyMap<number, number>
  readonly prices: readonly TransactionPrices[]
  /** 1 where these are the market's own column: every other snapshot of that market has the same. */
  readonly isMarketPrice: Uint8Array
  readonly pivot: string
  /** Per currency what one unit is worth in the pivot: the market's own columns. */
  readonly rates: ReadonlyMap<string, DailySeries>
  readonly issues: readonly Issue[]
}

function currencyDirectory(ledger: Ledger, entries: readonly Entry[]): string[] {
  const names = new Set<string>()
  for (const { currency, baseCurrency } of ledger.instruments) {
    names.add(currencyUnit(currency).currency)
    if (baseCurrency != null) names.add(currencyUnit(baseCurrency).currency)
  }
  let last = ''
  for (const { settled } of entries) {
    // Most transactions settle in the currency of the one before or of their instrument: look those up once.
    if (settled.settleCurrency !== last) names.add(settled.settleCurrency)
    if (settled.otherCurrency !== settled.settleCurrency) names.add(settled.otherCurrency)
    last = settled.settleCurrency
  }
  return [...names].sort()
}

/** Columns in the order of `order`: value i of the result is value order[i] of the column. */
function gatherInts(values: readonly number[], order: Int32Array): Int32Array {
  const column = new Int32Array(order.length)
  // An order names places that exist.
  for (let index = 0; index < order.length; index += 1)
    column[index] = values[order[index] as number] as number
  return column
}

function gatherFloats(values: readonly number[], order: Int32Array): Float64Array {
  const column = new Float64Array(order.length)
  for (let index = 0; index < order.length; index += 1)
    column[index] = values[order[index] as number] as number
  return column
}

function freeze(journal: Journal, order: Int32Array) {
  const { events, lots, pieces, postings } = journal
  const ints = (values: number[]): Int32Array => new Int32Array(values)
  const floats = (values: number[]): Float64Array => new Float64Array(values)
  return {
    events: {
      position: gatherInts(events.position, order),
      posting: gatherInts(events.posting, order),
      transaction: gatherInts(events.transaction, order),
      day: gatherInts(events.day, order),
      kind: gatherInts(events.kind, order),
      incomeKind: gatherInts(events.incomeKind, order),
      feeKind: gatherInts(events.feeKind, order),
      lotFrom: gatherInts(events.lotFrom, order),
      lotTo: gatherInts(events.lotTo, order),
      pieceFrom: gatherInts(events.pieceFrom, order),
      pieceTo: gatherInts(events.pieceTo, order),
      quantity: gatherFloats(events.quantity, order),
      after: gatherFloats(events.after, order),
      posted: gatherFloats(events.posted, order),
      income: gatherFloats(events.income, order),
      fees: gatherFloats(events.fees, order),
      taxes: gatherFloats(events.taxes, order),
      poolShare: gatherFloats(events.poolShare, order),
    },
    lots: {
      position: ints(lots.position),
      transaction: ints(lots.transaction),
      day: ints(lots.day),
      parentPiece: ints(lots.parentPiece),
      units: floats(lots.units),
      unitCost: floats(lots.unitCost),
      givenCost: floats(lots.givenCost),
      paid: floats(lots.paid),
    },
    pieces: { lot: ints(pieces.lot), share: floats(pieces.share), units: floats(pieces.units) },
    postings: {
      day: ints(postings.day),
      settleCurrency: ints(postings.settleCurrency),
      otherCurrency: ints(postings.otherCurrency),
      perSettled: floats(postings.perSettled),
    },
  }
}

/**
 * The journal and what is due by it. Payments that nobody snapshots are known once all transactions are read; they open and
 * close nothing, so the claims stay what they are when all is read again with them.
 */
function journalOf(entries: readonly Entry[], facts: Omit<DeriveFacts, 'payments'>) {
  const read = (payments: readonly DerivedPayment[]) => {
    const journal = derivePositions(entries, { ...facts, payments })
    return {
      journal,
      byPosition: indexEventsByPosition(journal.events.position, journal.positions.keys.length),
    }
  }
  const posted = read([])
  const { claims, paidOutside } = findAccruals(posted.journal, posted.byPosition, facts.ledger, facts.lastDay)
  return { ...(paidOutside.length === 0 ? posted : read(paidOutside)), claims }
}

function daysOf(transactions: readonly Transaction[]): Int32Array {
  const days = new Int32Array(transactions.length)
  for (let place = 0; place < days.length; place += 1) days[place] = (transactions[place] as Transaction).day
  return days
}

function underlyingsOf(instruments: readonly Instrument[]): Int32Array {
  const placeOf = new Map(instruments.map(({ id }, place) => [id, place]))
  return Int32Array.from(instruments, ({ underlying }) =>
    underlying == null ? -1 : (placeOf.get(underlying) ?? -1),
  )
}

/**
 * Derives a snapshot: transactions into legs, legs into positions with lots, positions into segments of constant
 * quantity, all as of `lastDay` (later transactions are not read). Nothing here depends on a currency, a period or
 * a filter. Cost: proportional to the number of transactions; market columns are shared, not copied.
 */
export function buildSnapshot(stated: Ledger, market: Market, lastDay: Day): PortfolioSnapshot {
  const ledger = unitized(stated)
  const convert: ConvertRate = (from, to, day) => crossRate(market, from, to, day)
  const { entries, issues, traits } = readEntries(ledger, convert)
  const currencies = currencyDirectory(ledger, entries)
  const currencyIndex = new Map(currencies.map((currency, index) => [currency, index]))
  const quoted = transactionPrices(ledger.instruments, entries, market, lastDay)
  const past = (): Entry[] => entries.filter(({ transaction }) => transaction.day <= lastDay)
  const rated = withForwardRates(
    ledger.instruments,
    past,
    withInterest(ledger.instruments, quoted, lastDay),
    market,
  )
  const prices = withEndings(ledger.instruments, past, rated)
  const { journal, byPosition, claims } = journalOf(entries, {
    ledger,
    traits,
    currencyIndex,
    instrumentCurrency: ledger.instruments.map(
      instrument => currencyIndex.get(currencyUnit(instrument.currency).currency) ?? 0,
    ),
    closeOn: (instrument, day) => closeOn(prices[instrument], day),
    convert,
    lastDay,
  })
  const count = journal.positions.keys.length
  const frozen = freeze(journal, byPosition.order)
  const chronological = new Int32Array(byPosition.order.length)
  for (let event = 0; event < chronological.length; event += 1)
    chronological[byPosition.order[event] as number] = event
  const multipliers = ledger.instruments.map(instrument => instrument.contractSize ?? 1)
  const segments = addClaims(segmentsOf(journal, byPosition, multipliers, lastDay), claims)
  const { positions } = journal
  return {
    firstDay: (journal.events.day[0] ?? lastDay) - 1,
    lastDay,
    accounts: ledger.accounts,
    instruments: ledger.instruments,
    underlyings: underlyingsOf(ledger.instruments),
    transactions: ledger.transactions.map(transaction => transaction.id),
    transactionDays: daysOf(ledger.transactions),
    currencies,
    ...frozen,
    positions: {
      count,
      keys: positions.keys,
      account: new Int32Array(positions.account),
      instrument: new Int32Array(positions.instrument),
      currency: new Int32Array(positions.currency),
      sequence: new Int32Array(positions.sequence),
      side: new Int32Array(positions.side),
      openDay: new Int32Array(positions.openDay),
      closeDay: new Int32Array(positions.closeDay),
      flags: new Int32Array(positions.flags),
      eventFrom: byPosition.from,
      segmentFrom: segments.positionFrom,
    },
    chronological,
    segments,
    claims,
    tied: journal.tied,
    prices,
    isMarketPrice: Uint8Array.from(ledger.instruments, ({ id }, index) =>
      prices[index]?.values === market.prices.get(id)?.values ? 1 : 0,
    ),
    pivot: market.pivot,
    rates: market.rates,
    issues,
  }
}
