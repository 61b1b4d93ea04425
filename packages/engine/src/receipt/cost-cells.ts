import type { Day } from '../calendar/day.ts'
import { EVENT } from '../posting/journal.ts'
import { amountCell, currencyOf, type Frame, sourceOf } from './frame.ts'
import type { ReceiptLabel } from './sheet.ts'

/** What one event did to the open cost of its position, as a line; null when nothing. */
export interface CostChange {
  readonly event: number
  readonly cell: number | null
  /** False where the line is the change as the snapshots have it, because its lots could not be followed. */
  readonly isFollowed: boolean
}

export interface CostHistory {
  /** What the cost began with, where the position could not be valued at first; else null. */
  readonly entry: number | null
  readonly changes: readonly CostChange[]
}

interface Follow {
  readonly frame: Frame
  readonly position: number
  /** The cost so far as a line; null is nothing. */
  running: number | null
  readonly lots: Map<number, number>
}

const CLOSE_ENOUGH = 1e-9

function money({ frame, position }: Follow, day: Day | null) {
  return { unit: 'money', currency: currencyOf(frame, position), day } as const
}

function shareCell(follow: Follow, event: number, share: number): number {
  const { frame } = follow
  return frame.sheet.input('share', share, {
    unit: 'fraction',
    day: frame.snapshot.events.day[event] ?? null,
    source: sourceOf(frame, event),
  })
}

/** What all of a lot cost, as a line: as it was opened here, else as it came. */
function lotCell(follow: Follow, lot: number, cost: number): number {
  const known = follow.lots.get(lot)
  if (known !== undefined) return known
  const { snapshot, sheet } = follow.frame
  const transaction = snapshot.transactions[snapshot.lots.transaction[lot] ?? -1] ?? ''
  const cell = sheet.input('lot', cost, {
    ...money(follow, snapshot.lots.day[lot] ?? null),
    source: { kind: 'lot', transaction },
  })
  follow.lots.set(lot, cell)
  return cell
}

/** Lots of an arrival in proportion to what they cost in the end: what later happened to them happened to all alike. */
function arrived(follow: Follow, event: number, change: number): number {
  const { snapshot, view, sheet } = follow.frame
  const first = snapshot.events.lotFrom[event] ?? 0
  const last = snapshot.events.lotTo[event] ?? 0
  let sum = 0
  for (let lot = first; lot < last; lot += 1) sum += view.lotCost[lot] ?? 0
  const cells: [number, 1][] = []
  for (let lot = first; lot < last; lot += 1) {
    const part = sum === 0 ? 1 / (last - first) : (view.lotCost[lot] ?? 0) / sum
    cells.push([lotCell(follow, lot, change * part), 1])
  }
  return cells.length === 1
    ? (cells[0]?.[0] ?? 0)
    : sheet.sum('lot', cells, money(follow, snapshot.events.day[event] ?? null))
}

function opened(follow: Follow, event: number): number | null {
  const { snapshot, sheet } = follow.frame
  const cell = amountCell(follow.frame, event, 'posted', 'cost')
  if (cell === null) return null
  const first = snapshot.events.lotFrom[event] ?? 0
  const last = snapshot.events.lotTo[event] ?? 0
  let units = 0
  for (let lot = first; lot < last; lot += 1) units += snapshot.lots.units[lot] ?? 0
  for (let lot = first; lot < last; lot += 1) {
    if (last - first === 1) follow.lots.set(lot, cell)
    else {
      const share = shareCell(follow, event, units === 0 ? 1 : (snapshot.lots.units[lot] ?? 0) / units)
      const day = snapshot.events.day[event] ?? null
      follow.lots.set(lot, sheet.step('product', 'lot', [cell, share], money(follow, day)))
    }
  }
  return cell
}

function taken(follow: Follow, event: number): number | null {
  const { snapshot, view, sheet } = follow.frame
  const facts = money(follow, snapshot.events.day[event] ?? null)
  const pool = snapshot.events.poolShare[event] ?? 0
  if (pool > 0)
    return follow.running === null
      ? null
      : sheet.step('product', 'cost_taken', [follow.running, shareCell(follow, event, pool)], facts)
  const pieces: [number, 1][] = []
  for (
    let piece = snapshot.events.pieceFrom[event] ?? 0;
    piece < (snapshot.events.pieceTo[event] ?? 0);
    piece += 1
  ) {
    const lot = snapshot.pieces.lot[piece] ?? -1
    const cell = lotCell(follow, lot, view.lotCost[lot] ?? 0)
    const share = snapshot.pieces.share[piece] ?? 0
    if (share === 1) pieces.push([cell, 1])
    else pieces.push([sheet.step('product', 'lot', [cell, shareCell(follow, event, share)], facts), 1])
  }
  return sheet.sum('cost_taken', pieces, facts)
}

