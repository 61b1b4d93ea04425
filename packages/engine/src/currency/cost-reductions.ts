import type { ViewBuilder } from './view-builder.ts'

// Columns have one value per event, lot or piece by construction, hence `as number` in the loops below.

/** Whether a position's lots are a pool: the account uses the average method. */
export function isPool(builder: ViewBuilder, position: number): boolean {
  const { accounts, positions } = builder.snapshot
  return accounts[positions.account[position] as number]?.lotMethod === 'average'
}

/**
 * Removes the event's share of the cost of every open lot (or of the pool), as a spin-off or a repayment does. Lots keep
 * their units.
 *
 * @returns the cost removed, signed as cost is, in the view's currency.
 */
export function removeCostShare(builder: ViewBuilder, event: number, position: number): number {
  const { snapshot, cost, lotCost, pieceCost } = builder
  const share = snapshot.events.poolShare[event] as number
  const all = cost[position] as number
  const isPooled = isPool(builder, position)
  const last = snapshot.events.pieceTo[event] as number
  for (let piece = snapshot.events.pieceFrom[event] as number; piece < last; piece += 1) {
    const lot = snapshot.pieces.lot[piece] as number
    const part = snapshot.pieces.share[piece] as number
    pieceCost[piece] = (isPooled ? all : (lotCost[lot] as number)) * part * share
    lotCost[lot] = (lotCost[lot] as number) * (1 - share)
  }
  return all * share
}

/**
 * Lowers the cost by a return of capital. Every open lot gets its part by units, which lowers its cost down to 0; a pool
 * is one lot. A short pays, and its proceeds fall likewise.
 *
 *     removed = min(money, cost) per lot            realized = money - removed
 *
 * @returns the cost removed, signed as cost is, in the view's currency.
 */
export function lowerCostByReturn(
  builder: ViewBuilder,
  event: number,
  position: number,
  posted: number,
): number {
  const { snapshot, cost, lotCost } = builder
  const side = snapshot.positions.side[position] as number
  const money = -posted * side
  if (isPool(builder, position)) return side * removable(money, (cost[position] as number) * side)
  const first = snapshot.events.pieceFrom[event] as number
  const last = snapshot.events.pieceTo[event] as number
  let units = 0
  for (let piece = first; piece < last; piece += 1) units += snapshot.pieces.units[piece] as number
  let sum = 0
  for (let piece = first; piece < last; piece += 1) {
    const lot = snapshot.pieces.lot[piece] as number
    const open = (lotCost[lot] as number) * (snapshot.pieces.share[piece] as number) * side
    const part = removable((money * (snapshot.pieces.units[piece] as number)) / units, open)
    if (open !== 0) lotCost[lot] = (lotCost[lot] as number) * (1 - part / open)
    sum += part
  }
  return side * sum
}

/** A negative amount is a correction and raises the cost again; a cost of 0 stays 0. */
function removable(money: number, open: number): number {
  return open > 0 || Number.isNaN(open) ? Math.min(money, open) : 0
}
