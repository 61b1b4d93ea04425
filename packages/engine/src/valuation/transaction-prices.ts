import type { Day } from '../calendar/day.ts'
import type { Instrument, Split, Transaction } from '../ledger/ledger.ts'
import { currencyUnit } from '../money/currency.ts'
import { exact, toNumber } from '../money/exact.ts'
import type { Entry } from '../posting/posting-context.ts'
import { type Market, type PriceSeries, priceSeries, type Quote, valueOn } from './market.ts'

/**
 * The closes of one instrument as a snapshot uses them: one per day from `firstDay` to the snapshot's last day, in the
 * instrument's currency. An instrument that never had a price has no values and a `firstDay` beyond the snapshot.
 */
export interface TransactionPrices {
  readonly firstDay: Day
  readonly values: Float64Array
  /** Days before the first quote are valued with the price of a transaction: estimated. */
  readonly firstQuoteDay: Day
  readonly quoteDays: Int32Array
  readonly kind: 'traded' | 'valuation'
  /** Of instruments that are worth more than their quote (interest) or less (pool factors): the quote and the factor per day. */
  readonly quoted?: Float64Array
  readonly factors?: Float64Array | null
}

/** The price a transaction says something about. */
interface PostedPrice {
  readonly day: Day
  readonly price: number
  /** Of transactions on one day the last counts; transfers say least, so they come first. */
  readonly rank: number
  readonly transaction: Transaction
}

/** By day, then transfers before trades, then as recorded: time, sequence, and the id where nothing else decides. */
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

/** What the transactions of one instrument say about its price. */
interface PostedFacts {
  readonly posted: PostedPrice[]
  readonly valuations: PostedPrice[]
  readonly splits: Split[]
}

/** What transactions say about prices. A price from the first quote on is not needed and not kept. */
function postedPrices(entries: readonly Entry[], firstQuoteDays: readonly Day[]): Map<number, PostedFacts> {
  const byInstrument = new Map<number, PostedFacts>()
  for (const { instrument, settled, transaction } of entries) {
    if (instrument < 0) continue
    const { day, numerator, denominator } = transaction
    const { kind, unitPrice } = settled
    const isNeeded = day < (firstQuoteDays[instrument] ?? 0) && Number.isFinite(unitPrice)
    if (kind !== 'split' && kind !== 'valuation' && !isNeeded) continue
    const known = byInstrument.get(instrument) ?? { posted: [], valuations: [], splits: [] }
    byInstrument.set(instrument, known)
    if (kind === 'split' && numerator !== undefined && denominator !== undefined)
      known.splits.push({ day, numerator, denominator })
    if (!Number.isFinite(unitPrice)) continue
    const rank = kind === 'delivery' || kind === 'action' ? 0 : 1
    const entry = { day, price: unitPrice, rank, transaction }
    if (kind === 'valuation') known.valuations.push(entry)
    else known.posted.push(entry)
  }
  return byInstrument
}

/** Splits by day; of a split that is both known and posted one counts. */
function mergedSplits(known: readonly Split[], posted: readonly Split[]): Split[] {
  const byDay = new Map<Day, Split>()
  for (const split of [...posted, ...known]) byDay.set(split.day, split)
  return [...byDay.values()].sort((a, b) => a.day - b.day)
}

/** Before the first quote: the latest price of any transaction, carried forward and divided by splits on the way. */
function estimates(
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

/** The market's series with the instrument's own valuations in it, and with splits that only a custodian posted. */
function mergedSeries(
  series: PriceSeries | undefined,
  valuations: readonly Quote[],
  splits: readonly Split[],
  lastDay: Day,
  factor: number,
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

function pricesOf(
  instrument: Instrument,
  series: PriceSeries | undefined,
  facts: PostedFacts,
  lastDay: Day,
): TransactionPrices {
  const { factor } = currencyUnit(instrument.currency)
  const splits = mergedSplits(instrument.splits ?? [], facts.splits)
  const firstPosted = facts.posted.reduce(
    (first, entry) => Math.min(first, entry.day),
    Number.POSITIVE_INFINITY,
  )
  const knowsSplits = splits.every(split => series?.splits.some(known => known.day === split.day))
  const isWhole = series && series.firstDay + series.values.length > lastDay && series.values.length > 0
  const isUsable = isWhole && factor === 1 && facts.valuations.length === 0 && knowsSplits
  // Of two valuations of one day the last one posted counts.
  const valuations = facts.valuations.toSorted(comparePosted).map(({ day, price }): Quote => [day, price])
  const own = isUsable ? series : mergedSeries(series, valuations, splits, lastDay, factor)
  const firstQuoteDay = own && own.values.length > 0 ? own.firstDay : lastDay + 1
  const quoteDays = own?.quoteDays ?? new Int32Array(0)
  const kind = own?.kind ?? 'traded'
  if (own && firstPosted >= firstQuoteDay)
    return { firstDay: own.firstDay, values: own.values, firstQuoteDay, quoteDays, kind }
  const { firstDay, values } = estimates(facts.posted, splits, firstQuoteDay)
  const column = new Float64Array(Math.max(0, lastDay - firstDay + 1))
  column.set(values)
  // A loan is worth what was lent: nobody has to quote it.
  if (!own && instrument.type === 'loan')
    return { firstDay, values: column, firstQuoteDay: firstDay, quoteDays, kind: 'valuation' }
  if (own) column.set(own.values.subarray(0, Math.max(0, lastDay - firstQuoteDay + 1)), values.length)
  return { firstDay, values: column, firstQuoteDay, quoteDays, kind }
}

/**
 * The closes of every instrument of a snapshot.
 *
 * Last quote on or before the day, carried forward; before the first quote the latest price of any transaction
 * without its costs (transfers last), which is an estimate; never zero for want of a price. Where the market's
 * column covers the snapshot it is used as it is, shared with every other snapshot. Unit: the instrument's currency.
 */
export function transactionPrices(
  instruments: readonly Instrument[],
  entries: readonly Entry[],
  market: Market,
  lastDay: Day,
): TransactionPrices[] {
  const firstQuoteDays = instruments.map(instrument => {
    const series = market.prices.get(instrument.id)
    return series && series.values.length > 0 ? series.firstDay : lastDay + 1
  })
  const facts = postedPrices(entries, firstQuoteDays)
  const nothing = { posted: [], valuations: [], splits: [] }
  return instruments.map((instrument, index) =>
    pricesOf(instrument, market.prices.get(instrument.id), facts.get(index) ?? nothing, lastDay),
  )
}

/** The close of a day, or NaN before the first price. */
export function closeOn(prices: TransactionPrices | undefined, day: Day): number {
  return prices?.values[day - prices.firstDay] ?? Number.NaN
}

/** Quotes older than this are stale; valuations never are. */
export const STALE_AFTER_DAYS = 7

/** Whether the close of a day is an estimate, or carried from a quote more than a week old. */
export function priceQuality(
  prices: TransactionPrices | undefined,
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
