import type { Facts, Rate } from './facts/facts.ts'
import { absolute, divideFixed, type Fixed, toCents, toFixed } from './tokens/money.ts'

const maxRates = 12

/** A rate of exchange to the currency of the account. */
export interface Conversion {
  readonly from: string
  readonly to: string
  /** Units of `from` per unit of `to`. */
  readonly rate: Fixed
}

/** Rates of exchange from other currencies to that of the account: stated, or implied by a line that states both. */
export function findConversions(facts: Facts, to: string): Conversion[] {
  const found: Conversion[] = []
  const others = new Set(
    facts.items.flatMap(item => [...item.amounts.keys()]).filter(code => code !== to && code !== ''),
  )
  for (const price of facts.prices) if (price.currency && price.currency !== to) others.add(price.currency)
  for (const { nominalCurrency } of facts.quantities)
    if (nominalCurrency && nominalCurrency !== to) others.add(nominalCurrency)
  for (const from of others) {
    for (const rate of facts.rates.slice(0, maxRates)) found.push(...bothWays(rate, from, to))
    for (const item of facts.items) {
      const foreign = item.amounts.get(from)
      const own = item.amounts.get(to)
      if (foreign && own) found.push({ from, to, rate: divideFixed(foreign, own) })
    }
  }
  return found
}

/** A rate names its pair or not; banks write it either way. The arithmetic decides. */
function bothWays(rate: Rate, from: string, to: string): Conversion[] {
  const value = absolute(toFixed(rate.value))
  if (value === 0n) return []
  if (rate.pair && !(rate.pair.base === from || rate.pair.quote === from)) return []
  const inverse = divideFixed(toFixed('1'), value)
  return [
    { from, to, rate: value },
    { from, to, rate: inverse },
  ]
}

export function conversionsFor(
  currency: string,
  to: string,
  conversions: readonly Conversion[],
): (Conversion | null)[] {
  const own = currency === to ? [null] : []
  const foreign = conversions.filter(({ from }) => currency === to || from === currency)
  return [...own, ...foreign]
}

export function convert(value: Fixed, from: string, to: string, conversion: Conversion | null): Fixed | null {
  if (from === to || from === '') return value
  if (!conversion || conversion.from !== from) return null
  return toCents(divideFixed(value, conversion.rate))
}
