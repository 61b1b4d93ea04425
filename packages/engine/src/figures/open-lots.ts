import type { Day } from '../calendar/day.ts'
import { type CurrencyView, openCurrencyView } from '../currency/currency-view.ts'
import { VALUE_TOLERANCE } from '../money/tolerances.ts'
import { changesCost, EVENT } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { sumPosition } from './positions/position-sums.ts'

/** A lot that is open at a close, in the view's currency. */
export interface OpenLot {
  /** The day it was bought; a lot that was carried over keeps it. */
  readonly day: Day
  /** Remaining quantity; negative for shorts. */
  readonly quantity: number
  readonly cost: number
}

/** The size of a lot in the units of the day, and the share of it that is left. */
interface LotState {
  units: number
  left: number
}

/** Replays the lots of a position up to a close, since the snapshot's lot columns hold the units after all splits. */
function replayLots(snapshot: PortfolioSnapshot, position: number, to: Day): Map<number, LotState> {
  const { events, positions } = snapshot
  const lots = new Map<number, LotState>()
  const last = positions.eventFrom[position + 1] ?? 0
  for (let event = positions.eventFrom[position] ?? 0; event < last; event += 1) {
    if ((events.day[event] ?? 0) > to) break
    const quantity = events.quantity[event] ?? 0
    const after = events.after[event] ?? 0
    const poolShare = events.poolShare[event] ?? 0
    if (events.kind[event] === EVENT.split)
      for (const lot of lots.values()) lot.units *= after / (after - quantity)
    else if (quantity !== 0 && poolShare > 0) for (const lot of lots.values()) lot.left *= 1 - poolShare
    else if (quantity !== 0) takePieces(snapshot, event, lots)
    addLots(snapshot, event, Math.abs(quantity), lots)
  }
  return lots
}

function takePieces({ events, pieces }: PortfolioSnapshot, event: number, lots: Map<number, LotState>): void {
  for (let piece = events.pieceFrom[event] ?? 0; piece < (events.pieceTo[event] ?? 0); piece += 1) {
    const lot = lots.get(pieces.lot[piece] ?? -1)
    if (lot) lot.left -= pieces.share[piece] ?? 0
  }
}

/** Lots opened by one event share its units by their sizes. */
function addLots(
  { events, lots: columns }: PortfolioSnapshot,
  event: number,
  units: number,
  lots: Map<number, LotState>,
): void {
  const from = events.lotFrom[event] ?? 0
  const to = events.lotTo[event] ?? 0
  let all = 0
  for (let lot = from; lot < to; lot += 1) all += columns.units[lot] ?? 0
  for (let lot = from; lot < to; lot += 1)
    lots.set(lot, { units: to - from === 1 ? units : (units * (columns.units[lot] ?? 0)) / all, left: 1 })
}

/**
 * The cost of lots at a close. A currency view holds their final cost, so if the cost changed after the close, a view of
 * the transactions up to it is built.
 */
function lotCostOn(snapshot: PortfolioSnapshot, view: CurrencyView, position: number, to: Day): Float64Array {
  const { events, positions, chronological } = snapshot
  const last = positions.eventFrom[position + 1] ?? 0
  for (let event = positions.eventFrom[position] ?? 0; event < last; event += 1)
    if ((events.day[event] ?? 0) > to && changesCost(events.kind[event] ?? -1)) {
      const until = chronological.filter(place => (events.day[place] ?? 0) <= to)
      return openCurrencyView({ ...snapshot, chronological: until }, view.currency).lotCost
    }
  return view.lotCost
}

/**
 * The lots of a position that are open at a close, oldest first.
 *
 *     cost of a lot = open cost x remaining cost of the lot / remaining cost of all lots
 *
 * Quantities add up to the position's quantity, costs to its open cost. Under the average method lots share the pooled
 * cost by units. Lots of futures and forwards cost 0. Money in the view's currency.
 */
export function openLots(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  position: number,
  to: Day,
): OpenLot[] {
  const { quantity, cost } = sumPosition(snapshot, view, position, { from: to, to })
  if (quantity === 0) return []
  const isPool = snapshot.accounts[snapshot.positions.account[position] ?? -1]?.lotMethod === 'average'
  const lotCost = lotCostOn(snapshot, view, position, to)
  const states = [...replayLots(snapshot, position, to)].filter(([, lot]) => lot.left > VALUE_TOLERANCE)
  const parts = states.map(([lot, { units: size, left }]) => {
    const units = size * left
    return { day: snapshot.lots.day[lot] ?? 0, units, cost: isPool ? units : (lotCost[lot] ?? 0) * left }
  })
  const units = parts.reduce((sum, part) => sum + part.units, 0)
  const costs = parts.reduce((sum, part) => sum + part.cost, 0)
  // Dividing the sums first leaves lots that add up as they are: a factor of 1 does not round.
  const perUnit = quantity / units
  const perCost = costs === 0 ? cost / units : cost / costs
  return parts
    .map(part => ({
      day: part.day,
      quantity: part.units * perUnit,
      cost: (costs === 0 ? part.units : part.cost) * perCost || 0,
    }))
    .sort((a, b) => a.day - b.day)
}
