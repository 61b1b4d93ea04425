import type { Day } from '../calendar/day.ts'
import type { Instrument, Split, Transaction } from '../ledger/ledger.ts'
import { mergeSplits } from '../ledger/splits.ts'
import { currencyUnit } from '../money/currency.ts'
import { exact, toNumber } from '../money/exact.ts'
import type { Entry } from '../posting/posting-context.ts'
import {
  type Market,
  type PriceSeries,
  priceSeries,
  type Quote,
  STALE_AFTER_DAYS,
  valueOn,
} from './market.ts'

/**
 * The closes of one instrument in a snapshot: one per day from `firstDay` to the snapshot's last day, in the instrument's
 * currency. An unpriced instrument has no values and a `firstDay` after the snapshot.
 */
export interface InstrumentPrices {
  readonly firstDay: Day
  readonly values: Float64Array
  /** Days before the first quote are estimated from transaction prices. */
  readonly firstQuoteDay: Day
  readonly quoteDays: Int32Array
  readonly kind: 'traded' | 'valuation'
  /** The splits that the closes follow, listed and posted, by day. The closes themselves are as traded. */
  readonly splits: readonly Split[]
  /** Where the value differs from the quote by interest or pool factors: the quote and the factor per day. */
  readonly quoted?: Float64Array
  readonly factors?: Float64Array | null
}

/** The price stated by a transaction. */
interface PostedPrice {
  readonly day: Day
  readonly price: number
  /** The last transaction of a day counts; transfers are the least reliable, so they come first. */
  readonly rank: number
  readonly transaction: Transaction
}

/** By day, then transfers before trades, then by time, sequence and id. */
function comparePosted(a: PostedPrice, b: PostedPrice): number {
  const first = a.transaction
  const second = b.transaction
  return (
    a.day - b.day ||
    a.rank - b.rank ||
    (first.timeMs ?? 0) - (second.timeMs ?? 0) ||
    (first.sequence ?? 0) - (second.sequence ?? 0) ||
    (first.id < second.id ? -1 : 1)
  )
}

/** The prices, valuations and splits that the transactions of one instrument state. */
interface PostedFacts {
  readonly posted: PostedPrice[]
  readonly valuations: PostedPrice[]
  readonly splits: Split[]
}

/**
 * Whether a transaction states a price. Nothing paid for bonus shares, or a delivery without a value, states none. Only
 * futures trade at 0: a spread costs nothing when both legs are equal.
 */
export function statesPrice(unitPrice: number, instrument: Instrument | undefined): boolean {
  return Number.isFinite(unitPrice) && (unitPrice !== 0 || instrument?.type === 'future')
}

/** Collects the prices stated by transactions, as far as they are before the first quote. */
function collectPostedFacts(
  entries: readonly Entry[],
  instruments: readonly Instrument[],
  firstQuoteDays: readonly Day[],
): Map<number, PostedFacts> {
  const byInstrument = new Map<number, PostedFacts>()
  for (const { instrument, settled, transaction } of entries) {
    if (instrument < 0) continue
    const { day, numerator, denominator } = transaction
    const { kind, unitPrice } = settled
    // Units received free of payment do not set a price, whatever value they state.
    if (kind === 'income_in_kind') continue
    const isNeeded =
      day < (firstQuoteDays[instrument] ?? 0) && statesPrice(unitPrice, instruments[instrument])
    if (kind !== 'split' && kind !== 'valuation' && !isNeeded) continue
    const known = byInstrument.get(instrument) ?? { posted: [], valuations: [], splits: [] }
    byInstrument.set(instrument, known)
    if (kind === 'split' && numerator !== undefined && denominator !== undefined)
      known.splits.push({ day, numerator, denominator })
    if (!(isNeeded || (kind === 'valuation' && Number.isFinite(unitPrice)))) continue
    const rank = kind === 'delivery' || kind === 'action' ? 0 : 1
    const entry = { day, price: unitPrice, rank, transaction }
    if (kind === 'valuation') known.valuations.push(entry)
    else known.posted.push(entry)
  }
  return byInstrument
}

/** Prices before the first quote: the latest price of any transaction, carried forward and divided by splits. */
function estimatePrices(
  posted: readonly PostedPrice[],
  splits: readonly Split[],
  until: Day,
): { firstDay: Day; values: number[] } {
  const sorted = posted.toSorted(comparePosted)
  const firstDay = sorted[0]?.day ?? until
  const values: number[] = []
  let next = 0
  let price = Number.NaN
  for (let day = firstDay; day < until; day += 1) {
    for (const split of splits)
      if (split.day === day) price /= toNumber(exact(split.numerator)) / toNumber(exact(split.denominator))
    for (let entry = sorted[next]; entry && entry.day <= day; entry = sorted[next]) {
      price = entry.price
      next += 1
    }
    values.push(price)
  }
  return { firstDay, values }
}

