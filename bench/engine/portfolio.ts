import {
  denseSeries,
  type Ledger,
  type Market,
  parseDay,
  type Transaction,
} from '../../packages/engine/src/index.ts'

/**
 * The size of a synthetic portfolio for any engine. Its numbers are the same on every machine, since they use only
 * additions, multiplications, divisions, rounding and 32-bit integer operations. One stream of random numbers is used
 * for everything, so the order of the draws is part of the definition:
 *
 * 1. rates into CHF: for USD (from 0.95) and then EUR (from 1.05) one draw per day, a walk of +-0.4 % between
 *    0.5 and 2, six decimals;
 * 2. instruments, currencies USD, EUR, CHF in turn: one draw for the first price (20 to 220), then one per day,
 *    a walk of +-2 % with a drift of 0.02 %, not below 1, four decimals;
 * 3. slots: one per instrument in the first quarter, the others anywhere, two draws (one for the first ones);
 * 4. in order of time four draws per slot: kind, quantity, deviation of the price, fee.
 */
export interface Size {
  readonly symbols: number
  readonly transactions: number
  readonly days: number
}

export const PRESETS = {
  S: { symbols: 20, transactions: 500, days: 1826 },
  M: { symbols: 50, transactions: 2000, days: 3652 },
  L: { symbols: 200, transactions: 10_000, days: 7305 },
  XL: { symbols: 500, transactions: 50_000, days: 7305 },
  /** Every type of instrument, see `buildMixedPortfolio`. */
  D: { symbols: 200, transactions: 10_000, days: 7305 },
} as const satisfies Record<string, Size>
export type PresetName = keyof typeof PRESETS

export const LAST_DAY = parseDay('2025-12-31')
const CURRENCIES = ['USD', 'EUR', 'CHF'] as const

/** Mulberry32: a small generator with 32 bits of state. */
export function randomStream(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const rounded = (value: number, scale: number): number => Math.round(value * scale) / scale

export function rateWalk(draw: () => number, start: number, days: number): Float64Array {
  let rate = start
  return Float64Array.from({ length: days }, () => {
    rate = Math.min(2, Math.max(0.5, rate * (1 + (draw() - 0.5) * 0.008)))
    return rounded(rate, 1_000_000)
  })
}

export function priceWalk(draw: () => number, days: number): Float64Array {
  let price = 20 + draw() * 200
  return Float64Array.from({ length: days }, () => {
    price = Math.max(1, price * (1.0002 + (draw() - 0.5) * 0.04))
    return rounded(price, 10_000)
  })
}

function slots(draw: () => number, size: Size): { place: number; symbol: number; day: number }[] {
  const { symbols, transactions, days } = size
  const list = Array.from({ length: transactions }, (_, place) => {
    const symbol = place < symbols ? place : Math.floor(draw() * symbols)
    const day = Math.floor(draw() * (place < symbols ? days / 4 : days))
    return { place, symbol, day }
  })
  return list.sort((a, b) => a.day - b.day || a.place - b.place)
}

export interface Portfolio {
  readonly ledger: Ledger
  readonly market: Market
  readonly firstDay: number
  /** Daily closes per instrument and daily rates, for checks that need the raw numbers. */
  readonly prices: readonly Float64Array[]
  readonly rates: { readonly USD: Float64Array; readonly EUR: Float64Array }
}

interface Held {
  readonly quantities: number[]
}

function drawTransaction(
  draw: () => number,
  held: Held,
  slot: { symbol: number; day: number },
  close: number,
  id: string,
  day: number,
): Transaction {
  const kind = draw()
  const size = draw()
  const deviation = draw()
  const fee = draw()
  const holding = held.quantities[slot.symbol] ?? 0
  const common = {
    id,
    account: 'main',
    day,
    instrument: `SYM${String(slot.symbol).padStart(4, '0')}`,
    sequence: Number(id),
  }
  const isClosing = holding > 0 && kind < 0.05
  const isReducing = holding > 1 && kind < 0.3
  if (!isClosing && !isReducing && holding > 0 && kind < 0.4) {
    const perShare = rounded(close * 0.01 * deviation, 10_000)
    return {
      ...common,
      type: 'dividend',
      amount: (BigInt(Math.round(perShare * 10_000)) * BigInt(holding)).toString().concat('e-4'),
    }
  }
  const sold = isClosing ? holding : Math.max(1, Math.floor(holding * (0.1 + size * 0.4)))
  const quantity = isClosing || isReducing ? -sold : 1 + Math.floor(size * 100)
  held.quantities[slot.symbol] = holding + quantity
  const price = rounded(close * (1 + (deviation - 0.5) * 0.01), 10_000)
  return { ...common, type: 'trade', quantity, price, fees: rounded(fee * 10, 100) }
}

/** Builds a portfolio of a size. The account tracks no cash, since there are no deposits. */
export function buildPortfolio(size: Size, seed = 42): Portfolio {
  const draw = randomStream(seed)
  const { symbols, days } = size
  const firstDay = LAST_DAY - days + 1
  const rates = { USD: rateWalk(draw, 0.95, days), EUR: rateWalk(draw, 1.05, days) }
  const prices = Array.from({ length: symbols }, () => priceWalk(draw, days))
  const held: Held = { quantities: new Array<number>(symbols).fill(0) }
  const transactions = slots(draw, size).map((slot, place) =>
    drawTransaction(
      draw,
      held,
      slot,
      prices[slot.symbol]?.[slot.day] ?? 0,
      String(place),
      firstDay + slot.day,
    ),
  )
  const names = prices.map((_, index) => `SYM${String(index).padStart(4, '0')}`)
  return {
    ledger: {
      accounts: [{ id: 'main', custodian: 'bank', cash: 'none' }],
      instruments: names.map((id, index) => ({
        id,
        name: id,
        type: 'equity' as const,
        currency: CURRENCIES[index % 3] ?? 'CHF',
        sector: `sector ${index % 11}`,
        country: `country ${index % 7}`,
      })),
      transactions,
    },
    market: {
      pivot: 'CHF',
      prices: new Map(prices.map((column, index) => [names[index] ?? '', denseSeries(firstDay, column)])),
      rates: new Map([
        ['USD', { firstDay, values: rates.USD }],
        ['EUR', { firstDay, values: rates.EUR }],
      ]),
    },
    firstDay,
    prices,
    rates,
  }
}
