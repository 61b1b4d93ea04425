import type { Instrument } from '../ledger/ledger.ts'
import { CONTRACT_TYPES } from '../ledger/vocabulary.ts'
import { currencyUnit } from '../money/currency.ts'
import { toNumber } from '../money/exact.ts'
import { QUANTITY_TOLERANCE } from '../money/tolerances.ts'
import type { Entry } from '../posting/posting-context.ts'
import { closeOn, type InstrumentPrices } from './instrument-prices.ts'

export function expires({ type, contractExpiration }: Instrument): boolean {
  return contractExpiration != null && (type === 'option' || CONTRACT_TYPES.has(type))
}

/** Options, futures and forwards that an account holds after all its transactions. */
function findStillHeld(instruments: readonly Instrument[], past: () => readonly Entry[]): Set<number> {
  const canExpire = instruments.map(expires)
  const sums = new Map<string, { instrument: number; quantity: number }>()
  if (!canExpire.includes(true)) return new Set()
  for (const { instrument, account, settled, transaction } of past()) {
    if (!canExpire[instrument]) continue
    const key = `${account}:${instrument}`
    const sum = sums.get(key) ?? { instrument, quantity: 0 }
    // A settlement without a quantity may leave a part open: treat the contract as still held.
    const isOpen = settled.kind === 'settlement' && transaction.quantity === undefined
    sum.quantity += isOpen ? Number.POSITIVE_INFINITY : toNumber(settled.quantity)
    sums.set(key, sum)
  }
  const held = new Set<number>()
  for (const { instrument, quantity } of sums.values())
    if (Math.abs(quantity) > QUANTITY_TOLERANCE) held.add(instrument)
  return held
}

/**
 * The intrinsic value of an expired option: max(0, underlying - strike) for a call, max(0, strike - underlying) for a
 * put, at the close of its last day, in its currency. Null where its terms, or the underlying in its currency, are
 * unknown.
 */
function intrinsicValue(
  option: Instrument,
  instruments: readonly Instrument[],
  prices: readonly InstrumentPrices[],
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
 * Prices of options, futures and forwards held beyond their last day without a posted expiry: from the day after,
 * options keep their intrinsic value (0 out of the money), futures and forwards their last close. All other columns stay
 * as they are.
 */
export function withExpiredContracts(
  instruments: readonly Instrument[],
  past: () => readonly Entry[],
  prices: InstrumentPrices[],
): InstrumentPrices[] {
  for (const index of findStillHeld(instruments, past)) {
    const instrument = instruments[index]
    const column = prices[index]
    const expiry = instrument?.contractExpiration
    if (!instrument || !column || expiry == null) continue
    if (column.firstDay + column.values.length <= expiry + 1) continue
    const last = closeOn(column, expiry)
    const finalPrice =
      instrument.type === 'option'
        ? intrinsicValue(instrument, instruments, prices)
        : Number.isFinite(last)
          ? last
          : null
    if (finalPrice === null) continue
    const values = Float64Array.from(column.values)
    values.fill(finalPrice, Math.max(0, expiry + 1 - column.firstDay))
    prices[index] = { ...column, values }
  }
  return prices
}
