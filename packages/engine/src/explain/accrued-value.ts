import type { Day } from '../calendar/day.ts'
import { type CurrencyView, unitsOn, unitValueOn, worthOn } from '../currency/currency-view.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'

/** Interest within the close of one unit that has accrued and is not paid, in the instrument's currency; else 0. */
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
 * Interest within the value of a position at a close that has accrued or is due and is not paid, in its own currency:
 * whatever its value is beyond what it holds at the quote.
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
  const accrued = worthOn(snapshot, original, position, day) - clean
  return Number.isFinite(accrued) ? accrued : 0
}
