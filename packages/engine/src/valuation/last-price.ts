import type { Day } from '../calendar/day.ts'
import type { InstrumentPrices } from './instrument-prices.ts'

/** A price with the day it is of. */
export interface DatedPrice {
  readonly day: Day
  readonly price: number
}

/**
 * The last known price before a day, or with `isInclusive` on it: a quote, else the estimate of the day before, which
 * follows from earlier transactions. Splits since then are taken into account. In the instrument's currency.
 *
 * @returns null without any earlier price.
 */
export function lastPrice(
  prices: InstrumentPrices | undefined,
  day: Day,
  isInclusive = false,
): DatedPrice | null {
  if (!prices) return null
  const column = prices.quoted ?? prices.values
  const lastDay = prices.firstDay + column.length - 1
  const latest = Math.min(isInclusive ? day : day - 1, lastDay)
  const quoteDay = prices.quoteDays.findLast(each => each <= latest)
  const at = quoteDay === undefined ? Math.min(day - 1, lastDay) : latest
  const price = column[at - prices.firstDay]
  if (price === undefined || !Number.isFinite(price)) return null
  return { day: quoteDay ?? findFirstDay(prices, column, at), price }
}

/** Estimates are carried forward: the first day with this price. */
function findFirstDay({ firstDay }: InstrumentPrices, column: Float64Array, day: Day): Day {
  let first = day
  while (first > firstDay && column[first - 1 - firstDay] === column[day - firstDay]) first -= 1
  return first
}
