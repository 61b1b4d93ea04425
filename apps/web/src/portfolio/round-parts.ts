import { currencyDecimals, roundTo } from '../lib/format/format.ts'

/** A displayed figure has one rounding; see docs/finance/rounding.md. */
export { roundToTotal, roundWithRest } from '../lib/format/format.ts'

export function roundAmount(value: number | null, decimals: number): number | null {
  return value === null ? null : roundTo(value, decimals)
}

/** The decimals in which amounts of a reply are shown. */
export function replyDecimals({ currency }: { currency: string }): number {
  return currencyDecimals(currency)
}