/** Every open lot keeps the same part of its cost. */
function shrunk(follow: Follow, event: number, share: number): number | null {
  const { snapshot, sheet } = follow.frame
  if (follow.running === null) return null
  const facts = money(follow, snapshot.events.day[event] ?? null)
  const left = shareCell(follow, event, 1 - share)
  for (const [lot, cell] of follow.lots)
    follow.lots.set(lot, sheet.step('product', 'lot', [cell, left], facts))
  return sheet.step('product', 'cost_taken', [follow.running, shareCell(follow, event, share)], facts)
}

/** Cash: adding keeps the average, spending takes its share of the cost, crossing zero does both. */
function cashTaken(follow: Follow, event: number): { cell: number | null; sign: 1 | -1 } {
  const { snapshot, sheet } = follow.frame
  const change = snapshot.events.quantity[event] ?? 0
  const after = snapshot.events.after[event] ?? 0
  const before = after - change
  const posted = amountCell(follow.frame, event, 'posted', 'cost')
  if (change === 0 || before === 0 || Math.sign(before) === Math.sign(change))
    return { cell: posted, sign: 1 }
  const facts = money(follow, snapshot.events.day[event] ?? null)
  if (follow.running === null) return { cell: posted, sign: 1 }
  if (after !== 0 && Math.sign(after) !== Math.sign(before)) {
    const rest =
      posted === null
        ? []
        : [sheet.step('product', 'cost', [posted, shareCell(follow, event, after / change)], facts)]
    return {
      cell: sheet.sum('cost', [...rest.map((cell): [number, 1] => [cell, 1]), [follow.running, -1]], facts),
      sign: 1,
    }
  }
  const share = after === 0 ? 1 : -change / before
  return {
    cell: sheet.step('product', 'cost_taken', [follow.running, shareCell(follow, event, share)], facts),
    sign: -1,
  }
}

function changeOf(follow: Follow, event: number, change: number): { cell: number | null; sign: 1 | -1 } {
  const { snapshot } = follow.frame
  switch (snapshot.events.kind[event]) {
    case EVENT.cash:
      return cashTaken(follow, event)
    case EVENT.open:
      return { cell: opened(follow, event), sign: 1 }
    case EVENT.carryIn:
      return { cell: arrived(follow, event, change), sign: 1 }
    case EVENT.close:
    case EVENT.carryOut:
      return { cell: taken(follow, event), sign: -1 }
    case EVENT.result:
    case EVENT.split:
      return { cell: null, sign: 1 }
    case EVENT.giveBack:
      return { cell: null, sign: -1 }
    default:
      return { cell: shrunk(follow, event, snapshot.events.poolShare[event] ?? 0), sign: -1 }
  }
}

/** The change as the snapshots have it: of money that is given back, and where lots could not be followed. */
function asPosted(follow: Follow, event: number, change: number, label: ReceiptLabel): number {
  const { frame } = follow
  // What was given back lowers lots by different parts: they are then told as they are.
  follow.lots.clear()
  return frame.sheet.input(label, change, {
    ...money(follow, frame.snapshot.events.day[event] ?? null),
    source: sourceOf(frame, event),
  })
}

/**
 * How the open cost of a position came about until a day, event by event: purchases add what they were posted at, at
 * the rate of each transaction; disposals take the cost of their lots by the account's method; lots that were carried in
 * bring theirs. The changes add up to the cost.
 */
export function costHistory(frame: Frame, position: number, to: Day): CostHistory {
  const { snapshot, view, sheet } = frame
  const { eventFrom } = snapshot.positions
  const follow: Follow = {
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
    entry = sheet.input('cost', before, { ...money(follow, entryDay), source: { kind: 'close' } })
    follow.running = entry
  }
  for (let event = eventFrom[position] ?? 0; event < (eventFrom[position + 1] ?? 0); event += 1) {
    const day = snapshot.events.day[event] ?? 0
    if (day > to) break
    if (day <= entryDay) continue
    const change = (view.costAfter[event] ?? 0) - before
    before = view.costAfter[event] ?? 0
    const found = changeOf(follow, event, change)
    const value = found.cell === null ? 0 : found.sign * sheet.valueOf(found.cell)
    const scale = Math.abs(before) + Math.abs(change) + 1
    const isFollowed = Math.abs(value - change) <= CLOSE_ENOUGH * scale
    const raw = isFollowed ? found : { cell: asPosted(follow, event, change, 'cost'), sign: 1 as const }
    const cell =
      raw.cell === null || raw.sign === 1
        ? raw.cell
        : sheet.sum('cost_taken', [[raw.cell, -1]], money(follow, day))
    changes.push({ event, cell, isFollowed: isFollowed || snapshot.events.kind[event] === EVENT.giveBack })
    if (cell === null) continue
    const running = follow.running
    follow.running =
      running === null
        ? cell
        : sheet.sum(
            'cost',
            [
              [running, 1],
              [cell, 1],
            ],
            money(follow, day),
          )
  }
  return { entry, changes }
}
