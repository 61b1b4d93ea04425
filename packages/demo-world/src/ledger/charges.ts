import type { CustodianFact } from '../accounts.ts'
import { type Minor, toMajor, toMinor } from '../decimals.ts'
import type { InstrumentFact } from '../instruments/instrument.ts'

const basisPoint = 10_000

/** The custodian's fee for a trade, in the settlement currency. */
export function tradeFee(
  custodian: CustodianFact | null,
  fact: InstrumentFact,
  currency: string,
  gross: Minor,
  units: number,
): Minor {
  if (!custodian) return 0n
  if (fact.type === 'option' || fact.type === 'future') return toMinor(currency, 1.05 * Math.abs(units))
  if (fact.type === 'fx_forward') return 0n
  const share = (toMajor(currency, gross) * custodian.tradeBps) / basisPoint
  // A minimum of 12 is meant for francs, euros and dollars; the same number of kronor would be too little.
  const minimum = custodian.tradeMinimum * (minimumFactor[currency] ?? 1)
  return toMinor(currency, Math.max(share, minimum))
}

const minimumFactor: Readonly<Record<string, number>> = { SEK: 10, DKK: 7, NOK: 10, JPY: 120, HKD: 8 }

const stampTypes = new Set(['equity', 'etf', 'fund', 'bond', 'structured_product'])

/** Taxes on the trade itself: the Swiss transfer stamp tax, and British stamp duty on purchases of shares. */
export function tradeTax(
  custodian: CustodianFact | null,
  fact: InstrumentFact,
  currency: string,
  gross: Minor,
  isPurchase: boolean,
): Minor {
  const value = toMajor(currency, gross)
  let rate = 0
  if (custodian?.takesStampTax && stampTypes.has(fact.type)) rate += fact.country === 'CH' ? 0.00075 : 0.0015
  if (isPurchase && fact.type === 'equity' && fact.country === 'GB') rate += 0.005
  return toMinor(currency, value * rate)
}

/** Withholding tax rates by country of the issuer, as fractions. */
const withholding: Readonly<Record<string, number>> = {
  CH: 0.35,
  US: 0.15,
  FR: 0.25,
  DE: 0.26375,
  DK: 0.27,
  SE: 0.3,
  FI: 0.35,
  BE: 0.3,
  IT: 0.26,
  ES: 0.19,
  NL: 0.15,
  CA: 0.25,
  JP: 0.15315,
  TW: 0.21,
}

/** The rate of withholding tax for income of an instrument that a family of a country receives. */
export function withholdingRate(fact: InstrumentFact, home: string): number {
  if (fact.country === home && home !== 'CH') return 0
  if (fact.type === 'equity') return withholding[fact.country ?? ''] ?? 0
  if (fact.type === 'etf' || fact.type === 'fund') return fact.country === 'CH' ? 0.35 : 0
  return fact.type === 'bond' && fact.country === 'CH' ? 0.35 : 0
}
