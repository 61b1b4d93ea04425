/** A generator of numbers that a seed repeats. */
export type Random = () => number

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const pick = <T>(random: Random, list: readonly T[]): T =>
  list[Math.floor(random() * list.length)] as T
export const chance = (random: Random, share: number): boolean => random() < share
export const between = (random: Random, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1))

export type Kind = 'buy' | 'sell' | 'dividend' | 'interest' | 'deposit' | 'withdrawal' | 'fee' | 'tax'

/** A transaction whose figures are whole hundredths, so that sums are exact. */
export interface Known {
  readonly kind: Kind
  readonly date: string
  readonly security: { readonly isin: string; readonly name: string; readonly symbol: string } | null
  /** In ten-thousandths. */
  readonly quantity: number | null
  /** In hundredths of the currency. */
  readonly price: number | null
  /** In hundredths: before costs, costs, and what moved, which is negative for money out. */
  readonly gross: number
  readonly fees: number
  readonly taxes: number
  readonly net: number
  readonly currency: string
}

const securities = [
  { isin: 'CH0012032048', name: 'Talweg Pharma', symbol: 'TLWG' },
  { isin: 'US0378331005', name: 'Orchard Devices', symbol: 'ORCD' },
  { isin: 'DE0007164600', name: 'Kontor Software', symbol: 'KNTR' },
  { isin: 'IE00B4L5Y983', name: 'World Equity Fund', symbol: 'WEQF' },
  { isin: 'FR0000131104', name: 'Rivage Banque', symbol: 'RIVB' },
  { isin: 'GB0002374006', name: 'Northern Spirits', symbol: 'NSPR' },
]
const kinds: readonly Kind[] = [
  'buy',
  'buy',
  'buy',
  'sell',
  'sell',
  'dividend',
  'dividend',
  'interest',
  'deposit',
  'withdrawal',
  'fee',
  'tax',
]

export function createTransactions(random: Random, currency: string): Known[] {
  return Array.from({ length: between(random, 1, 14) }, () =>
    createTransaction(random, pick(random, kinds), currency),
  )
}

function createTransaction(random: Random, kind: Kind, currency: string): Known {
  const month = String(between(random, 1, 12)).padStart(2, '0')
  const day = String(between(random, 1, 28)).padStart(2, '0')
  const base = {
    kind,
    date: `${between(random, 2019, 2026)}-${month}-${day}`,
    security: null,
    quantity: null,
    price: null,
    fees: 0,
    taxes: 0,
    currency,
  }
  if (kind === 'buy' || kind === 'sell') {
    const quantity = chance(random, 0.7) ? between(random, 1, 3000) * 10_000 : between(random, 1, 90_000_000)
    const price = between(random, 5, chance(random, 0.2) ? 500_000 : 40_000)
    const gross = Math.round((quantity * price) / 10_000)
    const fees = chance(random, 0.6) ? between(random, 1, 5000) : 0
    const taxes = chance(random, 0.2) ? between(random, 1, 900) : 0
    const net = kind === 'buy' ? -(gross + fees + taxes) : gross - fees - taxes
    return { ...base, security: pick(random, securities), quantity, price, gross, fees, taxes, net }
  }
  const gross = between(random, 1, chance(random, 0.3) ? 5_000_000 : 90_000)
  if (kind === 'dividend') {
    const taxes = chance(random, 0.5) ? Math.min(between(random, 1, 5000), gross - 1) : 0
    return { ...base, security: pick(random, securities), gross, taxes, net: gross - taxes }
  }
  const isOut = kind === 'withdrawal' || kind === 'fee' || kind === 'tax'
  return { ...base, gross, net: isOut ? -gross : gross }
}
