import type { Period } from '../calendar/period.ts'
import { listParts, type ViewedPart } from '../currency/join-views.ts'
import { unitsOn } from '../currency/position-value.ts'
import type { Flag } from '../ledger/vocabulary.ts'
import { priceQuality } from '../valuation/instrument-prices.ts'
import { findPositionValue } from './daily/daily-values.ts'
import { findMissingInput } from './positions/position-flags.ts'
import type { QueryResult } from './query.ts'

/** Positions missing from the totals of a result, and the value that depends on stale or estimated prices. */
export interface Coverage {
  /** Positions held, or with money due, at the end of the period without a price or rate: they are in no total. */
  readonly unvalued: readonly { readonly key: string; readonly flag: Extract<Flag, 'no_price' | 'no_rate'> }[]
  /** Absolute value at stale prices, in the result's currency. */
  readonly staleValue: number
  /** Absolute value priced by a transaction because there was no quote yet, in the result's currency. */
  readonly estimatedValue: number
  /** Positions with an amount that counts as 0 because of a missing rate. */
  readonly missingRate: readonly string[]
  /** Transactions that could not be posted. */
  readonly notSupported: readonly string[]
}

/** Adds the coverage of the positions of a part. */
function coverPart(
  { snapshot, views: { calculated }, firstPosition }: ViewedPart,
  isIn: Uint8Array,
  period: Period,
  found: { staleValue: number; estimatedValue: number; missingRate: string[] },
): void {
  for (let position = 0; position < snapshot.positions.count; position += 1) {
    if (isIn[firstPosition + position] !== 1) continue
    if (calculated.missingRate[position] === 1)
      found.missingRate.push(snapshot.positions.keys[position] ?? '')
    const instrument = snapshot.positions.instrument[position] ?? -1
    // Money due to a closed position depends on no price.
    if (instrument < 0 || unitsOn(snapshot, position, period.to) === 0) continue
    const value = Math.abs(findPositionValue(snapshot, calculated, position, period.to) ?? 0)
    if (value === 0) continue
    const quality = priceQuality(snapshot.prices[instrument], period.to)
    if (quality === 'stale') found.staleValue += value
    if (quality === 'estimated') found.estimatedValue += value
  }
}

/** The coverage of a result at the end of its period. Stale and estimated values are part of the totals. */
export function measureCoverage(result: QueryResult): Coverage {
  const { snapshot, views, isIn, period, dailyFigures } = result
  const found = { staleValue: 0, estimatedValue: 0, missingRate: [] as string[] }
  for (const part of listParts(snapshot, views)) coverPart(part, isIn, period, found)
  const unvalued = dailyFigures.unvalued.map(position => ({
    key: snapshot.positions.keys[position] ?? '',
    flag: findMissingInput(snapshot, position, period.to),
  }))
  return {
    unvalued,
    ...found,
    notSupported: snapshot.issues
      .filter(({ flag }) => flag === 'not_supported')
      .map(({ transaction }) => transaction),
  }
}
