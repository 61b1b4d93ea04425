import type { Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import { positionValue } from '../currency/position-value.ts'
import type { CurrencyViews } from '../currency/view-builder.ts'
import { CONTRACT_TYPES } from '../ledger/vocabulary.ts'
import { EVENT, leavesLots } from '../posting/journal.ts'
import { amountCell, EVER, eventSource, eventsWithin, moneyFacts, notionalCell, valueCell } from './frame.ts'
import type { Frame } from './receipt-frame.ts'

/** The capital of a position after an event: its cell, and the cell of each lot's part in it. */
interface Level {
  cell: number | null
  readonly lots: Map<number, number>
}

function shareCell(frame: Frame, event: number, share: number): number {
  const { snapshot, sheet } = frame
  const day = snapshot.events.day[event] ?? null
  return sheet.input('share', share, { unit: 'fraction', day, source: eventSource(frame, event) })
}

/** Lots that are open at the opening close count at its value, allocated by units. */
function startFromClose(frame: Frame, position: number, day: Day): Level {
  const { snapshot, sheet } = frame
  const left = new Map<number, number>()
  for (const event of eventsWithin(frame, position, EVER, day)) {
    for (let lot = snapshot.events.lotFrom[event] ?? 0; lot < (snapshot.events.lotTo[event] ?? 0); lot += 1)
      left.set(lot, 1)
    const takes =
      snapshot.events.kind[event] === EVENT.close || snapshot.events.kind[event] === EVENT.carryOut
    if (!takes || (snapshot.events.poolShare[event] ?? 0) > 0) continue
    for (
      let piece = snapshot.events.pieceFrom[event] ?? 0;
      piece < (snapshot.events.pieceTo[event] ?? 0);
      piece += 1
    ) {
      const lot = snapshot.pieces.lot[piece] ?? -1
      left.set(lot, (left.get(lot) ?? 0) - (snapshot.pieces.share[piece] ?? 0))
    }
  }
  const cell = valueCell(frame, position, day, 'opening_value')
  let units = 0
  for (const [lot, share] of left) units += share * (snapshot.lots.units[lot] ?? 0)
  const lots = new Map<number, number>()
  for (const lot of left.keys()) {
    const part = units === 0 ? 0 : (snapshot.lots.units[lot] ?? 0) / units
    const share = sheet.input('share', part, { unit: 'fraction', day, source: { kind: 'close' } })
    lots.set(lot, sheet.step('product', 'lot', [cell, share], moneyFacts(frame, position, day)))
  }
  return { cell, lots }
}

function openedCell(frame: Frame, position: number, event: number, level: Level): number | null {
  const { snapshot, sheet } = frame
  const cell = amountCell(frame, event, 'posted', 'invested')
  const first = snapshot.events.lotFrom[event] ?? 0
  const last = snapshot.events.lotTo[event] ?? 0
  let units = 0
  for (let lot = first; lot < last; lot += 1) units += snapshot.lots.units[lot] ?? 0
  const day = snapshot.events.day[event] ?? null
  for (let lot = first; cell !== null && lot < last; lot += 1) {
    const part = units === 0 ? 1 / (last - first) : (snapshot.lots.units[lot] ?? 0) / units
    level.lots.set(
      lot,
      part === 1
        ? cell
        : sheet.step(
            'product',
            'lot',
            [cell, shareCell(frame, event, part)],
            moneyFacts(frame, position, day),
          ),
    )
  }
  return cell
}

function takenCell(frame: Frame, position: number, event: number, level: Level): number | null {
  const { snapshot, sheet } = frame
  const facts = moneyFacts(frame, position, snapshot.events.day[event] ?? null)
  if (level.cell === null || snapshot.events.after[event] === 0) return level.cell
  const pool = snapshot.events.poolShare[event] ?? 0
  if (pool > 0) return sheet.step('product', 'cost_taken', [level.cell, shareCell(frame, event, pool)], facts)
  const pieces: [number, 1][] = []
  for (
    let piece = snapshot.events.pieceFrom[event] ?? 0;
    piece < (snapshot.events.pieceTo[event] ?? 0);
    piece += 1
  ) {
    const lot = level.lots.get(snapshot.pieces.lot[piece] ?? -1)
    if (lot === undefined) continue
    const share = shareCell(frame, event, snapshot.pieces.share[piece] ?? 0)
    pieces.push([sheet.step('product', 'lot', [lot, share], facts), 1])
  }
  return sheet.sum('cost_taken', pieces, facts)
}

/** A spin-off or a return of capital takes the same share of the value out of every lot. */
function paidOutCell(
  frame: Frame,
  views: CurrencyViews,
  position: number,
  event: number,
  level: Level,
): number | null {
  const { snapshot, sheet } = frame
  if (level.cell === null) return null
  const day = snapshot.events.day[event] ?? 0
  const paid = Math.abs(views.original.posted[event] ?? 0)
  const left = Math.abs(positionValue(snapshot, views.original, position, day))
  const share = paid / (paid + left)
  if (!Number.isFinite(share)) return null
  const facts = moneyFacts(frame, position, day)
  const kept = shareCell(frame, event, 1 - share)
  for (const [lot, cell] of level.lots) level.lots.set(lot, sheet.step('product', 'lot', [cell, kept], facts))
  return sheet.step('product', 'cost_taken', [level.cell, shareCell(frame, event, share)], facts)
}

/** The capital base of futures and forwards: the highest notional at the opening close and after each trade. */
function highestNotional(frame: Frame, position: number, period: Period): number {
  const { snapshot, sheet } = frame
  const levels = [notionalCell(frame, position, period.from - 1, 'level')]
  for (const event of eventsWithin(frame, position, period.from - 1, period.to)) {
    const { day, quantity, after } = snapshot.events
    if (quantity[event] === 0) continue
    levels.push(notionalCell(frame, position, day[event] ?? 0, 'level', after[event] ?? 0))
  }
  // A close without a price or rate has no notional, and is no base.
  const known = levels.filter(cell => Number.isFinite(sheet.cellValue(cell)))
  return sheet.step('highest', 'capital_base', known, moneyFacts(frame, position, null))
}

/**
 * The capital base of a position, see `capitalBase`: the highest open cost in the period, with the lots of the
 * opening close at their value of that close. Every level is a sum of transactions.
 */
export function capitalBaseCell(
  frame: Frame,
  views: CurrencyViews,
  position: number,
  period: Period,
): number {
  const { snapshot, sheet } = frame
  if (CONTRACT_TYPES.has(snapshot.instruments[snapshot.positions.instrument[position] ?? -1]?.type ?? ''))
    return highestNotional(frame, position, period)
  // Both currencies use the entry day of the calculated view.
  const from = Math.max(period.from - 1, views.calculated.entryDay[position] ?? 0)
  const isThere = (snapshot.positions.openDay[position] ?? 0) <= from && from <= period.to
  const level: Level = isThere ? startFromClose(frame, position, from) : { cell: null, lots: new Map() }
  const levels: number[] = level.cell === null ? [] : [level.cell]
  for (const event of from > period.to ? [] : eventsWithin(frame, position, from, period.to)) {
    const kind = snapshot.events.kind[event]
    const opens = kind === EVENT.open || kind === EVENT.carryIn
    const closes = kind === EVENT.close || kind === EVENT.carryOut
    if (kind === undefined || kind === EVENT.cash || leavesLots(kind)) continue
    const change = opens
      ? openedCell(frame, position, event, level)
      : closes
        ? takenCell(frame, position, event, level)
        : paidOutCell(frame, views, position, event, level)
    if (change === null) continue
    const before: [number, 1][] = level.cell === null ? [] : [[level.cell, 1]]
    const facts = moneyFacts(frame, position, snapshot.events.day[event] ?? null)
    level.cell = sheet.sum('level', [...before, [change, opens ? 1 : -1]], facts)
    levels.push(level.cell)
  }
  return sheet.step('highest', 'capital_base', levels, moneyFacts(frame, position, null))
}
