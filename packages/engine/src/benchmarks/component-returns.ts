import type { Day } from '../calendar/day.ts'
import { splitRatio } from '../ledger/splits.ts'
import { currencyUnit } from '../money/currency.ts'
import {
  crossRate,
  lastQuoteDay,
  type Market,
  type PriceSeries,
  rateQuoteDay,
  STALE_AFTER_DAYS,
  valueOn,
} from '../valuation/market.ts'

/** What one unit paid, on its ex-date. */
export interface Distribution {
  readonly day: Day
  readonly amount: number
  /** May be a minor unit, like that of the price. */
  readonly currency: string
}

/** A part of a benchmark: an instrument or index. */
export interface BenchmarkComponent {
  /** The currency of its price, which may be a minor unit. */
  readonly currency: string
  readonly prices: PriceSeries
  /** By day. Empty for a price return. */
  readonly distributions: readonly Distribution[]
}

/** Rates, and the currency that returns are measured in. */
export interface ReturnMarket extends Pick<Market, 'pivot' | 'rates'> {
  readonly currency: string
}

/** Returns per day, index 0 being the day before the first return. NaN where a price or rate is missing. */
export interface ComponentReturns {
  /** The part of the price and of distributions, converted at the rate of the day. */
  readonly price: Float64Array
  /** The part of the exchange rate. */
  readonly rate: Float64Array
}

function toMarket({ pivot, rates }: ReturnMarket): Market {
  return { pivot, rates, prices: new Map() }
}

/**
 * Daily returns of a component in the reporting currency.
 *
 *     rate = exchange rate / exchange rate of the day before - 1
 *     price = ((close x split ratio + distributions) / close before - 1) x (1 + rate)
 *     (1 + return in its own currency) x (1 + rate) - 1 = price + rate
 *
 * Closes and rates are carried forward. A distribution is reinvested at the close of its ex-date. A day has a return if
 * it and the day before have a price and a rate. Fractions.
 */
export function componentReturns(
  { currency, prices, distributions }: BenchmarkComponent,
  target: ReturnMarket,
  open: Day,
  to: Day,
): ComponentReturns {
  const market = toMarket(target)
  const unit = currencyUnit(currency)
  const length = Math.max(1, to - open + 1)
  const price = new Float64Array(length)
  const rate = new Float64Array(length)
  const paid = new Map<Day, number>()
  for (const { day, amount, currency: code } of distributions) {
    const own = currencyUnit(code)
    const converted =
      (amount / own.factor) * crossRate(market, own.currency, unit.currency, day) * unit.factor
    paid.set(day, (paid.get(day) ?? 0) + converted)
  }
  let closeBefore = valueOn(prices, open)
  let rateBefore = crossRate(market, unit.currency, target.currency, open)
  for (let index = 1; index < length; index += 1) {
    const day = open + index
    const close = valueOn(prices, day)
    const rateNow = crossRate(market, unit.currency, target.currency, day)
    const ratio = prices.splits.length === 0 ? 1 : splitRatio(prices.splits, day - 1, day)
    const growth = closeBefore > 0 ? (ratio * (close + (paid.get(day) ?? 0))) / closeBefore : Number.NaN
    const rateGrowth = rateNow / rateBefore
    price[index] = (growth - 1) * rateGrowth
    rate[index] = rateGrowth - 1
    closeBefore = close
    rateBefore = rateNow
  }
  return { price, rate }
}

/** The first close with a price and a rate; null without one up to `to`. */
export function firstKnownDay(
  { currency, prices }: BenchmarkComponent,
  target: ReturnMarket,
  to: Day,
): { priceDay: Day | null; rateDay: Day | null } {
  const market = toMarket(target)
  const { currency: own } = currencyUnit(currency)
  const priceDay = prices.values.length === 0 || prices.firstDay > to ? null : prices.firstDay
  const starts = [own, target.currency].flatMap(code => {
    if (own === target.currency || code === market.pivot) return []
    return market.rates.get(code)?.firstDay ?? Number.POSITIVE_INFINITY
  })
  const rateDay = Math.max(Number.NEGATIVE_INFINITY, ...starts)
  return { priceDay, rateDay: rateDay > to ? null : rateDay }
}

/** A price or rate that was carried forward for long. */
export interface StaleQuote {
  readonly kind: 'price' | 'rate'
  /** The day of the quote. */
  readonly since: Day
  /** The last day that it is used for. */
  readonly until: Day
}

/** The longest time that a quote was used for in a period, if it was stale by then. Valuations are never stale. */
export function findStaleQuote(
  { currency, prices }: BenchmarkComponent,
  target: ReturnMarket,
  open: Day,
  to: Day,
): StaleQuote | null {
  const { currency: own } = currencyUnit(currency)
  const quoted = {
    price: (day: Day) => (prices.kind === 'valuation' ? day : lastQuoteDay(prices, day)),
    rate: (day: Day) => rateQuoteDay(target, own, target.currency, day),
  }
  let found: StaleQuote | null = null
  for (const kind of ['price', 'rate'] as const)
    for (let day = open; day <= to; day += 1) {
      const since = quoted[kind](day)
      const longest = found === null ? STALE_AFTER_DAYS : found.until - found.since
      if (since !== null && day - since > longest) found = { kind, since, until: day }
    }
  return found
}
