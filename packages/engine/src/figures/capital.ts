import type { Period } from '../calendar/period.ts'
import { type CurrencyView, unitsOn, worthOn } from '../currency/currency-view.ts'
import { changesCost, EVENT } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'

// Columns have one value per lot, piece or event by construction; `as number` says so in the loops below.

/** Capital of a position in two currencies at once, and what the rate between them did to it. */
export interface PositionCapital {
  /** Highest open cost in the period, in the calculated and in the original currency; 0 is no base. */
  readonly calculatedBase: number
  readonly originalBase: number
  /** Part of the period's P/L that comes from the rate, in the calculated currency. */
  readonly fx: number
}

/** Scratch columns, one value per lot; a lot belongs to one position, so they serve all positions in turn. */
export interface CapitalScratch {
  readonly left: Float64Array
  readonly calculated: Float64Array
  readonly original: Float64Array
}

/** Room for the lots of a snapshot. */
export function capitalScratch(snapshot: PortfolioSnapshot): CapitalScratch {
  const count = snapshot.lots.day.length
  return {
    left: new Float64Array(count),
    calculated: new Float64Array(count),
    original: new Float64Array(count),
  }
}

interface Run {
  calculated: number
  original: number
  calculatedPeak: number
  originalPeak: number
  fx: number
  readonly lots: number[]
}

function notePeak(run: Run): void {
  run.calculatedPeak = Math.max(run.calculatedPeak, Math.abs(run.calculated))
  run.originalPeak = Math.max(run.originalPeak, Math.abs(run.original))
}

/** Lots that are there when measuring begins count at the value of that close, shared out by units. */
function restate(
  snapshot: PortfolioSnapshot,
  run: Run,
  scratch: CapitalScratch,
  calculated: number,
  original: number,
): void {
  let units = 0
  for (const lot of run.lots) units += (scratch.left[lot] as number) * (snapshot.lots.units[lot] as number)
  for (const lot of run.lots) {
    const share = units === 0 ? 0 : (snapshot.lots.units[lot] as number) / units
    scratch.calculated[lot] = calculated * share
    scratch.original[lot] = original * share
  }
  run.calculated = calculated
  run.original = original
  run.calculatedPeak = Math.abs(calculated)
  run.originalPeak = Math.abs(original)
  run.fx = 0
}

function addLots(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  event: number,
  run: Run,
  scratch: CapitalScratch,
): void {
  const last = snapshot.events.lotTo[event] as number
  for (let lot = snapshot.events.lotFrom[event] as number; lot < last; lot += 1) {
    run.lots.push(lot)
    scratch.left[lot] = 1
    scratch.calculated[lot] = views.calculated.lotEntry[lot] as number
    scratch.original[lot] = views.original.lotEntry[lot] as number
  }
  run.calculated += views.calculated.posted[event] as number
  run.original += views.original.posted[event] as number
}

function takePieces(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  event: number,
  run: Run,
  scratch: CapitalScratch,
  marketRate: number,
): void {
  const poolShare = snapshot.events.poolShare[event] as number
  let calculated = run.calculated * poolShare
  let original = run.original * poolShare
  const last = snapshot.events.pieceTo[event] as number
  for (let piece = snapshot.events.pieceFrom[event] as number; piece < last && poolShare === 0; piece += 1) {
    const lot = snapshot.pieces.lot[piece] as number
    const share = snapshot.pieces.share[piece] as number
    scratch.left[lot] = (scratch.left[lot] as number) - share
    calculated += (scratch.calculated[lot] as number) * share
    original += (scratch.original[lot] as number) * share
  }
  if (snapshot.events.after[event] === 0) {
    calculated = run.calculated
    original = run.original
  }
  const postedOriginal = views.original.posted[event] as number
  const rate = postedOriginal === 0 ? marketRate : (views.calculated.posted[event] as number) / postedOriginal
  // The chunk ends here: its local start value at the end's rate, less what it was worth at its start's.
  run.fx += original * rate - calculated
  run.calculated -= calculated
  run.original -= original
}

