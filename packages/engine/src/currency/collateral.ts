import { EVENT } from '../posting/journal.ts'
import type { CollateralBuilder, ViewBuilder } from './view-builder.ts'

// Columns have one value per event, lot or piece by construction, hence `as number` in the loops below.

/** Rate of a position's currency on a day: 1 in its own currency, NaN without one. */
function marketRate(builder: ViewBuilder, position: number, day: number): number {
  const column = builder.rates[builder.snapshot.positions.currency[position] as number]
  if (builder.currency === null || column === null) return 1
  return column?.[day - builder.snapshot.firstDay] ?? Number.NaN
}

/** Adds the margin requirements of an event's new lots, at the rate of the day. */
function addCollateral(
  builder: ViewBuilder,
  collateral: CollateralBuilder,
  event: number,
  position: number,
): number {
  const { snapshot } = builder
  const rate = marketRate(builder, position, snapshot.events.day[event] as number)
  const last = snapshot.events.lotTo[event] as number
  let sum = 0
  for (let lot = snapshot.events.lotFrom[event] as number; lot < last; lot += 1) {
    const own = snapshot.marginRequirements.get(lot) ?? 0
    collateral.own[position] = (collateral.own[position] as number) + own
    // Without a rate it cannot be converted yet: a position that enters late converts all of its lots then.
    if (!Number.isFinite(rate)) continue
    collateral.lot.set(lot, own * rate)
    sum += own * rate
  }
  return sum
}

/** Releases the part of the lots that leave: all of it with the last of them. */
function releaseCollateral(
  { snapshot }: ViewBuilder,
  collateral: CollateralBuilder,
  event: number,
  position: number,
): number {
  const all = collateral.position[position] as number
  const allOwn = collateral.own[position] as number
  const isAll = snapshot.events.after[event] === 0
  const poolShare = isAll ? 1 : (snapshot.events.poolShare[event] as number)
  if (poolShare > 0) {
    collateral.own[position] = isAll ? 0 : allOwn * (1 - poolShare)
    return all * poolShare
  }
  const last = snapshot.events.pieceTo[event] as number
  let sum = 0
  let own = 0
  for (let piece = snapshot.events.pieceFrom[event] as number; piece < last; piece += 1) {
    const lot = snapshot.pieces.lot[piece] as number
    const share = snapshot.pieces.share[piece] as number
    sum += (collateral.lot.get(lot) ?? 0) * share
    own += (snapshot.marginRequirements.get(lot) ?? 0) * share
  }
  collateral.own[position] = allOwn - own
  return sum
}

/**
 * Change by an event of the capital that its position requires beside its value: collateral and proceeds.
 *
 *     collateral = |exposure at opening| of the open lots        proceeds = received when they were opened
 *
 * For short shares both are the proceeds. Futures and forwards, long or short, have no proceeds and require the
 * notional they were entered at; short options require the price of the underlying. Other longs require nothing.
 * Closing releases the closed part, so nothing is required without a position. Unit: the view's currency, at
 * the rate of the day the lot was opened.
 *
 * @param before Cost of the position before the event.
 */
export function changeCollateral(
  builder: ViewBuilder,
  event: number,
  position: number,
  before: number,
): number {
  const { snapshot, openCollateral } = builder
  const after = builder.cost[position] as number
  const isShort = (snapshot.positions.side[position] as number) < 0
  if (openCollateral === null || openCollateral.isMargined[position] === 0)
    return isShort ? requiredByProceeds(after) - requiredByProceeds(before) : 0
  const kind = snapshot.events.kind[event] as number
  const isClosing = kind === EVENT.close || kind === EVENT.carryOut
  const change =
    kind === EVENT.open
      ? addCollateral(builder, openCollateral, event, position)
      : isClosing
        ? -releaseCollateral(builder, openCollateral, event, position)
        : 0
  openCollateral.position[position] = (openCollateral.position[position] as number) + change
  return isShort ? change - (after - before) : change
}

/** Short shares require their proceeds twice, as proceeds and as collateral; a cost above the proceeds requires nothing. */
function requiredByProceeds(cost: number): number {
  return cost < 0 ? -2 * cost : 0
}

/** Converts the collateral of a position that enters at its first valued close: its open lots at the rate of that day. */
export function enterCollateral(builder: ViewBuilder, position: number): number {
  const { snapshot, openCollateral } = builder
  const isShort = (snapshot.positions.side[position] as number) < 0
  if ((snapshot.positions.instrument[position] as number) < 0) return 0
  const cost = builder.entryCost[position] as number
  if (openCollateral === null || openCollateral.isMargined[position] === 0)
    return isShort ? requiredByProceeds(cost) : 0
  const rate = marketRate(builder, position, builder.entryDay[position] as number)
  for (const [lot, own] of snapshot.marginRequirements)
    if (snapshot.lots.position[lot] === position) openCollateral.lot.set(lot, own * rate)
  const all = (openCollateral.own[position] as number) * rate
  openCollateral.position[position] = all
  return isShort ? all - cost : all
}

/** The state before the first event; null where no lot has a margin requirement of its own. */
export function createCollateralBuilder({
  marginRequirements,
  lots,
  positions,
}: ViewBuilder['snapshot']): CollateralBuilder | null {
  if (marginRequirements.size === 0) return null
  const isMargined = new Uint8Array(positions.count)
  for (const lot of marginRequirements.keys()) isMargined[lots.position[lot] as number] = 1
  const { count } = positions
  return { lot: new Map(), position: new Float64Array(count), own: new Float64Array(count), isMargined }
}
