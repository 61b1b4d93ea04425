import type { Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import type { CurrencyView } from '../currency/currency-view.ts'
import { unitsOn, unitValueOn } from '../currency/position-value.ts'
import { VALUE_TOLERANCE } from '../money/tolerances.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import type { CapitalVisitor } from './capital.ts'

/** The share of each lot of a position that is open at a close, by the account's lot method. */
export function openLotShares(snapshot: PortfolioSnapshot, position: number, to: Day): Map<number, number> {
  const { events, pieces, positions } = snapshot
  const left = new Map<number, number>()
  const last = positions.eventFrom[position + 1] ?? 0
  for (let event = positions.eventFrom[position] ?? 0; event < last; event += 1) {
    if ((events.day[event] ?? 0) > to) break
    const poolShare = events.poolShare[event] ?? 0
    if (poolShare > 0) for (const [lot, share] of left) left.set(lot, share * (1 - poolShare))
    for (let lot = events.lotFrom[event] ?? 0; lot < (events.lotTo[event] ?? 0); lot += 1) left.set(lot, 1)
    if (events.quantity[event] === 0 || poolShare > 0) continue
    for (let piece = events.pieceFrom[event] ?? 0; piece < (events.pieceTo[event] ?? 0); piece += 1) {
      const lot = pieces.lot[piece] ?? -1
      left.set(lot, (left.get(lot) ?? 0) - (pieces.share[piece] ?? 0))
    }
  }
  return left
}

/**
 * Average entry price of a position's contracts that are open at a close, by the account's lot method.
 *
 *     sum of units x entry price / sum of units
 *
 * Contracts have no cost, so the entry is not in the cost. In the instrument's currency; null when none is open.
 */
export function contractEntry(snapshot: PortfolioSnapshot, position: number, to: Day): number | null {
  const { lots } = snapshot
  let all = 0
  let units = 0
  let sum = 0
  for (const [lot, share] of openLotShares(snapshot, position, to)) {
    all += lots.units[lot] ?? 0
    units += (lots.units[lot] ?? 0) * share
    sum += (lots.units[lot] ?? 0) * share * (lots.unitCost[lot] ?? 0)
  }
  return units > VALUE_TOLERANCE * all && Number.isFinite(sum) ? sum / units : null
}

/**
 * The capital base of a contract: the highest notional in the period, |units x close|, at the opening close and after
 * every trade, so that contracts closed on the day they were opened have a base too. In the view's currency; 0 is no
 * base. `visit` receives every level.
 */
export function contractBase(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  position: number,
  period: Period,
  visit?: CapitalVisitor,
): number {
  const { events, positions, instruments } = snapshot
  const size = instruments[positions.instrument[position] ?? -1]?.contractSize ?? 1
  const at = (units: number, day: Day): number =>
    units === 0 ? 0 : Math.abs(units * unitValueOn(snapshot, view, position, day)) || 0
  let base = at(unitsOn(snapshot, position, period.from - 1), period.from - 1)
  visit?.(period.from - 1, base)
  const last = positions.eventFrom[position + 1] ?? 0
  for (let event = positions.eventFrom[position] ?? 0; event < last; event += 1) {
    const day = events.day[event] ?? 0
    if (day < period.from || day > period.to || events.quantity[event] === 0) continue
    const notional = at((events.after[event] ?? 0) * size, day)
    visit?.(day, notional)
    base = Math.max(base, notional)
  }
  return base
}
