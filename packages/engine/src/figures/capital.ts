import type { Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import type { CurrencyView } from '../currency/currency-view.ts'
import { positionValue, unitsOn } from '../currency/position-value.ts'
import { changesCost, EVENT } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'

// Columns have one value per lot, piece or event by construction; hence `as number` in the loops below.

/** A snapshot in two currencies: the calculated one, and each position's own. */
export interface CurrencyViews {
  readonly calculated: CurrencyView
  readonly original: CurrencyView
}

/** Capital of a position in both currencies. */
export interface PositionCapital {
  /** Highest open cost in the period, in the calculated and in the original currency; 0 is no base. */
  readonly calculatedBase: number
  readonly originalBase: number
}

/** Working memory with one value per lot. A lot belongs to one position, so all positions reuse the same columns. */
export interface CapitalWorkspace {
  readonly snapshot: PortfolioSnapshot
  readonly views: CurrencyViews
  /** Share of each lot that is still open, and its start value in both currencies. */
  readonly left: Float64Array
  readonly calculated: Float64Array
  readonly original: Float64Array
}

/** Allocates the working memory for the lots of a snapshot. */
export function createWorkspace(snapshot: PortfolioSnapshot, views: CurrencyViews): CapitalWorkspace {
  const count = snapshot.lots.day.length
  return {
    snapshot,
    views,
    left: new Float64Array(count),
    calculated: new Float64Array(count),
    original: new Float64Array(count),
  }
}

/** Receives the capital of a position at a close or after an event, in the calculated currency and in order of days. */
export type CapitalVisitor = (day: Day, capital: number) => void

/** Running capital of a position, and its peaks. */
interface CapitalRun {
  calculated: number
  original: number
  calculatedPeak: number
  originalPeak: number
  readonly lots: number[]
}

function updatePeaks(run: CapitalRun): void {
  run.calculatedPeak = Math.max(run.calculatedPeak, Math.abs(run.calculated))
  run.originalPeak = Math.max(run.originalPeak, Math.abs(run.original))
}

/** Restarts all open lots at the value of a close, allocated by units. */
function restate(workspace: CapitalWorkspace, run: CapitalRun, calculated: number, original: number): void {
  const { snapshot } = workspace
  let units = 0
  for (const lot of run.lots) units += (workspace.left[lot] as number) * (snapshot.lots.units[lot] as number)
  for (const lot of run.lots) {
    const share = units === 0 ? 0 : (snapshot.lots.units[lot] as number) / units
    workspace.calculated[lot] = calculated * share
    workspace.original[lot] = original * share
  }
  run.calculated = calculated
  run.original = original
  run.calculatedPeak = Math.abs(calculated)
  run.originalPeak = Math.abs(original)
}

function openLots(workspace: CapitalWorkspace, run: CapitalRun, event: number): void {
  const { snapshot, views } = workspace
  const last = snapshot.events.lotTo[event] as number
  for (let lot = snapshot.events.lotFrom[event] as number; lot < last; lot += 1) {
    run.lots.push(lot)
    workspace.left[lot] = 1
    workspace.calculated[lot] = views.calculated.lotEntry[lot] as number
    workspace.original[lot] = views.original.lotEntry[lot] as number
  }
  run.calculated += views.calculated.posted[event] as number
  run.original += views.original.posted[event] as number
}

function closeLots(workspace: CapitalWorkspace, run: CapitalRun, event: number): void {
  const { snapshot, left: lotLeft, calculated: lotCalculated, original: lotOriginal } = workspace
  const poolShare = snapshot.events.poolShare[event] as number
  let calculated = run.calculated * poolShare
  let original = run.original * poolShare
  const last = snapshot.events.pieceTo[event] as number
  for (let piece = snapshot.events.pieceFrom[event] as number; piece < last && poolShare === 0; piece += 1) {
    const lot = snapshot.pieces.lot[piece] as number
    const share = snapshot.pieces.share[piece] as number
    lotLeft[lot] = (lotLeft[lot] as number) - share
    calculated += (lotCalculated[lot] as number) * share
    original += (lotOriginal[lot] as number) * share
  }
  if (snapshot.events.after[event] === 0) {
    calculated = run.calculated
    original = run.original
  }
  run.calculated -= calculated
  run.original -= original
}

/** The share of a position's value that a spin-off or a return of capital pays out. */
function sharePaidOut({ snapshot, views }: CapitalWorkspace, event: number, position: number): number {
  const day = snapshot.events.day[event] as number
  const paid = Math.abs(views.original.posted[event] as number)
  const left = Math.abs(positionValue(snapshot, views.original, position, day))
  const share = paid / (paid + left)
  return Number.isFinite(share) ? share : 0
}

/** Takes the same share out of every lot. */
function payOut(workspace: CapitalWorkspace, run: CapitalRun, share: number): void {
  run.calculated *= 1 - share
  run.original *= 1 - share
  for (const lot of run.lots) {
    workspace.calculated[lot] = (workspace.calculated[lot] as number) * (1 - share)
    workspace.original[lot] = (workspace.original[lot] as number) * (1 - share)
  }
}

function startFromClose(workspace: CapitalWorkspace, run: CapitalRun, position: number, day: number): void {
  const { snapshot, views } = workspace
  const original = positionValue(snapshot, views.original, position, day)
  const calculated = positionValue(snapshot, views.calculated, position, day)
  restate(workspace, run, calculated, original)
  // Money still due to a closed position is not capital.
  if (unitsOn(snapshot, position, day) === 0) Object.assign(run, { calculatedPeak: 0, originalPeak: 0 })
}

/**
 * The capital base of a position over a period.
 *
 *     base = highest open cost, with the lots of the opening close at their value of that close
 *
 * One denominator serves total, realized and unrealized P/L: the three percentages add up, reinvested money is not
 * counted twice and sales do not inflate them. Lots carried in count at the value they came with, where their P/L starts.
 * A position without a value in the period has base 0. `visit` receives every level of the calculated capital, for the
 * capital of groups.
 */
export function positionCapital(
  workspace: CapitalWorkspace,
  position: number,
  period: Period,
  visit?: CapitalVisitor,
): PositionCapital {
  const { snapshot, views } = workspace
  const { events, positions } = snapshot
  const begin = Math.max(period.from - 1, views.calculated.entryDay[position] as number)
  if (begin > period.to) return { calculatedBase: 0, originalBase: 0 }
  const run: CapitalRun = { calculated: 0, original: 0, calculatedPeak: 0, originalPeak: 0, lots: [] }
  const last = positions.eventFrom[position + 1] as number
  let isStarted = (positions.openDay[position] as number) > begin
  for (let event = positions.eventFrom[position] as number; event < last; event += 1) {
    const day = events.day[event] as number
    if (day > period.to) break
    if (!isStarted && day > begin) {
      startFromClose(workspace, run, position, begin)
      visit?.(begin, run.calculatedPeak)
      isStarted = true
    }
    const kind = events.kind[event] as number
    if (kind === EVENT.open || kind === EVENT.carryIn) openLots(workspace, run, event)
    else if (kind === EVENT.close || kind === EVENT.carryOut) closeLots(workspace, run, event)
    else if (changesCost(kind)) payOut(workspace, run, sharePaidOut(workspace, event, position))
    updatePeaks(run)
    if (day > begin) visit?.(day, Math.abs(run.calculated))
  }
  if (!isStarted) {
    startFromClose(workspace, run, position, begin)
    visit?.(begin, run.calculatedPeak)
  }
  return { calculatedBase: run.calculatedPeak, originalBase: run.originalPeak }
}
