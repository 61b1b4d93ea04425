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

/** Capital of a position in both currencies, and its currency effect. */
export interface PositionCapital {
  /** Highest open cost in the period, in the calculated and in the original currency; 0 is no base. */
  readonly calculatedBase: number
  readonly originalBase: number
  /** Part of the period's P/L that comes from the exchange rate, in the calculated currency. */
  readonly fx: number
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

/** Running capital of a position, its peaks, and the currency effect so far. */
interface CapitalRun {
  calculated: number
  original: number
  calculatedPeak: number
  originalPeak: number
  fx: number
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
  run.fx = 0
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

function closeLots(workspace: CapitalWorkspace, run: CapitalRun, event: number, marketRate: number): void {
  const { snapshot, views, left: lotLeft, calculated: lotCalculated, original: lotOriginal } = workspace
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
  const postedOriginal = views.original.posted[event] as number
  const rate = postedOriginal === 0 ? marketRate : (views.calculated.posted[event] as number) / postedOriginal
  // The lot slices end here: their local start value at the end's rate, less their start value.
  run.fx += original * rate - calculated
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

/** Ends the same share of every lot slice. */
function payOut(workspace: CapitalWorkspace, run: CapitalRun, share: number, rate: number): void {
  if (Number.isFinite(rate)) run.fx += (run.original * rate - run.calculated) * share
  run.calculated *= 1 - share
  run.original *= 1 - share
  for (const lot of run.lots) {
    workspace.calculated[lot] = (workspace.calculated[lot] as number) * (1 - share)
    workspace.original[lot] = (workspace.original[lot] as number) * (1 - share)
  }
}

function rateOn({ snapshot, views }: CapitalWorkspace, position: number, day: number): number {
  const column = views.calculated.rates[snapshot.positions.currency[position] as number]
  return column === null ? 1 : (column?.[day - snapshot.firstDay] ?? Number.NaN)
}

function startFromClose(workspace: CapitalWorkspace, run: CapitalRun, position: number, day: number): void {
  const { snapshot, views } = workspace
  const original = positionValue(snapshot, views.original, position, day)
  const calculated = positionValue(snapshot, views.calculated, position, day)
  restate(workspace, run, calculated, original)
  // Money still due to a closed position moves with its currency, but is not capital.
  if (unitsOn(snapshot, position, day) === 0) Object.assign(run, { calculatedPeak: 0, originalPeak: 0 })
}

/**
 * The capital base of a position over a period, and its currency effect.
 *
 *     base = highest open cost, with the lots of the opening close at their value of that close
 *     fx of a lot slice = local start value x (rate at its end - rate at its start)
 *
 * One denominator serves total, realized and unrealized P/L: the three percentages add up, reinvested money is not
 * counted twice and sales do not inflate them. Lots carried in count at the value they came with, where their P/L starts.
 * A lot slice is a share of a lot from its start in the period to its end; the rest of its P/L is price, with no cross
 * term. For a position in the calculated currency fx is 0. A position without a value in the period has base and fx 0.
 */
export function positionCapital(
  workspace: CapitalWorkspace,
  position: number,
  period: Period,
): PositionCapital {
  const { snapshot, views } = workspace
  const { events, positions } = snapshot
  const begin = Math.max(period.from - 1, views.calculated.entryDay[position] as number)
  if (begin > period.to) return { calculatedBase: 0, originalBase: 0, fx: 0 }
  const run: CapitalRun = { calculated: 0, original: 0, calculatedPeak: 0, originalPeak: 0, fx: 0, lots: [] }
  const last = positions.eventFrom[position + 1] as number
  let isStarted = (positions.openDay[position] as number) > begin
  for (let event = positions.eventFrom[position] as number; event < last; event += 1) {
    const day = events.day[event] as number
    if (day > period.to) break
    if (!isStarted && day > begin) {
      startFromClose(workspace, run, position, begin)
      isStarted = true
    }
    const kind = events.kind[event] as number
    if (kind === EVENT.open || kind === EVENT.carryIn) openLots(workspace, run, event)
    else if (kind === EVENT.close || kind === EVENT.carryOut)
      closeLots(workspace, run, event, rateOn(workspace, position, day))
    else if (changesCost(kind))
      payOut(workspace, run, sharePaidOut(workspace, event, position), rateOn(workspace, position, day))
    updatePeaks(run)
  }
  if (!isStarted) startFromClose(workspace, run, position, begin)
  const endRate = rateOn(workspace, position, period.to)
  const openFx = run.original === 0 ? -run.calculated : run.original * endRate - run.calculated
  return { calculatedBase: run.calculatedPeak, originalBase: run.originalPeak, fx: run.fx + openFx }
}
