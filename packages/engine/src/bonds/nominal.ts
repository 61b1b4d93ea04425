import type { Day } from '../calendar/day.ts'
import type { Instrument, PoolFactor } from '../ledger/ledger.ts'
import { type Exact, exact, toNumber } from '../money/exact.ts'

/** Types whose prices are percentages of the nominal. */
export const QUOTED_IN_PERCENT: ReadonlySet<string> = new Set(['bond', 'structured_product'])

/** The price at par: 100 where quotes are in percent, else the price at which one unit of quantity is worth 1. */
export function parPrice({ par, type, contractSize = 1 }: Instrument): number {
  return par ?? (QUOTED_IN_PERCENT.has(type) ? 100 : 1 / contractSize)
}

/** Nominal of one unit of quantity, in the instrument's currency: contract size x par. */
export function nominalPerUnit(instrument: Instrument): number {
  return (instrument.contractSize ?? 1) * parPrice(instrument)
}

/** The day on which the nominal is due, or null. */
export function maturityDay({ coupons, type, contractExpiration }: Instrument): Day | null {
  if (coupons) return coupons.maturity
  return QUOTED_IN_PERCENT.has(type) || type === 'loan' ? (contractExpiration ?? null) : null
}

const ONE: Exact = { units: 1, scale: 0 }

function findLatest(factors: readonly PoolFactor[], day: Day): PoolFactor | null {
  let found: PoolFactor | null = null
  for (const entry of factors)
    if (entry.day <= day && (found === null || entry.day >= found.day)) found = entry
  return found
}

/** The pool factor at a close, exact: the part of the nominal still outstanding, 1 by default. */
export function exactPoolFactor(instrument: Pick<Instrument, 'factors'> | undefined, day: Day): Exact {
  const found = instrument?.factors === undefined ? null : findLatest(instrument.factors, day)
  return found === null ? ONE : exact(found.factor)
}

/** The pool factor at a close, as a number. */
export function poolFactor(instrument: Instrument | undefined, day: Day): number {
  return toNumber(exactPoolFactor(instrument, day))
}

/** Restates a price per unit of the original nominal as quotes are: per unit of the outstanding nominal. */
export function toQuotedPrice(instrument: Instrument | undefined, perUnit: number, day: Day): number {
  const factor = instrument?.factors === undefined ? 1 : poolFactor(instrument, day)
  return factor > 0 ? perUnit / factor : perUnit
}
