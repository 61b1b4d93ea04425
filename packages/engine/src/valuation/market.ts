import type { Day } from '../calendar/day.ts'
import type { Split } from '../ledger/ledger.ts'
import { exact, toNumber } from '../money/exact.ts'

/** One value per calendar day from `firstDay` on, each carried forward until the next quote. */
export interface DailySeries {
  readonly firstDay: Day
  readonly values: Float64Array
  /** Days with a quote of their own, in order; absent when every day has one. */
  readonly quoteDays?: Int32Array
}

/** The closes of an instrument as traded (not adjusted for later splits), with the days that have a quote of their own. */
export interface PriceSeries extends DailySeries {
  readonly quoteDays: Int32Array
  /** Valuations (of real estate, a private equity fund) are rare by nature and never stale. */
  readonly kind: 'traded' | 'valuation'
  readonly splits: readonly Split[]
}

/** A close to assume: a price in the instrument's currency, or a factor on the close so far. */
export type AssumedPrice = { readonly price: number } | { readonly factor: number }

/** Assumed closes by instrument id, applied in order. */
export type AssumedPrices = ReadonlyMap<string, readonly AssumedPrice[]>

/**
 * Market data: prices per instrument, and per currency the value of one unit in the pivot currency. All snapshots of a
 * process share the same columns.
 */
export interface Market {
  readonly pivot: string
  readonly prices: ReadonlyMap<string, PriceSeries>
  readonly rates: ReadonlyMap<string, DailySeries>
  /** Closes to assume on the last day of a snapshot. */
  readonly assumed?: AssumedPrices
}

export type Quote = readonly [day: Day, value: number]

/** Sorts quotes by day and drops those that `isQuote` rejects; of two quotes of one day the later one in the list counts. */
function cleanQuotes(quotes: readonly Quote[], isQuote: (value: number) => boolean): Quote[] {
  const byDay = new Map<Day, number>()
  for (const [day, value] of quotes) if (isQuote(value)) byDay.set(day, value)
  return [...byDay].sort((a, b) => a[0] - b[0])
}

/** The number of today's shares per share held before `day`: the product of the ratios of all splits from `day` on. */
export function splitFactorFrom(splits: readonly Split[], day: Day): number {
  let factor = 1
  for (const split of splits)
    if (split.day >= day) factor *= toNumber(exact(split.numerator)) / toNumber(exact(split.denominator))
  return factor
}

function carryForward(quotes: readonly Quote[], lastDay: Day): DailySeries {
  const firstDay = quotes[0]?.[0] ?? lastDay + 1
  const values = new Float64Array(Math.max(0, lastDay - firstDay + 1))
  quotes.forEach(([day, value], index) => {
    const next = quotes[index + 1]?.[0] ?? lastDay + 1
    values.fill(value, day - firstDay, Math.max(0, Math.min(next, lastDay + 1) - firstDay))
  })
  return { firstDay, values }
}

/**
 * The daily closes of an instrument, carried forward to `lastDay`.
 *
 * Quotes are raw (as traded) unless `adjusted` is set: the provider divided history by later splits. Either way the
 * result is raw: an adjusted quote is multiplied by every later ratio, and a close carried over a split is divided by
 * it, so that quantity x price does not jump. Closes of 0 (a worthless option) and below (crude oil on 2020-04-20) are
 * closes like any other. Unit: the instrument's quote currency.
 */
export function priceSeries(
  quotes: readonly Quote[],
  lastDay: Day,
  options: { adjusted?: boolean; splits?: readonly Split[]; kind?: 'traded' | 'valuation' } = {},
): PriceSeries {
  const splits = options.splits ?? []
  const raw = cleanQuotes(quotes, Number.isFinite)
  // Adjusted prices do not jump at splits: carry those forward, then undo the adjustment day by day.
  const adjusted = options.adjusted
    ? raw
    : raw.map(([day, value]): Quote => [day, value / splitFactorFrom(splits, day + 1)])
  const filled = carryForward(adjusted, lastDay)
  for (const split of splits) {
    const ratio = toNumber(exact(split.numerator)) / toNumber(exact(split.denominator))
    const until = Math.min(filled.values.length, split.day - filled.firstDay)
    for (let index = 0; index < until; index += 1) filled.values[index] = (filled.values[index] ?? 0) * ratio
  }
  return {
    ...filled,
    quoteDays: Int32Array.from(raw, quote => quote[0]),
    kind: options.kind ?? 'traded',
    splits,
  }
}

/**
 * A series over an existing column with one close for every calendar day from `firstDay` on. The column is used without
 * a copy, so it may lie in shared memory. Unit: the instrument's quote currency, raw.
 */
export function denseSeries(firstDay: Day, values: Float64Array): PriceSeries {
  const quoteDays = new Int32Array(values.length)
  for (let index = 0; index < values.length; index += 1) quoteDays[index] = firstDay + index
  return { firstDay, values, quoteDays, kind: 'traded', splits: [] }
}

/** The value of one unit of a currency in the pivot currency per day, carried forward to `lastDay`. */
export function rateSeries(quotes: readonly Quote[], lastDay: Day): DailySeries {
  const clean = cleanQuotes(quotes, rate => Number.isFinite(rate) && rate > 0)
  return { ...carryForward(clean, lastDay), quoteDays: Int32Array.from(clean, quote => quote[0]) }
}

/** Quotes older than this are stale; valuations never are. */
export const STALE_AFTER_DAYS = 7

/** The last day with a quote up to a day: the day itself when every day has one, null before the first. */
export function lastQuoteDay({ firstDay, quoteDays }: DailySeries, day: Day): Day | null {
  if (day < firstDay) return null
  if (quoteDays === undefined) return day
  let low = 0
  let high = quoteDays.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((quoteDays[middle] ?? 0) <= day) low = middle + 1
    else high = middle
  }
  return quoteDays[low - 1] ?? null
}

/**
 * The day of the older quote behind the rate between two currencies; the day itself when they are the same, null without
 * a rate.
 */
export function rateQuoteDay(
  market: Pick<Market, 'pivot' | 'rates'>,
  from: string,
  to: string,
  day: Day,
): Day | null {
  let oldest = day
  for (const currency of from === to ? [] : [from, to]) {
    const series = currency === market.pivot ? null : market.rates.get(currency)
    if (series === null) continue
    const quoted = series === undefined ? null : lastQuoteDay(series, day)
    if (quoted === null) return null
    oldest = Math.min(oldest, quoted)
  }
  return oldest
}

/** The value of a series on a day, carried forward beyond its end; NaN before its first day. */
export function valueOn(series: DailySeries | undefined, day: Day): number {
  if (!series || series.values.length === 0) return Number.NaN
  return series.values[Math.min(day - series.firstDay, series.values.length - 1)] ?? Number.NaN
}

/** Units of `to` for one unit of `from` at the close of `day`: value of `from` / value of `to`, both in the pivot. NaN when either has no rate yet. */
export function crossRate(market: Market, from: string, to: string, day: Day): number {
  if (from === to) return 1
  const fromRate = from === market.pivot ? 1 : valueOn(market.rates.get(from), day)
  const toRate = to === market.pivot ? 1 : valueOn(market.rates.get(to), day)
  return fromRate / toRate
}
