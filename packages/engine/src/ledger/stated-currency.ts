import { currencyUnit } from '../money/currency.ts'
import type { Exact } from '../money/exact.ts'

const HUNDREDTH: Exact = { units: 1, scale: 2 }

/** The currency behind a code, and 1/100 for minor units. */
export interface StatedCurrency {
  readonly currency: string
  readonly factor: Exact | null
}

/** A cache: every transaction names one or two of a few codes. */
const known = new Map<string, StatedCurrency>()
const CACHE_LIMIT = 1000

/** Resolves a code: GBX is a hundredth of GBP, any other code stands for itself. */
export function statedCurrency(code: string): StatedCurrency {
  const found = known.get(code)
  if (found) return found
  const { currency, factor } = currencyUnit(code)
  const stated = { currency, factor: factor === 1 ? null : HUNDREDTH }
  if (known.size < CACHE_LIMIT) known.set(code, stated)
  return stated
}
