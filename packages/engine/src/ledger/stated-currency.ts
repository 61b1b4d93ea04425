import { currencyUnit } from '../money/currency.ts'
import type { Exact } from '../money/exact.ts'

const HUNDREDTH: Exact = { units: 1, scale: 2 }

/** A currency code as amounts are stated in it: the currency behind it, and 1/100 for minor units. */
export interface StatedCurrency {
  readonly currency: string
  readonly factor: Exact | null
}

/** Every transaction names one or two codes, and there are few of them. */
const known = new Map<string, StatedCurrency>()
const MOST_KNOWN = 1000

/** What a code stands for: GBX is a hundredth of GBP, any other code is itself. */
export function statedCurrency(code: string): StatedCurrency {
  const found = known.get(code)
  if (found) return found
  const { currency, factor } = currencyUnit(code)
  const stated = { currency, factor: factor === 1 ? null : HUNDREDTH }
  if (known.size < MOST_KNOWN) known.set(code, stated)
  return stated
}
