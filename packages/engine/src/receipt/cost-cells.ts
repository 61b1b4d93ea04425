import type { Day } from '../calendar/day.ts'
import { RESIDUAL_TOLERANCE } from '../money/tolerances.ts'
import { EVENT } from '../posting/journal.ts'
import { textAt } from '../snapshot/text-column.ts'
import { amountCell, eventSource, figureCurrency } from './frame.ts'
import type { Frame } from './receipt-frame.ts'
import type { ReceiptLabel } from './sheet.ts'

/** The change of a position's open cost by one event; the cell is null without a change. */
export interface CostChange {
  readonly event: number
  readonly cell: number | null
  /** False when the cell is the snapshot's own change, because the lots could not be followed. */
  readonly isFollowed: boolean
}

export interface CostHistory {
  /** The opening cost of a position that could not be valued at first; else null. */
  readonly entry: number | null
  readonly changes: readonly CostChange[]
}

interface CostTracker {
  readonly frame: Frame
  readonly position: number
  /** The cost so far; null is 0. */
  running: number | null
  readonly lots: Map<number, number>
}

function money({ frame, position }: CostTracker, day: Day | null) {
  return { unit: 'money', currency: figureCurrency(frame, position), day } as const
}

function shareCell(tracker: CostTracker, event: number, share: number): number {
  const { frame } = tracker
  return frame.sheet.input('share', share, {
    unit: 'fraction',
    day: frame.snapshot.events.day[event] ?? null,
    source: eventSource(frame, event),
  })
}

/** The cost of a whole lot: as opened by a followed event, else as carried in. */
function lotCell(tracker: CostTracker, lot: number, cost: number): number {
  const known = tracker.lots.get(lot)
  if (known !== undefined) return known
  const { snapshot, sheet } = tracker.frame
  const transaction = textAt(snapshot.transactions, snapshot.lots.transaction[lot] ?? -1) ?? ''
  const cell = sheet.input('lot', cost, {
    ...money(tracker, snapshot.lots.day[lot] ?? null),
    source: { kind: 'lot', transaction },
  })
  tracker.lots.set(lot, cell)
  return cell
}

/** Lots carried in share the cost by their final costs, since later changes affect all of them alike. */
function carriedInCell(tracker: CostTracker, event: number, change: number): number {
  const { snapshot, view, sheet } = tracker.frame
  const first = snapshot.events.lotFrom[event] ?? 0
  const last = snapshot.events.lotTo[event] ?? 0
  let sum = 0
  for (let lot = first; lot < last; lot += 1) sum += view.lotCost[lot] ?? 0
  const cells: [number, 1][] = []
  for (let lot = first; lot < last; lot += 1) {
    const part = sum === 0 ? 1 / (last - first) : (view.lotCost[lot] ?? 0) / sum
    cells.push([lotCell(tracker, lot, change * part), 1])
  }
  return cells.length === 1
    ? (cells[0]?.[0] ?? 0)
    : sheet.sum('lot', cells, money(tracker, snapshot.events.day[event] ?? null))
}

function openedCell(tracker: CostTracker, event: number): number | null {
  const { snapshot, sheet } = tracker.frame
  const cell = amountCell(tracker.frame, event, 'posted', 'cost')
  if (cell === null) return null
  const first = snapshot.events.lotFrom[event] ?? 0
  const last = snapshot.events.lotTo[event] ?? 0
  let units = 0
  for (let lot = first; lot < last; lot += 1) units += snapshot.lots.units[lot] ?? 0
  for (let lot = first; lot < last; lot += 1) {
    if (last - first === 1) tracker.lots.set(lot, cell)
    else {
      const share = shareCell(tracker, event, units === 0 ? 1 : (snapshot.lots.units[lot] ?? 0) / units)
      const day = snapshot.events.day[event] ?? null
      tracker.lots.set(lot, sheet.step('product', 'lot', [cell, share], money(tracker, day)))
    }
  }
  return cell
}

function takenCell(tracker: CostTracker, event: number): number | null {
  const { snapshot, view, sheet } = tracker.frame
  const facts = money(tracker, snapshot.events.day[event] ?? null)
  const pool = snapshot.events.poolShare[event] ?? 0
  if (pool > 0)
    return tracker.running === null
      ? null
      : sheet.step('product', 'cost_taken', [tracker.running, shareCell(tracker, event, pool)], facts)
  const pieces: [number, 1][] = []
  for (
    let piece = snapshot.events.pieceFrom[event] ?? 0;
    piece < (snapshot.events.pieceTo[event] ?? 0);
    piece += 1
  ) {
    const lot = snapshot.pieces.lot[piece] ?? -1
    const cell = lotCell(tracker, lot, view.lotCost[lot] ?? 0)
    const share = snapshot.pieces.share[piece] ?? 0
    if (share === 1) pieces.push([cell, 1])
    else pieces.push([sheet.step('product', 'lot', [cell, shareCell(tracker, event, share)], facts), 1])
  }
  return sheet.sum('cost_taken', pieces, facts)
}

/** Every open lot keeps the same share of its cost. */
function reducedCell(tracker: CostTracker, event: number, share: number): number | null {
  const { snapshot, sheet } = tracker.frame
  if (tracker.running === null) return null
  const facts = money(tracker, snapshot.events.day[event] ?? null)
  const left = shareCell(tracker, event, 1 - share)
  for (const [lot, cell] of tracker.lots)
    tracker.lots.set(lot, sheet.step('product', 'lot', [cell, left], facts))
  return sheet.step('product', 'cost_taken', [tracker.running, shareCell(tracker, event, share)], facts)
}

