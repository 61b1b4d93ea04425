import type { Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import { worthOn } from '../currency/currency-view.ts'
import type { Lenses } from '../figures/capital.ts'
import { CONTRACT_TYPES } from '../ledger/vocabulary.ts'
import { EVENT } from '../posting/journal.ts'
import {
  amountCell,
  EVER,
  eventsWithin,
  type Frame,
  moneyOf,
  notionalCell,
  sourceOf,
  valueCell,
} from './frame.ts'

/** The capital of a position while it is followed: its level as a line, and what each lot has in it. */
interface Level {
  cell: number | null
  readonly lots: Map<number, number>
}

function shareCell(frame: Frame, event: number, share: number): number {
  const { book, sheet } = frame
  const day = book.events.day[event] ?? null
  return sheet.input('share', share, { unit: 'fraction', day, source: sourceOf(frame, event) })
}

/** Lots that are there when measuring begins count at the value of that close, shared out by units. */
function begin(frame: Frame, position: number, day: Day): Level {
  const { book, sheet } = frame
  const left = new Map<number, number>()
  for (const event of eventsWithin(frame, position, EVER, day)) {
    for (let lot = book.events.lotFrom[event] ?? 0; lot < (book.events.lotTo[event] ?? 0); lot += 1)
      left.set(lot, 1)
    const takes = book.events.kind[event] === EVENT.close || book.events.kind[event] === EVENT.carryOut
    if (!takes || (book.events.poolShare[event] ?? 0) > 0) continue
    for (
      let piece = book.events.pieceFrom[event] ?? 0;
      piece < (book.events.pieceTo[event] ?? 0);
      piece += 1
    ) {
      const lot = book.pieces.lot[piece] ?? -1
      left.set(lot, (left.get(lot) ?? 0) - (book.pieces.share[piece] ?? 0))
    }
  }
  const cell = valueCell(frame, position, day, 'opening_value')
  let units = 0
  for (const [lot, share] of left) units += share * (book.lots.units[lot] ?? 0)
  const lots = new Map<number, number>()
  for (const lot of left.keys()) {
    const part = units === 0 ? 0 : (book.lots.units[lot] ?? 0) / units
    const share = sheet.input('share', part, { unit: 'fraction', day, source: { kind: 'close' } })
    lots.set(lot, sheet.step('product', 'lot', [cell, share], moneyOf(frame, position, day)))
  }
  return { cell, lots }
}

function open(frame: Frame, position: number, event: number, level: Level): number | null {
  const { book, sheet } = frame
  const cell = amountCell(frame, event, 'booked', 'invested')
  const first = book.events.lotFrom[event] ?? 0
  const last = book.events.lotTo[event] ?? 0
  let units = 0
  for (let lot = first; lot < last; lot += 1) units += book.lots.units[lot] ?? 0
  const day = book.events.day[event] ?? null
  for (let lot = first; cell !== null && lot < last; lot += 1) {
    const part = units === 0 ? 1 / (last - first) : (book.lots.units[lot] ?? 0) / units
    level.lots.set(
      lot,
      part === 1
        ? cell
        : sheet.step('product', 'lot', [cell, shareCell(frame, event, part)], moneyOf(frame, position, day)),
    )
  }
  return cell
}

function taken(frame: Frame, position: number, event: number, level: Level): number | null {
  const { book, sheet } = frame
  const facts = moneyOf(frame, position, book.events.day[event] ?? null)
  if (level.cell === null || book.events.after[event] === 0) return level.cell
  const pool = book.events.poolShare[event] ?? 0
  if (pool > 0) return sheet.step('product', 'cost_taken', [level.cell, shareCell(frame, event, pool)], facts)
  const pieces: [number, 1][] = []
  for (let piece = book.events.pieceFrom[event] ?? 0; piece < (book.events.pieceTo[event] ?? 0); piece += 1) {
    const lot = level.lots.get(book.pieces.lot[piece] ?? -1)
    if (lot === undefined) continue
    const share = shareCell(frame, event, book.pieces.share[piece] ?? 0)
    pieces.push([sheet.step('product', 'lot', [lot, share], facts), 1])
  }
  return sheet.sum('cost_taken', pieces, facts)
}

/** What a spin-off or a return takes out of the value, as a share of it: the same of every lot. */
function paidOut(frame: Frame, lenses: Lenses, position: number, event: number, level: Level): number | null {
  const { book, sheet } = frame
  if (level.cell === null) return null
  const day = book.events.day[event] ?? 0
  const paid = Math.abs(lenses.original.booked[event] ?? 0)
  const left = Math.abs(worthOn(book, lenses.original, position, day))
  const share = paid / (paid + left)
  if (!Number.isFinite(share)) return null
  const facts = moneyOf(frame, position, day)
  const kept = shareCell(frame, event, 1 - share)
  for (const [lot, cell] of level.lots) level.lots.set(lot, sheet.step('product', 'lot', [cell, kept], facts))
  return sheet.step('product', 'cost_taken', [level.cell, shareCell(frame, event, share)], facts)
}

/** Futures and forwards cost nothing: the highest notional at the opening close and after each trade. */
function highestNotional(frame: Frame, position: number, period: Period): number {
  const { book, sheet } = frame
  const days = new Set<Day>([period.from - 1])
  for (const event of eventsWithin(frame, position, period.from - 1, period.to))
    if (book.events.quantity[event] !== 0) days.add(book.events.day[event] ?? 0)
  const levels = [...days].map(day => notionalCell(frame, position, day, 'level'))
  return sheet.step('highest', 'capital_base', levels, moneyOf(frame, position, null))
}

/**
 * The capital base of a position as a line: the highest open cost in the period, with the lots of the opening close at
 * their value of that close. Every level is told by the bookings that made it.
 */
export function capitalBaseCell(frame: Frame, lenses: Lenses, position: number, period: Period): number {
  const { book, sheet } = frame
  if (CONTRACT_TYPES.has(book.instruments[book.positions.instrument[position] ?? -1]?.type ?? ''))
    return highestNotional(frame, position, period)
  // Late entries are those of the calculated currency, in either view.
  const from = Math.max(period.from - 1, lenses.calculated.entryDay[position] ?? 0)
  const isThere = (book.positions.openDay[position] ?? 0) <= from && from <= period.to
  const level: Level = isThere ? begin(frame, position, from) : { cell: null, lots: new Map() }
  const levels: number[] = level.cell === null ? [] : [level.cell]
  for (const event of from > period.to ? [] : eventsWithin(frame, position, from, period.to)) {
    const kind = book.events.kind[event]
    const opens = kind === EVENT.open || kind === EVENT.carryIn
    const closes = kind === EVENT.close || kind === EVENT.carryOut
    if (kind === EVENT.cash || kind === EVENT.result || kind === EVENT.split) continue
    const change = opens
      ? open(frame, position, event, level)
      : closes
        ? taken(frame, position, event, level)
        : paidOut(frame, lenses, position, event, level)
    if (change === null) continue
    const before: [number, 1][] = level.cell === null ? [] : [[level.cell, 1]]
    const facts = moneyOf(frame, position, book.events.day[event] ?? null)
    level.cell = sheet.sum('level', [...before, [change, opens ? 1 : -1]], facts)
    levels.push(level.cell)
  }
  return sheet.step('highest', 'capital_base', levels, moneyOf(frame, position, null))
}
