import { positionValue } from '../src/currency/position-value.ts'
import type { ViewBuilder } from '../src/currency/view-builder.ts'
import { computePnl, sumPosition } from '../src/figures/positions/position-sums.ts'
import {
  type CurrencyView,
  openCurrencyView,
  type PortfolioSnapshot,
  type QueryResult,
} from '../src/index.ts'
import { changesCost, EVENT } from '../src/posting/journal.ts'
import { SUM_TOLERANCE } from './tolerances.ts'

/**
 * Unrealized P/L by definition: change of value over open cost, less gains carried in, plus gains carried out, less those
 * that became realized.
 */
export function unrealizedByDefinition(result: QueryResult): number {
  const { snapshot, views, isIn, period } = result
  const view = views.calculated
  let sum = 0
  for (let position = 0; position < snapshot.positions.count; position += 1) {
    if (isIn[position] !== 1) continue
    const entryDay = view.entryDay[position] ?? 0
    const gainOn = (day: number): number => {
      return entryDay > day ? 0 : positionValue(snapshot, view, position, day)
    }
    let costStart = entryDay < period.from ? (view.entryCost[position] ?? 0) : 0
    let costEnd = entryDay <= period.to ? (view.entryCost[position] ?? 0) : 0
    let cost = 0
    const isEntering = entryDay >= period.from && entryDay <= period.to
    let carried = isEntering ? (view.entryValue[position] ?? 0) - (view.entryCost[position] ?? 0) : 0
    const last = snapshot.positions.eventFrom[position + 1] ?? 0
    for (let event = snapshot.positions.eventFrom[position] ?? 0; event < last; event += 1) {
      const day = snapshot.events.day[event] ?? 0
      if (day <= entryDay || day > period.to) continue
      const before =
        cost === 0 && entryDay >= (snapshot.positions.openDay[position] ?? 0) ? costEnd || 0 : cost
      cost = view.costAfter[event] ?? 0
      costEnd = cost
      if (day < period.from) costStart = cost
      const kind = snapshot.events.kind[event]
      const isCarry = kind === EVENT.carryIn || kind === EVENT.carryOut || kind === EVENT.allocateCost
      if (day >= period.from) carried += view.realizedCarried.get(event) ?? 0
      if (isCarry && day >= period.from) carried += (view.posted[event] ?? 0) - (cost - before)
    }
    sum += gainOn(period.to) - costEnd - (gainOn(period.from - 1) - costStart) - carried
  }
  return sum
}

/** The rows from a first to the one before a last. */
const rows = (from = 0, to = 0): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)

/** Follows lots through the positions of a snapshot up to a close. */
class LotPaths {
  private readonly snapshot: PortfolioSnapshot
  private readonly to: number
  private readonly children = new Map<number, number>()
  private readonly arrivals = new Map<number, number>()

  constructor(snapshot: PortfolioSnapshot, to: number) {
    this.snapshot = snapshot
    this.to = to
    snapshot.lots.parentPiece.forEach((piece, lot) => {
      if (piece >= 0) this.children.set(piece, lot)
    })
    for (const event of snapshot.chronological)
      for (const lot of rows(snapshot.events.lotFrom[event], snapshot.events.lotTo[event]))
        this.arrivals.set(lot, event)
  }

  /** The part of a piece that is not disposed of: still open in another position, or out of the ledger. */
  openPartOfPiece(piece: number): number {
    const child = this.children.get(piece)
    return child === undefined ? 1 : this.openPart(child)
  }

  /** The part of a lot that is not disposed of, here or in the positions it went to. */
  openPart(lot: number): number {
    const { snapshot, to } = this
    const { events, positions, accounts, lots } = snapshot
    const position = lots.position[lot] ?? -1
    const isPool = accounts[positions.account[position] ?? -1]?.lotMethod === 'average'
    let here = 1
    let costLeft = 1
    let elsewhere = 0
    for (const event of rows((this.arrivals.get(lot) ?? 0) + 1, positions.eventFrom[position + 1])) {
      if ((events.day[event] ?? 0) > to) break
      const kind = events.kind[event]
      const share = events.poolShare[event] ?? 0
      const isCarried = kind === EVENT.carryOut || kind === EVENT.allocateCost
      const keepsUnits = kind === EVENT.allocateCost || kind === EVENT.payDown
      if (!isCarried && kind !== EVENT.close && kind !== EVENT.payDown) continue
      let taken = 0
      for (const piece of rows(events.pieceFrom[event], events.pieceTo[event])) {
        if (!isPool && snapshot.pieces.lot[piece] !== lot) continue
        const part = snapshot.pieces.share[piece] ?? 0
        if (!keepsUnits) taken += part
        const moved = isPool ? here * share * part : costLeft * part * (keepsUnits ? share : 1)
        if (isCarried) elsewhere += moved * this.openPartOfPiece(piece)
      }
      if (isPool) here *= 1 - share
      else if (keepsUnits) costLeft *= 1 - share
      else here -= taken
    }
    return here * costLeft + elsewhere
  }
}

