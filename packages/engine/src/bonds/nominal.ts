import type { Day } from '../calendar/day.ts'
import type { Instrument, PoolFactor } from '../ledger/ledger.ts'
import { type Exact, exact, toNumber } from '../money/exact.ts'

const IN_PERCENT: ReadonlySet<string> = new Set(['bond', 'structured_product'])

/** The price of the nominal: 100 where quotes are in percent, else what makes one unit of quantity one of its currency. */
export function parOf({ par, type, contractSize = 1 }: Instrument): number {
  return par ?? (IN_PERCENT.has(type) ? 100 : 1 / contractSize)
}

/** Nominal of one unit of quantity, in the instrument's currency: contract size x par. */
export function nominalOf(instrument: Instrument): number {
  return (instrument.contractSize ?? 1) * parOf(instrument)
}

/** The day the nominal is due, or null. */
export function maturityOf({ coupons, type, contractExpiration }: Instrument): Day | null {
  if (coupons) return coupons.maturity
  return IN_PERCENT.has(type) || type === 'loan' ? (contractExpiration ?? null) : null
}

const ONE: Exact = { units: 1, scale: 0 }

function latest(factors: readonly PoolFactor[], day: Day): PoolFactor | null {
  let found: PoolFactor | null = null
  for (const entry of factors)
    if (entry.day <= day && (found === null || entry.day >= found.day)) found = entry
  return found
}

/** The part of the nominal that is owed at a close, exact: 1 without a pool factor. */
export function exactFactorOn(instrument: Pick<Instrument, 'factors'> | undefined, day: Day): Exact {
  const found = instrument?.factors === undefined ? null : latest(instrument.factors, day)
  return found === null ? ONE : exact(found.factor)
}

/** The part of the nominal that is owed at a close, as a number. */
export function factorOn(instrument: Instrument | undefined, day: Day): number {
  return toNumber(exactFactorOn(instrument, day))
}

/** What a unit of the original nominal is worth, stated as quotes are: per unit of what is still owed. */
export function asQuoted(instrument: Instrument | undefined, perUnit: number, day: Day): number {
  const factor = instrument?.factors === undefined ? 1 : factorOn(instrument, day)
  return factor > 0 ? perUnit / factor : perUnit
}
