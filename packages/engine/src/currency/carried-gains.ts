import { isPool } from './cost-reductions.ts'
import type { CarriedGain, ViewBuilder } from './view-builder.ts'

// Columns have one value per event, lot or piece by construction, hence `as number` in the loops below.

function emptyGain(): CarriedGain {
  return { open: 0, lots: new Map() }
}

/** Adds the gains of the lots that an event carries in. */
export function addCarriedGains(builder: ViewBuilder, event: number, position: number): void {
  const { snapshot, lotCost, lotEntry, carriedGains } = builder
  const last = snapshot.events.lotTo[event] as number
  const carried = carriedGains.get(position) ?? emptyGain()
  carriedGains.set(position, carried)
  for (let lot = snapshot.events.lotFrom[event] as number; lot < last; lot += 1) {
    const gain = (lotEntry[lot] as number) - (lotCost[lot] as number)
    carried.open += gain
    carried.lots.set(lot, gain)
  }
}

/** A position that enters at its first valued close brings gains likewise: its value then less the cost of its open lots. */
export function enterCarriedGains(builder: ViewBuilder, position: number): void {
  const { snapshot, lotCost, lotEntry, lotLeft, carriedGains } = builder
  const open = (builder.entryValue[position] as number) - (builder.entryCost[position] as number)
  const lots = new Map<number, number>()
  const { position: lotPosition } = snapshot.lots
  for (let lot = 0; lot < lotPosition.length; lot += 1)
    if (lotPosition[lot] === position && (lotLeft[lot] as number) > 0)
      lots.set(lot, (lotEntry[lot] as number) - (lotCost[lot] as number))
  carriedGains.set(position, { open, lots })
}

/** Takes the gains of the lots that an event takes. @returns their sum. */
export function takeCarriedGains(builder: ViewBuilder, event: number, position: number): number {
  const carried = builder.carriedGains.get(position)
  if (carried === undefined) return 0
  const { events, pieces } = builder.snapshot
  const poolShare = events.poolShare[event] as number
  const last = events.pieceTo[event] as number
  let taken = carried.open * poolShare
  for (let piece = events.pieceFrom[event] as number; piece < last && poolShare === 0; piece += 1)
    taken += (carried.lots.get(pieces.lot[piece] as number) ?? 0) * (pieces.share[piece] as number)
  // A closed position has no gain left, not even a rounding.
  if (events.after[event] === 0) {
    taken = carried.open
    builder.carriedGains.delete(position)
  }
  carried.open -= taken
  return taken
}

/** Takes the event's share of the gain of every open lot, as a spin-off or a repayment does. @returns their sum. */
export function takeGainShare(builder: ViewBuilder, event: number, position: number): number {
  const carried = builder.carriedGains.get(position)
  if (carried === undefined) return 0
  const share = builder.snapshot.events.poolShare[event] as number
  const taken = carried.open * share
  carried.open -= taken
  for (const [lot, gain] of carried.lots) carried.lots.set(lot, gain * (1 - share))
  return taken
}

/** Takes the gain of the cash that an event spends: the same share as of its cost. */
export function takeCashGain(builder: ViewBuilder, event: number, position: number): number {
  const carried = builder.carriedGains.get(position)
  if (carried === undefined) return 0
  const change = builder.snapshot.events.quantity[event] as number
  const after = builder.snapshot.events.after[event] as number
  const before = after - change
  if (change === 0 || before === 0 || Math.sign(before) === Math.sign(change)) return 0
  const isAll = after === 0 || Math.sign(after) !== Math.sign(before)
  const taken = isAll ? carried.open : (carried.open * -change) / before
  carried.open -= taken
  return taken
}

/**
 * Takes the gains of the pieces that leave a position to be continued elsewhere, and notes the gain with which each
 * leaves: its part of the value by units, less its cost and the gain it came with. That stays unrealized until the lots
 * that continue the piece are disposed of.
 *
 * @param isCostOnly Whether the event takes a share of every lot's cost while the units stay.
 */
export function leaveWithGains(
  builder: ViewBuilder,
  event: number,
  position: number,
  isCostOnly: boolean,
): void {
  const { snapshot, pieceCost, pieceGain } = builder
  const { events, pieces } = snapshot
  const carried = builder.carriedGains.get(position)
  const poolShare = events.poolShare[event] as number
  const isPooled = isCostOnly ? isPool(builder, position) : poolShare > 0
  const pooled = (carried?.open ?? 0) * poolShare
  const lotShare = isCostOnly ? poolShare : 1
  const value = -(builder.posted[event] as number)
  const first = events.pieceFrom[event] as number
  const last = events.pieceTo[event] as number
  let units = 0
  for (let piece = first; piece < last; piece += 1) units += pieces.units[piece] as number
  for (let piece = first; piece < last; piece += 1) {
    const part = units === 0 ? 1 / (last - first) : (pieces.units[piece] as number) / units
    const ofLot = (carried?.lots.get(pieces.lot[piece] as number) ?? 0) * lotShare
    const came = (isPooled ? pooled : ofLot) * (pieces.share[piece] as number)
    pieceGain.set(piece, value * part - (pieceCost[piece] as number) - came)
  }
  if (isCostOnly) takeGainShare(builder, event, position)
  else takeCarriedGains(builder, event, position)
}

/** The gains of lots that left a position and are now disposed of elsewhere. */
export function sumLeftGains(builder: ViewBuilder, event: number): number {
  const { events, pieces, lots } = builder.snapshot
  const last = events.pieceTo[event] as number
  let sum = 0
  for (let piece = events.pieceFrom[event] as number; piece < last; piece += 1) {
    const left = lots.parentPiece[pieces.lot[piece] as number] as number
    sum += (builder.pieceGain.get(left) ?? 0) * (pieces.share[piece] as number)
  }
  return sum
}
