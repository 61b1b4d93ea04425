import { poolFactor, toQuotedPrice } from '../bonds/nominal.ts'
import type { Day } from '../calendar/day.ts'
import { currencyUnit } from '../money/currency.ts'
import { type Exact, toNumber } from '../money/exact.ts'
import { receiveGains } from './carried-gains.ts'
import { changeQuantity, type Holding, openPosition } from './holdings.ts'
import { EVENT, type EventAmounts, writeEvent } from './journal.ts'
import { addLot } from './lots.ts'
import type { PostingContext, Slot } from './posting-context.ts'

/** Units that arrive with the lots of another position. */
export interface Arrival {
  /** Signed. */
  readonly units: Exact
  readonly amounts: EventAmounts
  /** Pieces from here to the end of the journal arrive. */
  readonly pieceFrom: number
  /** The share of the pieces' cost that moves with them; all of it by default. */
  readonly costShare?: number
  /** Money paid on top of the pieces' cost, signed, in the settlement currency. */
  readonly paid?: number
  /** The day that the lots count from; by default they keep their own. */
  readonly lotDay?: Day
}

/** Turns the pieces that left another position into lots of the target, units shared out by the units of the pieces. */
export function writeArrival(context: PostingContext, slot: Slot, target: Holding, arrival: Arrival): void {
  const { units, amounts, pieceFrom, costShare = 1, paid = 0, lotDay } = arrival
  const { journal } = context.holdings
  const { pieces, lots } = journal
  const pieceTo = pieces.count
  const quantity = toNumber(units)
  const opening = { key: slot.entry.transaction.id, side: Math.sign(quantity), day: slot.day }
  const position = target.position >= 0 ? target.position : openPosition(context.holdings, target, opening)
  const lotFrom = lots.count
  let left = 0
  for (let piece = pieceFrom; piece < pieceTo; piece += 1) left += pieces.units[piece] ?? 0
  const factor = Math.abs(quantity) / left
  const { perSettled } = slot.entry.settled
  const paidPerUnit = (paid / Math.abs(quantity)) * (Number.isFinite(perSettled) ? perSettled : 1)
  for (let piece = pieceFrom; piece < pieceTo; piece += 1) {
    const parent = pieces.lot[piece] ?? 0
    const pieceUnits = pieces.units[piece] ?? 0
    const lot = addLot(journal, target.lots, {
      position,
      transaction: lots.transaction[parent] ?? -1,
      day: lotDay ?? lots.day[parent] ?? slot.day,
      units: factor === 1 ? pieceUnits : pieceUnits * factor,
      unitCost: carriedUnitCost(context, slot.day, target, {
        parent,
        units: costShare / factor,
        paid: paidPerUnit,
      }),
      parentPiece: piece,
      paid: (paid * pieceUnits) / left,
    })
    receiveGains(journal, lot, piece, target.lots.method === 'average')
  }
  const after = changeQuantity(context.holdings, target, units, slot.day)
  const change = { position, kind: EVENT.carryIn, quantity, after, lotFrom, pieceFrom: pieceTo, poolShare: 0 }
  writeEvent(journal, slot, change, amounts)
}

/** The origin of a carried unit. */
interface CarriedUnit {
  /** The lot it comes from. */
  readonly parent: number
  /** Units of the parent per unit of the target, times the share of their cost that moves. */
  readonly units: number
  /** Money paid on top per unit of the target. */
  readonly paid: number
}

/**
 * The unit cost of a carried lot, which ranks it: the parent's cost with the sign of its position, so that the premium
 * of a short option lowers the cost of the shares.
 */
function carriedUnitCost(
  context: PostingContext,
  day: Day,
  target: Holding,
  { parent, units, paid }: CarriedUnit,
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
  const worth =
    unitCost * (old?.contractSize ?? 1) * poolFactor(old, day) * (Number.isFinite(rate) ? rate : 1)
  const cost = Math.abs(Math.sign(positions.side[source] ?? 1) * worth * units + paid)
  return toQuotedPrice(instrument, cost / (instrument?.contractSize ?? 1), day)
}

/** The leg with the unit price implied by its value, which ranks its lots. */
export function withImpliedPrice(context: PostingContext, slot: Slot, value: number): Slot {
  const { settled } = slot.entry
  const instrument = context.holdings.instruments[slot.entry.instrument]
  const units = Math.abs(toNumber(settled.quantity)) * (instrument?.contractSize ?? 1)
  const unitPrice = toQuotedPrice(instrument, Math.abs(value) / units, slot.day)
  return { ...slot, entry: { ...slot.entry, settled: { ...settled, unitPrice } } }
}
