import { EVENT } from '../posting/journal.ts'
import type { CollateralBuilder, ViewBuilder } from './view-builder.ts'

// Columns have one value per event, lot or piece by construction; `as number` says so in the loops below.

/** Rate of a position's own currency on a day: 1 in its own currency, NaN without one. */
function marketRate(builder: ViewBuilder, position: number, day: number): number {
  const column = builder.rates[builder.snapshot.positions.currency[position] as number]
  if (builder.currency === null || column === null) return 1
  return column?.[day - builder.snapshot.firstDay] ?? Number.NaN
}

/** New lots tie up their exposure, stated at the rate of the day. */
function bringIn(builder: ViewBuilder, tied: CollateralBuilder, event: number, position: number): number {
  const { snapshot } = builder
  const rate = marketRate(builder, position, snapshot.events.day[event] as number)
  const last = snapshot.events.lotTo[event] as number
  let sum = 0
  for (let lot = snapshot.events.lotFrom[event] as number; lot < last; lot += 1) {
    const own = snapshot.tied.get(lot) ?? 0
    tied.own[position] = (tied.own[position] as number) + own
    // Without a rate it cannot be stated yet: a position that enters late states all of its lots then.
    if (!Number.isFinite(rate)) continue
    tied.lot.set(lot, own * rate)
    sum += own * rate
  }
  return sum
}

/** Lots that leave take their part out: all of it with the last of them. */
function takeOut(
  { snapshot }: ViewBuilder,
  tied: CollateralBuilder,
  event: number,
  position: number,
): number {
  const all = tied.position[position] as number
  const allOwn = tied.own[position] as number
  const isAll = snapshot.events.after[event] === 0
  const poolShare = isAll ? 1 : (snapshot.events.poolShare[event] as number)
  if (poolShare > 0) {
    tied.own[position] = isAll ? 0 : allOwn * (1 - poolShare)
    return all * poolShare
  }
  const last = snapshot.events.pieceTo[event] as number
  let sum = 0
  let own = 0
  for (let piece = snapshot.events.pieceFrom[event] as number; piece < last; piece += 1) {
    const lot = snapshot.pieces.lot[piece] as number
    const share = snapshot.pieces.share[piece] as number
    sum += (tied.lot.get(lot) ?? 0) * share
    own += (snapshot.tied.get(lot) ?? 0) * share
  }
  tied.own[position] = allOwn - own
  return sum
}

/**
 * Change of the capital that an event ties up beside the value of its position: collateral and proceeds.
 *
 *     collateral = |exposure at opening| of the open lots        proceeds = what opening them brought
 *
 * Of short shares both are the proceeds. Futures and forwards, long or short, have no proceeds and the notional they
 * were entered at; short options their proceeds and the price of the underlying. Longs tie up nothing more. What is
 * closed takes its part out again, so nothing stays tied up without a position. Unit: the walk's currency, at the
 * rate of the day the lot was opened.
 */
export function tiedChange(
  builder: ViewBuilder,
  event: number,
  position: number,
  before: number,
  after: number,
): number {
  const { snapshot, tied } = builder
  const isShort = (snapshot.positions.side[position] as number) < 0
  if (tied === null || tied.isIn[position] === 0)
    return isShort ? tiedByProceeds(after) - tiedByProceeds(before) : 0
  const kind = snapshot.events.kind[event] as number
  const isClosing = kind === EVENT.close || kind === EVENT.carryOut
  const change =
    kind === EVENT.open
      ? bringIn(builder, tied, event, position)
      : isClosing
        ? -takeOut(builder, tied, event, position)
        : 0
  tied.position[position] = (tied.position[position] as number) + change
  return isShort ? change - (after - before) : change
}

/** Short shares tie up what they brought twice, as proceeds and as collateral; those that cost more than they brought nothing. */
function tiedByProceeds(cost: number): number {
  return cost < 0 ? -2 * cost : 0
}

/** What a position ties up that enters at its first valued close: its open lots at the rate of that day. */
export function tiedAtEntry(builder: ViewBuilder, position: number): number {
  const { snapshot, tied } = builder
  const isShort = (snapshot.positions.side[position] as number) < 0
  if ((snapshot.positions.instrument[position] as number) < 0) return 0
  const cost = builder.entryCost[position] as number
  if (tied === null || tied.isIn[position] === 0) return isShort ? tiedByProceeds(cost) : 0
  const rate = marketRate(builder, position, builder.entryDay[position] as number)
  for (const [lot, own] of snapshot.tied)
    if (snapshot.lots.position[lot] === position) tied.lot.set(lot, own * rate)
  const all = (tied.own[position] as number) * rate
  tied.position[position] = all
  return isShort ? all - cost : all
}

/** An empty walk of tied capital. */
export function openTied({ tied, lots, positions }: ViewBuilder['snapshot']): CollateralBuilder | null {
  if (tied.size === 0) return null
  const isIn = new Uint8Array(positions.count)
  for (const lot of tied.keys()) isIn[lots.position[lot] as number] = 1
  const { count } = positions
  return { lot: new Map(), position: new Float64Array(count), own: new Float64Array(count), isIn }
}
