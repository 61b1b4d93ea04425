import type { Day } from '../calendar/day.ts'
import { segmentOn } from '../currency/position-value.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'

/**
 * Accrued interest in the close of one unit: close - quote x pool factor, in the instrument's currency. 0 for
 * instruments whose quote includes it, and without a price.
 */
export function accruedPerUnit(snapshot: PortfolioSnapshot, position: number, day: Day): number {
  const prices = snapshot.prices[snapshot.positions.instrument[position] ?? -1]
  if (!prices?.quoted) return 0
  const index = day - prices.firstDay
  const accrued =
    (prices.values[index] ?? Number.NaN) -
    (prices.quoted[index] ?? Number.NaN) * (prices.factors?.[index] ?? 1)
  return Number.isFinite(accrued) ? accrued : 0
}

/**
 * Unpaid interest in the value of a position at a close: accrued in its units, or due as a claim, in the position's
 * currency. Not for futures and forwards, whose offset is the amount owed.
 */
export function accruedOn(snapshot: PortfolioSnapshot, position: number, day: Day): number {
  const segment = segmentOn(snapshot, position, day)
  if (segment < 0) return 0
  const units = snapshot.segments.units[segment] ?? 0
  return units * accruedPerUnit(snapshot, position, day) + (snapshot.segments.offset[segment] ?? 0)
}
