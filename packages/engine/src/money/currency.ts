import { type Exact, exact, multiply, toText } from './exact.ts'

/** Minor units that prices are quoted in, with their currency and how many make one unit of it. */
export const MINOR_UNITS: Readonly<Record<string, { readonly currency: string; readonly factor: number }>> = {
  GBX: { currency: 'GBP', factor: 100 },
  GBp: { currency: 'GBP', factor: 100 },
  ZAc: { currency: 'ZAR', factor: 100 },
  ILA: { currency: 'ILS', factor: 100 },
}

/**
 * The currency behind a code and how many of the code make one unit of it.
 *
 *     amount in the currency = amount in the code / factor        243.08 GBX = 2.4308 GBP
 *
 * Any code that is not a minor unit is its own currency with factor 1.
 */
export function currencyUnit(code: string): { readonly currency: string; readonly factor: number } {
  return MINOR_UNITS[code] ?? { currency: code, factor: 1 }
}

/**
 * A price or amount in another unit of the same currency, exactly.
 *
 *     243.08 GBX = 2.4308 GBP        2.4308 GBP = 243.08 GBp
 *
 * @returns decimal text; null if the codes stand for different currencies.
 */
export function convertUnit(value: string, from: string, to: string): string | null {
  const [stated, wanted] = [currencyUnit(from), currencyUnit(to)]
  if (stated.currency !== wanted.currency) return null
  if (stated.factor === wanted.factor) return value
  return toText(multiply(exact(value), stated.factor > wanted.factor ? HUNDREDTH : HUNDRED))
}

// The only factor that minor units of prices have.
const HUNDRED: Exact = { units: 100, scale: 0 }
const HUNDREDTH: Exact = { units: 1, scale: 2 }
