import type { Transaction } from '@plumbline/contract'
import { currencyDecimals } from '../../lib/format/format.ts'

interface NetAndCosts {
  net: number | null
  fees: number | null
  taxes: number | null
}

/**
 * The amount before fees and taxes, from parts as they are shown: gross less costs is net to the cent. Null where a part
 * is missing.
 */
export function addCosts({ net, fees, taxes }: NetAndCosts, decimals: number): number | null {
  if (net === null || fees === null || taxes === null) return null
  const unit = 10 ** decimals
  const parts = [net, fees, taxes].map(value => Math.round(value * unit))
  return parts.reduce((sum, part) => sum + part, 0) / unit
}

/** A transaction's amount before fees and taxes, in its currency. */
export function grossAmount(row: Transaction): number | null {
  const { original_amount: net, original_fees: fees, original_taxes: taxes, currency } = row
  const gross = addCosts({ net, fees, taxes }, currencyDecimals(currency))
  // A charge has nothing before itself.
  return gross === 0 ? null : gross
}
