import type { Instrument } from '../ledger/ledger.ts'
import { CONTRACT_TYPES } from '../ledger/vocabulary.ts'
import { currencyUnit } from '../money/currency.ts'
import { toNumber } from '../money/exact.ts'
import type { Entry } from '../posting/posting-context.ts'
import { closeOn, type TransactionPrices } from './transaction-prices.ts'

/** Quantities below this are nothing. */
const DUST = 1e-9

function ends({ type, contractExpiration }: Instrument): boolean {
  return contractExpiration != null && (type === 'option' || CONTRACT_TYPES.has(type))
}

/** Options, futures and forwards that some account still holds after all its transactions. */
function stillHeld(instruments: readonly Instrument[], past: () => readonly Entry[]): Set<number> {
  const canEnd = instruments.map(ends)
  const sums = new Map<string, { instrument: number; quantity: number }>()
  if (!canEnd.includes(true)) return new Set()
  for (const { instrument, account, settled, transaction } of past()) {
    if (!canEnd[instrument]) continue
    const key = `${account}:${instrument}`
    const sum = sums.get(key) ?? { instrument, quantity: 0 }
    // A settlement need not say how much it settles: something may be left, and looking costs little.
    const isOpen = settled.kind === 'settlement' && transaction.quantity === undefined
    sum.quantity += isOpen ? Number.POSITIVE_INFINITY : toNumber(settled.quantity)
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
  prices: readonly TransactionPrices[],
): number | null {
  const { strike, right, underlying, contractExpiration } = option
  const place = instruments.findIndex(({ id }) => id === underlying)
  const share = instruments[place]
  if (!share || strike == null || !right || contractExpiration == null) return null
  if (currencyUnit(share.currency).currency !== currencyUnit(option.currency).currency) return null
  const close = closeOn(prices[place], contractExpiration)
  if (!Number.isFinite(close)) return null
  return Math.max(0, right === 'call' ? close - strike : strike - close)
}

/**
 * Options, futures and forwards that are still held after their last day, because nobody posted what became of them:
 * from the day after options are worth what they were then by their terms (0 out of the money), futures and forwards
 * what they were by their close. All other columns stay as they are.
 */
export function withEndings(
  instruments: readonly Instrument[],
  past: () => readonly Entry[],
  prices: TransactionPrices[],
): TransactionPrices[] {
  for (const index of stillHeld(instruments, past)) {
    const instrument = instruments[index]
    const column = prices[index]
    const expiry = instrument?.contractExpiration
    if (!instrument || !column || expiry == null) continue
    if (column.firstDay + column.values.length <= expiry + 1) continue
    const last = closeOn(column, expiry)
    const worth =
      instrument.type === 'option'
        ? intrinsicOf(instrument, instruments, prices)
        : Number.isFinite(last)
          ? last
          : null
    if (worth === null) continue
    const values = Float64Array.from(column.values)
    values.fill(worth, Math.max(0, expiry + 1 - column.firstDay))
    prices[index] = { ...column, values }
  }
  return prices
}
