import type { Flag } from '../ledger/vocabulary.ts'
import { priceQuality } from '../valuation/transaction-prices.ts'
import { positionValueOn } from './daily-pass.ts'
import type { QueryResult } from './query.ts'

/** What the totals of an result leave out, and how much of them rests on old or estimated prices. */
export interface Coverage {
  /** Positions held at the end of the period that cannot be valued: they are in no total. */
  readonly leftOut: readonly { readonly key: string; readonly flag: Extract<Flag, 'no_price' | 'no_rate'> }[]
  /** Absolute value, in the result's currency, that is carried from a quote more than a week old. */
  readonly staleValue: number
  /** Absolute value that is priced by a transaction because there was no quote yet. */
  readonly estimatedValue: number
  /** Positions with an amount that had no rate and counts as nothing. */
  readonly missesRate: readonly string[]
  /** Transactions that could not be posted at all. */
  readonly notSupported: readonly string[]
}

/** The coverage of an result at the end of its period. Values stay in the totals; what is left out is named. */
export function coverageOf(result: QueryResult): Coverage {
  const { snapshot, views, isIn, period, pass } = result
  let staleValue = 0
  let estimatedValue = 0
  const missesRate: string[] = []
  for (let position = 0; position < snapshot.positions.count; position += 1) {
    if (isIn[position] !== 1) continue
    if (views.calculated.missesRate[position] === 1) missesRate.push(snapshot.positions.keys[position] ?? '')
    const instrument = snapshot.positions.instrument[position] ?? -1
    if (instrument < 0) continue
    const value = Math.abs(positionValueOn(snapshot, views.calculated, position, period.to) ?? 0)
    if (value === 0) continue
    const quality = priceQuality(snapshot.prices[instrument], period.to)
    if (quality === 'stale') staleValue += value
    if (quality === 'estimated') estimatedValue += value
  }
  const leftOut = pass.leftOut.map(position => {
    const instrument = snapshot.positions.instrument[position] ?? -1
    const isPriced = instrument < 0 || priceQuality(snapshot.prices[instrument], period.to) !== 'no_price'
    return {
      key: snapshot.positions.keys[position] ?? '',
      flag: isPriced ? ('no_rate' as const) : ('no_price' as const),
    }
  })
  return {
    leftOut,
    staleValue,
    estimatedValue,
    missesRate,
    notSupported: snapshot.issues.map(issue => issue.transaction),
  }
}
