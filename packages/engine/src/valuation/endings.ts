import type { Instrument } from '../ledger/ledger.ts'
import { currencyUnit } from '../money/currency.ts'
import { toNumber } from '../money/exact.ts'
import type { Entry } from '../positions/desk.ts'
import type { BookPrices } from './book-prices.ts'

/** Quantities below this are nothing. */
const DUST = 1e-9

/** Options that some account still holds after all its bookings. */
function heldOptions(instruments: readonly Instrument[], entries: readonly Entry[]): Set<number> {
  const sums = new Map<string, { instrument: number; quantity: number }>()
  for (const { instrument, account, settled } of entries) {
    if (instruments[instrument]?.type !== 'option') continue
    const key = `${account}:${instrument}`
    const sum = sums.get(key) ?? { instrument, quantity: 0 }
    sum.quantity += toNumber(settled.quantity)
    sums.set(key, sum)
  }
  const held = new Set<number>()
  for (const { instrument, quantity } of sums.values()) if (Math.abs(quantity) > DUST) held.add(instrument)
  return held
}

/**
 * What an option is worth once it has expired: max(0, underlying - strike) of a call, max(0, strike - underlying) of
 * a put, at the close of its last day, in its currency. Null where its terms, or the underlying in its currency, are
 * not known.
 */
function intrinsicOf(
  option: Instrument,
  instruments: readonly Instrument[],
  prices: readonly BookPrices[],
): number | null {
  const index = instruments.findIndex(({ id }) => id === option.underlying)
  const underlying = instruments[index]
  const { strike, right, contractExpiration } = option
  if (!underlying || strike == null || right == null || contractExpiration == null) return null
  if (currencyUnit(underlying.currency).currency !== currencyUnit(option.currency).currency) return null
  const series = prices[index]
  const close = series?.values[contractExpiration - series.firstDay] ?? Number.NaN
  if (!Number.isFinite(close)) return null
  return Math.max(0, right === 'call' ? close - strike : strike - close)
}

/**
 * Options that are still held after their last day, because nobody booked what became of them: from the day after
 * they are worth what they were then by their terms, 0 out of the money. All other columns stay as they are.
 */
export function withExpiredOptions(
  instruments: readonly Instrument[],
  entries: readonly Entry[],
  prices: BookPrices[],
): BookPrices[] {
  for (const index of heldOptions(instruments, entries)) {
    const option = instruments[index]
    const column = prices[index]
    const expiry = option?.contractExpiration
    if (!option || !column || expiry == null || column.firstDay + column.values.length <= expiry + 1) continue
    const worth = intrinsicOf(option, instruments, prices)
    if (worth === null) continue
    const values = Float64Array.from(column.values)
    values.fill(worth, Math.max(0, expiry + 1 - column.firstDay))
    prices[index] = { ...column, values }
  }
  return prices
}
