import type { Day } from '../calendar/day.ts'
import type { CurrencyView } from '../currency/currency-view.ts'
import { positionValue, unitsOn, unitValueOn } from '../currency/position-value.ts'
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
 * Unpaid interest in the value of a position at a close, accrued or due: value - units x quote, in the position's
 * currency. 0 when it cannot be valued.
 */
export function accruedOn(
  snapshot: PortfolioSnapshot,
  original: CurrencyView,
  position: number,
  day: Day,
): number {
  const units = unitsOn(snapshot, position, day)
  const clean =
    units === 0
      ? 0
      : units * (unitValueOn(snapshot, original, position, day) - accruedPerUnit(snapshot, position, day))
  const accrued = positionValue(snapshot, original, position, day) - clean
  return Number.isFinite(accrued) ? accrued : 0
}
