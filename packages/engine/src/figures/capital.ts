import type { Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import type { CurrencyView } from '../currency/currency-view.ts'
import { positionValue, unitsOn } from '../currency/position-value.ts'
import type { CurrencyViews } from '../currency/view-builder.ts'
import { changesCost, EVENT } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'

// Columns have one value per lot, piece or event by construction; hence `as number` in the loops below.

/** Working memory with one value per lot. A lot belongs to one position, so all positions reuse the same columns. */
export interface CapitalWorkspace {
  readonly snapshot: PortfolioSnapshot
  readonly views: CurrencyViews
  /** Share of each lot that is still open, and its start value in the currency of the walk. */
  readonly left: Float64Array
  readonly values: Float64Array
  /** The lots of the position that is walked. */
  readonly lots: Int32Array
}

/** Allocates the working memory for the lots of a snapshot. */
export function createWorkspace(snapshot: PortfolioSnapshot, views: CurrencyViews): CapitalWorkspace {
  const count = snapshot.lots.day.length
  return {
    snapshot,
    views,
    left: new Float64Array(count),
    values: new Float64Array(count),
    lots: new Int32Array(count),
  }
}

/** Receives the capital of a position at a close or after an event, in order of days. */
export type CapitalVisitor = (day: Day, capital: number) => void

function opensLots(kind: number): boolean {
  return kind === EVENT.open || kind === EVENT.carryIn
}

function closesLots(kind: number): boolean {
  return kind === EVENT.close || kind === EVENT.carryOut
}

/** Lists the lots of an event after the `count` lots listed before, at their entry value; returns the new count. */
function listLots(workspace: CapitalWorkspace, view: CurrencyView, event: number, count: number): number {
  const { snapshot, lots, left, values } = workspace
  const last = snapshot.events.lotTo[event] as number
  let listed = count
  for (let lot = snapshot.events.lotFrom[event] as number; lot < last; lot += 1) {
    lots[listed] = lot
    listed += 1
    left[lot] = 1
    values[lot] = view.lotEntry[lot] as number
  }
  return listed
}

/** Restarts all open lots at the value of a close, allocated by units. */
function restate({ snapshot, lots, left, values }: CapitalWorkspace, count: number, value: number): void {
  let units = 0
  for (let index = 0; index < count; index += 1) {
    const lot = lots[index] as number
    units += (left[lot] as number) * (snapshot.lots.units[lot] as number)
  }
  for (let index = 0; index < count; index += 1) {
    const lot = lots[index] as number
    values[lot] = units === 0 ? 0 : value * ((snapshot.lots.units[lot] as number) / units)
  }
}

function scaleLots({ lots, values }: CapitalWorkspace, count: number, factor: number): void {
  for (let index = 0; index < count; index += 1) {
    const lot = lots[index] as number
    values[lot] = (values[lot] as number) * factor
  }
}

/** Takes the pieces of a disposal off what is left of their lots. A pool gives a share of all lots alike. */
function closePieces({ snapshot, left }: CapitalWorkspace, event: number): void {
  if (snapshot.events.poolShare[event] !== 0) return
  const last = snapshot.events.pieceTo[event] as number
  for (let piece = snapshot.events.pieceFrom[event] as number; piece < last; piece += 1) {
    const lot = snapshot.pieces.lot[piece] as number
    left[lot] = (left[lot] as number) - (snapshot.pieces.share[piece] as number)
  }
}

/** The part of the capital that a disposal takes out of lots with the given start values. */
function takeOut(snapshot: PortfolioSnapshot, values: Float64Array, event: number, capital: number): number {
  if (snapshot.events.after[event] === 0) return capital
  const poolShare = snapshot.events.poolShare[event] as number
  let taken = capital * poolShare
  const last = snapshot.events.pieceTo[event] as number
  for (let piece = snapshot.events.pieceFrom[event] as number; piece < last && poolShare === 0; piece += 1) {
    taken +=
      (values[snapshot.pieces.lot[piece] as number] as number) * (snapshot.pieces.share[piece] as number)
  }
  return taken
}

/** The share of a position's value that a spin-off or a return of capital pays out. */
function sharePaidOut({ snapshot, views }: CapitalWorkspace, event: number, position: number): number {
  const day = snapshot.events.day[event] as number
  const paid = Math.abs(views.original.posted[event] as number)
  const left = Math.abs(positionValue(snapshot, views.original, position, day))
  const share = paid / (paid + left)
  return Number.isFinite(share) ? share : 0
}

/** Whether a position was closed and had its last event by a day. */
function isOver({ snapshot }: CapitalWorkspace, position: number, day: Day): boolean {
  const lastEvent = (snapshot.positions.eventFrom[position + 1] as number) - 1
  return (snapshot.events.day[lastEvent] as number) <= day && unitsOn(snapshot, position, day) === 0
}

/** Lists the lots opened by a close with what is left of them, at their value of that close; returns their count. */
function startFromClose(workspace: CapitalWorkspace, view: CurrencyView, position: number, day: Day): number {
  const { events, positions } = workspace.snapshot
  const last = positions.eventFrom[position + 1] as number
  let count = 0
  for (let event = positions.eventFrom[position] as number; event < last; event += 1) {
    if ((events.day[event] as number) > day) break
    const kind = events.kind[event] as number
    if (opensLots(kind)) count = listLots(workspace, view, event, count)
    else if (closesLots(kind)) closePieces(workspace, event)
  }
  restate(workspace, count, positionValue(workspace.snapshot, view, position, day))
  return count
}

/**
 * The capital base of a position over a period, in the currency of a view.
 *
 *     base = highest open cost, with the lots of the opening close at their value of that close
 *
 * One denominator serves total, realized and unrealized P/L: the three percentages add up, reinvested money is not
 * counted twice and sales do not inflate them. Lots carried in count at the value they came with, where their P/L starts.
 * A position without a value in the period has base 0. `visit` receives every level of the capital, for the capital of
 * groups.
 */
export function capitalBase(
  workspace: CapitalWorkspace,
  view: CurrencyView,
  position: number,
  period: Period,
  visit?: CapitalVisitor,
): number {
  const { snapshot, views } = workspace
  const { events, positions } = snapshot
  const begin = Math.max(period.from - 1, views.calculated.entryDay[position] as number)
  if (begin > period.to || isOver(workspace, position, begin)) return 0
  const firstEvent = positions.eventFrom[position] as number
  const lastEvent = positions.eventFrom[position + 1] as number
  // Lots that nothing restates stay at their entry value and need no list.
  let values = view.lotEntry
  let count = 0
  let capital = 0
  let peak = 0
  if ((positions.openDay[position] as number) <= begin) {
    values = workspace.values
    count = startFromClose(workspace, view, position, begin)
    capital = positionValue(snapshot, view, position, begin)
    // Money still due to a closed position is not capital.
    peak = unitsOn(snapshot, position, begin) === 0 ? 0 : Math.abs(capital)
    visit?.(begin, peak)
  }
  for (let event = firstEvent; event < lastEvent; event += 1) {
    const day = events.day[event] as number
    if (day > period.to) break
    if (day <= begin) continue
    const kind = events.kind[event] as number
    if (opensLots(kind)) {
      if (values === workspace.values) count = listLots(workspace, view, event, count)
      capital += view.posted[event] as number
    } else if (closesLots(kind)) {
      capital -= takeOut(snapshot, values, event, capital)
    } else if (changesCost(kind)) {
      if (values !== workspace.values)
        for (let earlier = firstEvent; earlier < event; earlier += 1)
          if (opensLots(events.kind[earlier] as number)) count = listLots(workspace, view, earlier, count)
      values = workspace.values
      const kept = 1 - sharePaidOut(workspace, event, position)
      capital *= kept
      scaleLots(workspace, count, kept)
    }
    peak = Math.max(peak, Math.abs(capital))
    visit?.(day, Math.abs(capital))
  }
  return peak
}