/** What a spin-off or a return of capital takes out of a position, as a share of its value before. */
function sharePaidOut(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  event: number,
  position: number,
): number {
  const day = snapshot.events.day[event] as number
  const paid = Math.abs(views.original.posted[event] as number)
  const left = Math.abs(worthOn(snapshot, views.original, position, day))
  const share = paid / (paid + left)
  return Number.isFinite(share) ? share : 0
}

/** The same share of every chunk ends. */
function shrink(run: Run, scratch: CapitalScratch, share: number, rate: number): void {
  if (Number.isFinite(rate)) run.fx += (run.original * rate - run.calculated) * share
  run.calculated *= 1 - share
  run.original *= 1 - share
  for (const lot of run.lots) {
    scratch.calculated[lot] = (scratch.calculated[lot] as number) * (1 - share)
    scratch.original[lot] = (scratch.original[lot] as number) * (1 - share)
  }
}

export interface CurrencyViews {
  readonly calculated: CurrencyView
  readonly original: CurrencyView
}

function rateOn(snapshot: PortfolioSnapshot, views: CurrencyViews, position: number, day: number): number {
  const column = views.calculated.rates[snapshot.positions.currency[position] as number]
  return column === null ? 1 : (column?.[day - snapshot.firstDay] ?? Number.NaN)
}

/**
 * The capital base of a position over a period, and its currency effect.
 *
 *     base = highest open cost, with the lots of the opening close at their value of that close
 *     fx of a chunk = local value at its start x (rate at its end - rate at its start)
 *
 * One denominator for total, realized and unrealized: the three percentages add up, recycled money is not
 * counted twice and sales do not inflate them. Lots that were carried in count at the value they came with,
 * as their P/L here begins there. A chunk is a piece of a lot from its start in the period to its end; what is
 * not fx of it is price, with no cross term. Position in the calculated currency itself: fx is 0.
 */
export function positionCapital(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  position: number,
  period: Period,
  scratch: CapitalScratch,
): PositionCapital {
  const { events, positions } = snapshot
  const open = period.from - 1
  const entryDay = views.calculated.entryDay[position] as number
  const begin = Math.max(open, entryDay)
  const run: Run = { calculated: 0, original: 0, calculatedPeak: 0, originalPeak: 0, fx: 0, lots: [] }
  if (begin > period.to) return { calculatedBase: 0, originalBase: 0, fx: 0 }
  const last = positions.eventFrom[position + 1] as number
  let isRestated = (positions.openDay[position] as number) > begin
  const restateAtBegin = (): void => {
    const original = worthOn(snapshot, views.original, position, begin)
    const calculated = worthOn(snapshot, views.calculated, position, begin)
    restate(snapshot, run, scratch, calculated, original)
    // Money that is still due to a position that was closed moves with its currency, but is no capital at work.
    if (unitsOn(snapshot, position, begin) === 0) Object.assign(run, { calculatedPeak: 0, originalPeak: 0 })
    isRestated = true
  }
  for (let event = positions.eventFrom[position] as number; event < last; event += 1) {
    const day = events.day[event] as number
    if (day > period.to) break
    if (!isRestated && day > begin) restateAtBegin()
    const kind = events.kind[event] as number
    if (kind === EVENT.open || kind === EVENT.carryIn) addLots(snapshot, views, event, run, scratch)
    else if (kind === EVENT.close || kind === EVENT.carryOut)
      takePieces(snapshot, views, event, run, scratch, rateOn(snapshot, views, position, day))
    else if (changesCost(kind))
      shrink(
        run,
        scratch,
        sharePaidOut(snapshot, views, event, position),
        rateOn(snapshot, views, position, day),
      )
    notePeak(run)
  }
  if (!isRestated) restateAtBegin()
  const endRate = rateOn(snapshot, views, position, period.to)
  const openFx = run.original === 0 ? -run.calculated : run.original * endRate - run.calculated
  return { calculatedBase: run.calculatedPeak, originalBase: run.originalPeak, fx: run.fx + openFx }
}
