import { asQuoted, factorOn } from '../bonds/nominal.ts'
import type { Day } from '../calendar/day.ts'
import { currencyUnit } from '../money/currency.ts'
import { type Exact, toNumber } from '../money/exact.ts'
import { changeQuantity, type Holding, openPosition } from './holdings.ts'
import { type Costs, EVENT, FEE, INCOME, writeEvent } from './journal.ts'
import { addLot } from './lots.ts'
import { type PostingContext, placeOf, type Slot } from './posting-context.ts'

/** Which pieces arrive, and what happens to them on the way. */
export interface Arrival {
  /** Pieces from here to the end of the journal arrive. */
  readonly pieceFrom: number
  /** The share of the cost of the pieces that comes with them: all of it, if not told. */
  readonly costShare?: number
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
  context: PostingContext,
  slot: Slot,
  target: Holding,
  units: Exact,
  costs: Costs,
  { pieceFrom, costShare = 1, paid = 0, lotDay }: Arrival,
): void {
  const { journal } = context.holdings
  const { pieces, lots } = journal
  const pieceTo = pieces.lot.length
  const quantity = toNumber(units)
  const position =
    target.position >= 0
      ? target.position
      : openPosition(context.holdings, target, slot.entry.transaction.id, Math.sign(quantity), slot.day)
  const lotFrom = lots.position.length
  let left = 0
  for (let piece = pieceFrom; piece < pieceTo; piece += 1) left += pieces.units[piece] ?? 0
  const factor = Math.abs(quantity) / left
  const { perSettled } = slot.entry.settled
  const paidPerUnit = (paid / Math.abs(quantity)) * (Number.isFinite(perSettled) ? perSettled : 1)
  for (let piece = pieceFrom; piece < pieceTo; piece += 1) {
    const parent = pieces.lot[piece] ?? 0
    const pieceUnits = pieces.units[piece] ?? 0
    addLot(journal, target.lots, {
      position,
      transaction: lots.transaction[parent] ?? -1,
      day: lotDay ?? lots.day[parent] ?? slot.day,
      units: factor === 1 ? pieceUnits : pieceUnits * factor,
      unitCost: carriedUnitCost(context, slot, target, parent, costShare / factor, paidPerUnit),
      parentPiece: piece,
      paid: (paid * pieceUnits) / left,
    })
  }
  const after = changeQuantity(context.holdings, target, units, slot.day)
  const what = { kind: EVENT.carryIn, quantity, after, lotFrom, pieceFrom: pieceTo, poolShare: 0 }
  writeEvent(journal, placeOf(slot, position), what, costs, INCOME.none, FEE.fees)
}

/**
 * What a unit of the target has cost, to rank its lots: the cost of the parent, signed as its position is, so that
 * the premium of a short option lowers what was paid for the shares.
 *
 * @param units Units of the parent in a unit of the target, times the share of their cost that comes with it.
 */
function carriedUnitCost(
  context: PostingContext,
  { day }: Slot,
  target: Holding,
  parent: number,
  units: number,
  paid: number,
): number {
  const { instruments, journal } = context.holdings
  const { lots, positions } = journal
  const unitCost = lots.unitCost[parent] ?? 0
  const source = lots.position[parent] ?? -1
  const from = positions.instrument[source] ?? -1
  if (from === target.instrument && paid === 0) return unitCost * units
  const [old, instrument] = [instruments[from], instruments[target.instrument]]
  const [paidIn, quotedIn] = [old, instrument].map(facts => currencyUnit(facts?.currency ?? '').currency)
  const rate = context.convert(paidIn ?? '', quotedIn ?? '', day)
  const worth = unitCost * (old?.contractSize ?? 1) * factorOn(old, day) * (Number.isFinite(rate) ? rate : 1)
  const cost = Math.abs(Math.sign(positions.side[source] ?? 1) * worth * units + paid)
  return asQuoted(instrument, cost / (instrument?.contractSize ?? 1), day)
}

/** The leg at the price that its value makes, which ranks its lots. */
export function atPrice(context: PostingContext, slot: Slot, value: number): Slot {
  const { settled } = slot.entry
  const instrument = context.holdings.instruments[slot.entry.instrument]
  const units = Math.abs(toNumber(settled.quantity)) * (instrument?.contractSize ?? 1)
  const unitPrice = asQuoted(instrument, Math.abs(value) / units, slot.day)
  return { ...slot, entry: { ...slot.entry, settled: { ...settled, unitPrice } } }
}
