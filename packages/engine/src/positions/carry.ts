import { asQuoted } from '../bonds/nominal.ts'
import type { Day } from '../calendar/day.ts'
import { type Exact, toNumber } from '../money/exact.ts'
import { type Desk, placeOf, type Slot } from './desk.ts'
import { type Costs, EVENT, FEE, INCOME, writeEvent } from './events.ts'
import { changeQuantity, type Holding, openPosition } from './holdings.ts'
import { addLot } from './lots.ts'

/** Which pieces arrive, and what happens to them on the way. */
export interface Arrival {
  /** Pieces from here to the end of the journal arrive. */
  readonly pieceFrom: number
  /** Money paid on top of what the pieces had cost, signed, in the settlement currency. */
  readonly paid?: number
  /** The day the lots count from; without it they keep their own. */
  readonly lotDay?: Day
}

/**
 * The pieces that left another position become lots of the target: each with its cost, and with its original date
 * unless another is given. `units` (signed) are shared out by the units of the pieces.
 */
export function writeArrival(
  desk: Desk,
  slot: Slot,
  target: Holding,
  units: Exact,
  costs: Costs,
  { pieceFrom, paid = 0, lotDay }: Arrival,
): void {
  const { journal } = desk.holdings
  const { pieces, lots } = journal
  const pieceTo = pieces.lot.length
  const quantity = toNumber(units)
  const position =
    target.position >= 0
      ? target.position
      : openPosition(desk.holdings, target, slot.entry.transaction.id, Math.sign(quantity), slot.day)
  const lotFrom = lots.position.length
  let left = 0
  for (let piece = pieceFrom; piece < pieceTo; piece += 1) left += pieces.units[piece] ?? 0
  const factor = Math.abs(quantity) / left
  const instrument = desk.holdings.instruments[target.instrument]
  const size = Math.abs(quantity) * (instrument?.contractSize ?? 1)
  const paidPerUnit = asQuoted(instrument, Math.abs(paid) / size, slot.day)
  for (let piece = pieceFrom; piece < pieceTo; piece += 1) {
    const parent = pieces.lot[piece] ?? 0
    const pieceUnits = pieces.units[piece] ?? 0
    addLot(journal, target.lots, {
      position,
      transaction: lots.transaction[parent] ?? -1,
      day: lotDay ?? lots.day[parent] ?? slot.day,
      units: factor === 1 ? pieceUnits : pieceUnits * factor,
      unitCost: (lots.unitCost[parent] ?? 0) / factor + paidPerUnit,
      parentPiece: piece,
      paid: (paid * pieceUnits) / left,
    })
  }
  const after = changeQuantity(desk.holdings, target, units, slot.day)
  const what = { kind: EVENT.carryIn, quantity, after, lotFrom, pieceFrom: pieceTo, poolShare: 0 }
  writeEvent(journal, placeOf(slot, position), what, costs, INCOME.none, FEE.fees)
}

/** The leg at the price that its value makes, which ranks its lots. */
export function atPrice(desk: Desk, slot: Slot, value: number): Slot {
  const { settled } = slot.entry
  const instrument = desk.holdings.instruments[slot.entry.instrument]
  const units = Math.abs(toNumber(settled.quantity)) * (instrument?.contractSize ?? 1)
  const unitPrice = asQuoted(instrument, Math.abs(value) / units, slot.day)
  return { ...slot, entry: { ...slot.entry, settled: { ...settled, unitPrice } } }
}
