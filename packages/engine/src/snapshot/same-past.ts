import type { Day } from '../calendar/day.ts'
import type { InstrumentPrices } from '../valuation/instrument-prices.ts'
import type { DailySeries, Market } from '../valuation/market.ts'
import { isSameMemory } from './shared-memory.ts'

/** Whether two values are the same, field by field. An absent field is the same as an undefined one. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b)
  if (Array.isArray(a) !== Array.isArray(b)) return false
  // Objects of unknown fields; each is compared.
  const [first, second] = [a as Record<string, unknown>, b as Record<string, unknown>]
  for (const key in first) if (!isSameValue(first[key], second[key])) return false
  for (const key in second) if (!(key in first) && second[key] !== undefined) return false
  return true
}

/** Whether two columns have the same values up to a day. Both have one value per day. */
function isSameUntil(a: DailySeries, b: DailySeries, day: Day): boolean {
  if (a.firstDay > day && b.firstDay > day) return true
  const count = day - a.firstDay + 1
  if (a.firstDay !== b.firstDay) return false
  // A series that ends earlier is carried forward, or has no value, by its length.
  if (Math.min(count, a.values.length) !== Math.min(count, b.values.length)) return false
  return isSameMemory(a.values, b.values) || isSameStart(a.values, b.values, Math.min(count, a.values.length))
}

function isSameStart(a: Float64Array, b: Float64Array, count: number): boolean {
  for (let place = 0; place < count; place += 1) {
    // Both columns have a value for each of these days.
    const [first, second] = [a[place] as number, b[place] as number]
    // The test for equality is fast; it leaves days without a price (NaN) and the sign of 0.
    if (first === second ? first === 0 && !Object.is(first, second) : !Object.is(first, second)) return false
  }
  return true
}

/** Whether the prices of all instruments are the same up to a day. */
export function isSamePrices(
  a: readonly InstrumentPrices[],
  b: readonly InstrumentPrices[],
  day: Day,
): boolean {
  return (
    a.length === b.length &&
    a.every((prices, place) => {
      const other = b[place]
      return other !== undefined && isSameUntil(prices, other, day)
    })
  )
}

/** Whether all exchange rates are the same up to a day. */
export function isSameRates(
  a: Pick<Market, 'pivot' | 'rates'>,
  b: Pick<Market, 'pivot' | 'rates'>,
  day: Day,
): boolean {
  return (
    a.pivot === b.pivot &&
    a.rates.size === b.rates.size &&
    [...a.rates].every(([currency, series]) => {
      const other = b.rates.get(currency)
      return other !== undefined && isSameUntil(series, other, day)
    })
  )
}
