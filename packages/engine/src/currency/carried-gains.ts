import { EVENT } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { isPool } from './cost-reductions.ts'
import type { CarriedGains, ViewBuilder } from './view-builder.ts'

// Columns have one value per event, lot, piece or position by construction, hence `as number` in the loops below.

/** The state before the first event; null where no lot was carried and no position enters late. */
export function createCarriedGains(
  { lots, pieces, positions }: PortfolioSnapshot,
  hasLateEntries: boolean,
): CarriedGains | null {
  const count = lots.day.length
  let isCarried = hasLateEntries
  for (let lot = 0; lot < count && !isCarried; lot += 1)
    isCarried = (lots.parentPiece[lot] as number) >= 0 || !Number.isNaN(lots.givenCost[lot] as number)
  if (!isCarried) return null
  return {
    open: new Float64Array(positions.count),
    lot: new Float64Array(count),
    piece: new Float64Array(pieces.lot.length),
  }
}

/** Adds the gains of the lots that an event carries in. */
function addGains(builder: ViewBuilder, gains: CarriedGains, event: number, position: number): void {
  const { snapshot, lotCost, lotEntry } = builder
  const last = snapshot.events.lotTo[event] as number
  for (let lot = snapshot.events.lotFrom[event] as number; lot < last; lot += 1) {
    const gain = (lotEntry[lot] as number) - (lotCost[lot] as number)
    gains.lot[lot] = gain
    gains.open[position] = (gains.open[position] as number) + gain
  }
}

/** A position that enters at its first valued close brings gains likewise: its value then less the cost of its open lots. */
export function enterWithGains(builder: ViewBuilder, position: number): void {
  const { snapshot, lotCost, lotEntry, lotLeft, carriedGains: gains } = builder
  if (gains === null) return
  gains.open[position] = (builder.entryValue[position] as number) - (builder.entryCost[position] as number)
  const { position: lotPosition } = snapshot.lots
  // Lots that are opened later bring no gain.
  for (let lot = 0; lot < lotPosition.length; lot += 1)
    if (lotPosition[lot] === position && (lotLeft[lot] as number) > 0)
      gains.lot[lot] = (lotEntry[lot] as number) - (lotCost[lot] as number)
}

/** Takes the gains of the lots that an event takes. @returns their sum. */
function takeGains({ snapshot }: ViewBuilder, gains: CarriedGains, event: number, position: number): number {
  const { events, pieces } = snapshot
  const open = gains.open[position] as number
  const poolShare = events.poolShare[event] as number
  const last = events.pieceTo[event] as number
  let taken = open * poolShare
  for (let piece = events.pieceFrom[event] as number; piece < last && poolShare === 0; piece += 1)
    taken += (gains.lot[pieces.lot[piece] as number] as number) * (pieces.share[piece] as number)
  // A closed position has no gain left, not even a rounding.
  if (events.after[event] === 0) taken = open
  gains.open[position] = open - taken
  return taken
}

/** Takes the event's share of the gain of every open lot, as a spin-off or a repayment does. @returns their sum. */
function takeGainShare(
  { snapshot }: ViewBuilder,
  gains: CarriedGains,
  event: number,
  position: number,
): number {
  const { events, pieces } = snapshot
  const open = gains.open[position] as number
  const share = events.poolShare[event] as number
  const last = events.pieceTo[event] as number
  for (let piece = events.pieceFrom[event] as number; piece < last; piece += 1) {
    const lot = pieces.lot[piece] as number
    gains.lot[lot] = (gains.lot[lot] as number) * (1 - share)
  }
  gains.open[position] = open * (1 - share)
  return open * share
}

/** Takes the gain of the cash that an event spends: the same share as of its cost. */
function takeCashGain(
  { snapshot }: ViewBuilder,
  gains: CarriedGains,
  event: number,
  position: number,
): number {
  const open = gains.open[position] as number
  const change = snapshot.events.quantity[event] as number
  const after = snapshot.events.after[event] as number
  const isFirst = event === snapshot.positions.eventFrom[position]
  const before = isFirst ? 0 : (snapshot.events.after[event - 1] as number)
  if (change === 0 || before === 0 || Math.sign(before) === Math.sign(change)) return 0
  const isAll = after === 0 || Math.sign(after) !== Math.sign(before)
  gains.open[position] = isAll ? 0 : (open * after) / before
  return isAll ? open : (open * -change) / before
}

/**
 * Takes the gains of the pieces that leave a position to be continued elsewhere, and notes the gain with which each
 * leaves: its part of the value by units, less its cost and the gain it came with. That stays unrealized until the lots
 * that continue the piece are disposed of.
 */
function leaveWithGains(builder: ViewBuilder, gains: CarriedGains, event: number, position: number): void {
  const { snapshot, pieceCost } = builder
  const { events, pieces } = snapshot
  const isCostOnly = events.kind[event] === EVENT.allocateCost
  const poolShare = events.poolShare[event] as number
  const isPooled = isCostOnly ? isPool(builder, position) : poolShare > 0
  const pooled = (gains.open[position] as number) * poolShare
  const lotShare = isCostOnly ? poolShare : 1
  const value = -(builder.posted[event] as number)
  const first = events.pieceFrom[event] as number
  const last = events.pieceTo[event] as number
  let units = 0
  for (let piece = first; piece < last; piece += 1) units += pieces.units[piece] as number
  for (let piece = first; piece < last; piece += 1) {
    const part = units === 0 ? 1 / (last - first) : (pieces.units[piece] as number) / units
    const ofLot = (gains.lot[pieces.lot[piece] as number] as number) * lotShare
    const came = (isPooled ? pooled : ofLot) * (pieces.share[piece] as number)
    gains.piece[piece] = value * part - (pieceCost[piece] as number) - came
  }
  if (isCostOnly) takeGainShare(builder, gains, event, position)
  else takeGains(builder, gains, event, position)
}

/** The gains of lots that left a position and are now disposed of elsewhere. */
function sumLeftGains({ snapshot }: ViewBuilder, gains: CarriedGains, event: number): number {
  const { events, pieces, lots } = snapshot
  const last = events.pieceTo[event] as number
  let sum = 0
  for (let piece = events.pieceFrom[event] as number; piece < last; piece += 1) {
    const left = lots.parentPiece[pieces.lot[piece] as number] as number
    sum += (gains.piece[left] as number) * (pieces.share[piece] as number)
  }
  return sum
}

/** Lets the carried gains follow the lots that an event moves, once its amounts and costs are converted. */
export function moveCarriedGains(builder: ViewBuilder, gains: CarriedGains, event: number): void {
  const kind = builder.snapshot.events.kind[event] as number
  const position = builder.snapshot.events.position[event] as number
  if (builder.isWaiting[position] === 1) return
  let realized = 0
  if (kind === EVENT.cash) realized = -takeCashGain(builder, gains, event, position)
  else if (kind === EVENT.close) realized = -takeGains(builder, gains, event, position)
  else if (kind === EVENT.payDown) realized = -takeGainShare(builder, gains, event, position)
  else if (kind === EVENT.realizeCarried) realized = sumLeftGains(builder, gains, event)
  else if (kind === EVENT.carryIn) addGains(builder, gains, event, position)
  else if (kind === EVENT.carryOut || kind === EVENT.allocateCost)
    leaveWithGains(builder, gains, event, position)
  if (realized === 0) return
  builder.realized[event] = (builder.realized[event] as number) + realized
  builder.realizedCarried.set(event, realized)
}