interface LedgerPrices {
  readonly valuations: readonly Quote[]
  readonly splits: readonly Split[]
  /** Quote currency units per unit of the major currency: 100 for pence. */
  readonly factor: number
}

/** Merges the ledger's own valuations and posted splits into the market's series. */
function mergeSeries(
  series: PriceSeries | undefined,
  { valuations, splits, factor }: LedgerPrices,
  lastDay: Day,
): PriceSeries | undefined {
  if (!series && valuations.length === 0) return undefined
  const quotes: Quote[] = series
    ? [...series.quoteDays].map((day): Quote => [day, valueOn(series, day) / factor])
    : []
  return priceSeries([...quotes, ...valuations], lastDay, {
    splits,
    kind: series?.kind === 'traded' ? 'traded' : 'valuation',
  })
}

function priceInstrument(
  instrument: Instrument,
  series: PriceSeries | undefined,
  facts: PostedFacts,
  lastDay: Day,
): InstrumentPrices {
  const { factor } = currencyUnit(instrument.currency)
  const splits = mergeSplits(instrument.splits ?? [], facts.splits)
  const firstPosted = facts.posted.reduce(
    (first, entry) => Math.min(first, entry.day),
    Number.POSITIVE_INFINITY,
  )
  const knowsSplits = splits.every(split => series?.splits.some(known => known.day === split.day))
  const isWhole = series && series.firstDay + series.values.length > lastDay && series.values.length > 0
  const isUsable = isWhole && factor === 1 && facts.valuations.length === 0 && knowsSplits
  // The last valuation of a day counts.
  const valuations = facts.valuations.toSorted(comparePosted).map(({ day, price }): Quote => [day, price])
  const own = isUsable ? series : mergeSeries(series, { valuations, splits, factor }, lastDay)
  const firstQuoteDay = own && own.values.length > 0 ? own.firstDay : lastDay + 1
  const quoteDays = own?.quoteDays ?? new Int32Array(0)
  const kind = own?.kind ?? 'traded'
  if (own && firstPosted >= firstQuoteDay)
    return { firstDay: own.firstDay, values: own.values, firstQuoteDay, quoteDays, kind, splits }
  const { firstDay, values } = estimatePrices(facts.posted, splits, firstQuoteDay)
  const column = new Float64Array(Math.max(0, lastDay - firstDay + 1))
  column.set(values)
  // A loan needs no quote: its price is the amount lent.
  if (!own && instrument.type === 'loan')
    return { firstDay, values: column, firstQuoteDay: firstDay, quoteDays, kind: 'valuation', splits }
  if (own) column.set(own.values.subarray(0, Math.max(0, lastDay - firstQuoteDay + 1)), values.length)
  return { firstDay, values: column, firstQuoteDay, quoteDays, kind, splits }
}

/**
 * The closes of every instrument of a snapshot.
 *
 * The last quote on or before the day, carried forward; before the first quote an estimate, the latest price of any
 * transaction that states one, without its costs (transfers last); never zero for lack of a price. A market column that
 * covers the snapshot is used without a copy. Unit: the instrument's currency.
 */
export function buildInstrumentPrices(
  instruments: readonly Instrument[],
  entries: readonly Entry[],
  market: Market,
  lastDay: Day,
): InstrumentPrices[] {
  const firstQuoteDays = instruments.map(instrument => {
    const series = market.prices.get(instrument.id)
    return series && series.values.length > 0 ? series.firstDay : lastDay + 1
  })
  const facts = collectPostedFacts(entries, instruments, firstQuoteDays)
  const noFacts = { posted: [], valuations: [], splits: [] }
  return instruments.map((instrument, index) =>
    priceInstrument(instrument, market.prices.get(instrument.id), facts.get(index) ?? noFacts, lastDay),
  )
}

/** The close of a day, or NaN before the first price. */
export function closeOn(prices: InstrumentPrices | undefined, day: Day): number {
  return prices?.values[day - prices.firstDay] ?? Number.NaN
}

/** What is wrong with the price of a day: none, estimated, or stale (`STALE_AFTER_DAYS`). Null if nothing is. */
export function priceQuality(
  prices: InstrumentPrices | undefined,
  day: Day,
): 'no_price' | 'estimated' | 'stale' | null {
  if (!prices || day < prices.firstDay || prices.values.length === 0) return 'no_price'
  if (day < prices.firstQuoteDay) return 'estimated'
  if (prices.kind === 'valuation') return null
  let low = 0
  let high = prices.quoteDays.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((prices.quoteDays[middle] ?? 0) <= day) low = middle + 1
    else high = middle
  }
  return day - (prices.quoteDays[low - 1] ?? day) > STALE_AFTER_DAYS ? 'stale' : null
}