/** Cash: an inflow adds its amount, an outflow takes its share of the cost, crossing zero does both. */
function cashChange(tracker: CostTracker, event: number): { cell: number | null; sign: 1 | -1 } {
  const { snapshot, sheet } = tracker.frame
  const change = snapshot.events.quantity[event] ?? 0
  const after = snapshot.events.after[event] ?? 0
  const before = after - change
  const posted = amountCell(tracker.frame, event, 'posted', 'cost')
  if (change === 0 || before === 0 || Math.sign(before) === Math.sign(change))
    return { cell: posted, sign: 1 }
  const facts = money(tracker, snapshot.events.day[event] ?? null)
  if (tracker.running === null) return { cell: posted, sign: 1 }
  if (after !== 0 && Math.sign(after) !== Math.sign(before)) {
    const rest =
      posted === null
        ? []
        : [sheet.step('product', 'cost', [posted, shareCell(tracker, event, after / change)], facts)]
    return {
      cell: sheet.sum('cost', [...rest.map((cell): [number, 1] => [cell, 1]), [tracker.running, -1]], facts),
      sign: 1,
    }
  }
  const share = after === 0 ? 1 : -change / before
  return {
    cell: sheet.step('product', 'cost_taken', [tracker.running, shareCell(tracker, event, share)], facts),
    sign: -1,
  }
}

function costChange(
  tracker: CostTracker,
  event: number,
  change: number,
): { cell: number | null; sign: 1 | -1 } {
  const { snapshot } = tracker.frame
  switch (snapshot.events.kind[event]) {
    case EVENT.cash:
      return cashChange(tracker, event)
    case EVENT.open:
      return { cell: openedCell(tracker, event), sign: 1 }
    case EVENT.carryIn:
      return { cell: carriedInCell(tracker, event, change), sign: 1 }
    case EVENT.close:
    case EVENT.carryOut:
      return { cell: takenCell(tracker, event), sign: -1 }
    case EVENT.result:
    case EVENT.split:
    case EVENT.realizeCarried:
      return { cell: null, sign: 1 }
    case EVENT.returnCapital:
      return { cell: null, sign: -1 }
    default:
      return { cell: reducedCell(tracker, event, snapshot.events.poolShare[event] ?? 0), sign: -1 }
  }
}

/** The change as the snapshot has it: for returned capital, and when lots could not be followed. */
function snapshotChangeCell(
  tracker: CostTracker,
  event: number,
  change: number,
  label: ReceiptLabel,
): number {
  const { frame } = tracker
  // Returned capital lowers lots by different shares, so later events take the snapshot's lot costs.
  tracker.lots.clear()
  return frame.sheet.input(label, change, {
    ...money(tracker, frame.snapshot.events.day[event] ?? null),
    source: eventSource(frame, event),
  })
}

/**
 * The open cost of a position up to a day, event by event: purchases add their posted value at the rate of the
 * transaction, disposals take the cost of their lots by the account's lot method, and carried lots bring theirs. The
 * changes add up to the cost.
 */
export function costHistory(frame: Frame, position: number, to: Day): CostHistory {
  const { snapshot, view, sheet } = frame
  const { eventFrom } = snapshot.positions
  const tracker: CostTracker = {
    frame,
    position,
    running: null,
    lots: new Map(),
  }
  const changes: CostChange[] = []
  const entryDay = view.entryDay[position] ?? 0
  let entry: number | null = null
  let before = 0
  if (entryDay >= (snapshot.positions.openDay[position] ?? 0) && entryDay <= to) {
    before = view.entryCost[position] ?? 0
    entry = sheet.input('cost', before, { ...money(tracker, entryDay), source: { kind: 'close' } })
    tracker.running = entry
  }
  for (let event = eventFrom[position] ?? 0; event < (eventFrom[position + 1] ?? 0); event += 1) {
    const day = snapshot.events.day[event] ?? 0
    if (day > to) break
    if (day <= entryDay) continue
    const change = (view.costAfter[event] ?? 0) - before
    before = view.costAfter[event] ?? 0
    const found = costChange(tracker, event, change)
    const value = found.cell === null ? 0 : found.sign * sheet.cellValue(found.cell)
    const scale = Math.abs(before) + Math.abs(change) + 1
    const isFollowed = Math.abs(value - change) <= RESIDUAL_TOLERANCE * scale
    const raw = isFollowed
      ? found
      : { cell: snapshotChangeCell(tracker, event, change, 'cost'), sign: 1 as const }
    const cell =
      raw.cell === null || raw.sign === 1
        ? raw.cell
        : sheet.sum('cost_taken', [[raw.cell, -1]], money(tracker, day))
    changes.push({
      event,
      cell,
      isFollowed: isFollowed || snapshot.events.kind[event] === EVENT.returnCapital,
    })
    if (cell === null) continue
    const running = tracker.running
    tracker.running =
      running === null
        ? cell
        : sheet.sum(
            'cost',
            [
              [running, 1],
              [cell, 1],
            ],
            money(tracker, day),
          )
  }
  return { entry, changes }
}