/** The view up to an event, where a later one of its position changed the cost of lots. */
function viewUntil(snapshot: PortfolioSnapshot, view: CurrencyView, event: number): CurrencyView {
  const { events, positions, chronological } = snapshot
  const last = positions.eventFrom[(events.position[event] ?? 0) + 1]
  if (!rows(event + 1, last).some(later => changesCost(events.kind[later] ?? -1))) return view
  const until = chronological.slice(0, chronological.indexOf(event) + 1)
  return openCurrencyView({ ...snapshot, chronological: until }, view.currency)
}

/** The gains with which lots came into a position and left it, of lots that are not disposed of by a close. */
function openCarriedGains(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  position: number,
  paths: LotPaths,
  to: number,
) {
  const { events, positions, pieces } = snapshot
  // A view is its own builder and keeps the cost of every piece.
  const { pieceCost } = view as CurrencyView & Pick<ViewBuilder, 'pieceCost'>
  let gain = 0
  for (const event of rows(positions.eventFrom[position], positions.eventFrom[position + 1])) {
    if ((events.day[event] ?? 0) > to) break
    const kind = events.kind[event]
    if (kind === EVENT.carryIn) {
      const { lotEntry, lotCost } = viewUntil(snapshot, view, event)
      for (const lot of rows(events.lotFrom[event], events.lotTo[event]))
        gain += ((lotEntry[lot] ?? 0) - (lotCost[lot] ?? 0)) * paths.openPart(lot)
    } else if (kind === EVENT.carryOut || kind === EVENT.allocateCost) {
      const leaving = rows(events.pieceFrom[event], events.pieceTo[event])
      const units = leaving.reduce((sum, piece) => sum + (pieces.units[piece] ?? 0), 0)
      for (const piece of leaving) {
        const value = (-(view.posted[event] ?? 0) * (pieces.units[piece] ?? 0)) / units
        gain -= (value - (pieceCost[piece] ?? 0)) * paths.openPartOfPiece(piece)
      }
    }
  }
  return gain
}

/**
 * Positions whose unrealized P/L since their opening is not value - open cost - gains carried in + gains carried out, both
 * of lots that are not disposed of. Positions that enter at a later close are left to the reference implementation.
 */
export function wrongUnrealized(snapshot: PortfolioSnapshot, view: CurrencyView, to: number): string[] {
  const { events, positions } = snapshot
  const paths = new LotPaths(snapshot, to)
  const wrong: string[] = []
  for (let position = 0; position < positions.count; position += 1) {
    const openDay = positions.openDay[position] ?? 0
    if (openDay > to || (view.entryDay[position] ?? 0) >= openDay) continue
    const pnl = computePnl(sumPosition(snapshot, view, position, { from: snapshot.firstDay, to }))
    const past = rows(positions.eventFrom[position], positions.eventFrom[position + 1]).filter(
      event => (events.day[event] ?? 0) <= to,
    )
    const cost = view.costAfter[past.at(-1) ?? -1] ?? 0
    const carried = openCarriedGains(snapshot, view, position, paths, to)
    const wanted = positionValue(snapshot, view, position, to) - cost - carried
    const scale = past.reduce((sum, event) => sum + Math.abs(view.posted[event] ?? 0), 1)
    if (pnl && !(Math.abs(pnl.unrealized - wanted) <= SUM_TOLERANCE * scale))
      wrong.push(`unrealized of ${positions.keys[position]}: ${pnl.unrealized} is not ${wanted}`)
  }
  return wrong
}
