import { asQuoted } from '../bonds/nominal.ts'
import type { Day } from '../calendar/day.ts'
import type { CarriedLot, Split, Transaction } from '../ledger/ledger.ts'
import type { Settled } from '../ledger/settle.ts'
import { CONTRACT_TYPES } from '../ledger/vocabulary.ts'
import {
  absolute,
  add,
  type Exact,
  exact,
  negate,
  scaleBy,
  signOf,
  subtract,
  toNumber,
} from '../money/exact.ts'
import { writeArrival } from './carried-lots.ts'
import { changeQuantity, type Holding, heldQuantity, holdingOf, openPosition } from './holdings.ts'
import { postResult } from './income-and-cash.ts'
import { type Costs, EVENT, FEE, INCOME, plainChange, writeEvent } from './journal.ts'
import { addLot, carryLots, DUST, splitLots, takeLots } from './lots.ts'
import { tieLot } from './margin-requirement.ts'
import {
  type Entry,
  NO_COSTS,
  type PostingContext,
  placeOf,
  type Slot,
  valueOnly,
  writeCash,
  writePosting,
} from './posting-context.ts'

const NO_LOTS: readonly CarriedLot[] = []
const TIES: ReadonlySet<string> = new Set([...CONTRACT_TYPES, 'option'])

/** The lots that came with a delivery, and what of it they leave. */
function lotsGiven(transaction: Transaction, units: Exact): { given: readonly CarriedLot[]; rest: Exact } {
  const offered = transaction.type === 'transfer_in' ? (transaction.lots ?? NO_LOTS) : NO_LOTS
  if (offered.length === 0) return { given: NO_LOTS, rest: units }
  const rest = offered.reduce((left, lot) => subtract(left, exact(lot.quantity)), units)
  // Lots that say more than was delivered cannot be right: the recorded value is then the cost.
  return toNumber(rest) > -DUST ? { given: offered, rest } : { given: NO_LOTS, rest: units }
}

/** Opens or adds to the side it is on. Lots that are given (a delivery) keep their own dates and costs. */
function writeOpening(
  context: PostingContext,
  slot: Slot,
  holding: Holding,
  change: Exact,
  costs: Costs,
  key: string,
): void {
  const { holdings } = context
  const { transaction } = slot.entry
  const quantity = toNumber(change)
  const position =
    holding.position >= 0
      ? holding.position
      : openPosition(holdings, holding, key, Math.sign(quantity), slot.day)
  const lotFrom = holdings.journal.lots.position.length
  const { given, rest } = lotsGiven(transaction, absolute(change))
  const { unitPrice } = slot.entry.settled
  const instrument = holdings.instruments[holding.instrument]
  for (const lot of given) {
    const units = toNumber(exact(lot.quantity))
    const givenCost = toNumber(exact(lot.cost)) * Math.sign(quantity)
    const perUnit = Math.abs(givenCost) / (units * (instrument?.contractSize ?? 1))
    addLot(holdings.journal, holding.lots, {
      position,
      transaction: slot.entry.index,
      day: lot.day,
      units,
      unitCost: asQuoted(instrument, perUnit, slot.day),
      givenCost,
    })
  }
  const units = toNumber(rest)
  if (units >= DUST || given.length === 0)
    addLot(holdings.journal, holding.lots, {
      position,
      transaction: slot.entry.index,
      day: slot.day,
      units,
      // What comes for nothing says nothing about a price, but is the cheapest of all.
      unitCost: Number.isFinite(unitPrice) ? unitPrice : 0,
    })
  if (instrument && TIES.has(instrument.type))
    tieLot(context, slot, instrument, holdings.journal.lots.position.length - 1, quantity)
  const after = changeQuantity(holdings, holding, change, slot.day)
  const pieceFrom = holdings.journal.pieces.lot.length
  const kind = given.length > 0 ? EVENT.carryIn : EVENT.open
  const what = { kind, quantity, after, lotFrom, pieceFrom, poolShare: 0 }
  writeEvent(holdings.journal, placeOf(slot, position), what, costs, accruedKind(costs), FEE.fees)
}

/** Accrued interest that is paid or received with a trade is interest. */
function accruedKind(costs: Costs): number {
  return costs.income === 0 ? INCOME.none : INCOME.interest
}

/** Takes lots out of a holding. Pieces written since `pieceFrom` belong to the event too. */
export function writeClosing(
  context: PostingContext,
  slot: Slot,
  holding: Holding,
  change: Exact,
  costs: Costs,
  kind: number,
  pieceFrom = context.holdings.journal.pieces.lot.length,
): void {
  const { journal } = context.holdings
  const position = holding.position
  const units = Math.abs(toNumber(change))
  const named = slot.entry.transaction.takes?.map(take => ({
    transaction: context.transactionIndex.get(take.transaction) ?? -1,
    units: toNumber(exact(take.quantity)),
  }))
  const poolShare =
    kind === EVENT.carryOut
      ? carryLots(journal, holding.lots, units)
      : takeLots(journal, holding.lots, units, named)
  const after = changeQuantity(context.holdings, holding, change, slot.day)
  const lotFrom = journal.lots.position.length
  const what = { kind, quantity: toNumber(change), after, lotFrom, pieceFrom, poolShare }
  writeEvent(journal, placeOf(slot, position), what, costs, accruedKind(costs), FEE.fees)
}

function partOf(costs: Costs, share: number): Costs {
  return share === 1
    ? costs
    : {
        posted: costs.posted * share,
        income: costs.income * share,
        fees: costs.fees * share,
        taxes: costs.taxes * share,
      }
}

/**
 * Changes a holding at a price: opens, adds, reduces, closes, or crosses zero. What crosses zero is split
 * there into a closing and an opening part, value and costs pro rata.
 */
export function writeTrade(
  context: PostingContext,
  slot: Slot,
  holding: Holding,
  costs: Costs,
  closeKind: number,
): void {
  const { transaction, settled } = slot.entry
  const change = settled.quantity
  const quantity = toNumber(change)
  const held = heldQuantity(holding)
  const isReducing = held !== 0 && Math.sign(held) !== Math.sign(quantity)
  if (!isReducing) {
    writeOpening(context, slot, holding, change, costs, transaction.id)
    return
  }
  if (Math.abs(quantity) <= Math.abs(held) + DUST) {
    writeClosing(context, slot, holding, change, costs, closeKind)
    return
  }
  const closing = negate(holding.quantity)
  const share = Math.abs(held / quantity)
  writeClosing(context, slot, holding, closing, partOf(costs, share), closeKind)
  writeOpening(
    context,
    slot,
    holding,
    subtract(change, closing),
    partOf(costs, 1 - share),
    `${transaction.id}.2`,
  )
}

function tradeCosts(settled: Settled, gross: number): Costs {
  const sign = signOf(settled.quantity) < 0 ? -1 : 1
  return { posted: sign * gross, income: settled.income, fees: settled.fees, taxes: settled.taxes }
}

/** A trade: the instrument leg with its costs, and the money. */
export function postTrade(context: PostingContext, entry: Entry): void {
  const { settled, transaction } = entry
  if (signOf(settled.quantity) === 0) return
  const slot = { entry, posting: writePosting(context, settled, transaction.day), day: transaction.day }
  const holding = holdingOf(context.holdings, entry.account, entry.instrument)
  writeTrade(context, slot, holding, tradeCosts(settled, settled.gross), EVENT.close)
  writeCash(context, slot, settled.settleCurrency, settled.cash, valueOnly(toNumber(settled.cash)))
}

/**
 * Securities from or to the outside world. They move at the recorded value, else at the market value of that
 * close. What leaves at a recorded value is a disposal at it; without one the lots leave with what they earned
 * and nothing is realized.
 */
export function postDelivery(context: PostingContext, entry: Entry): void {
  const { transaction } = entry
  if (signOf(entry.settled.quantity) === 0) return
  const settled = entry.settled.hasValue ? entry.settled : atMarket(context, entry, transaction.day)
  const slot = {
    entry: { ...entry, settled },
    posting: writePosting(context, settled, transaction.day),
    day: transaction.day,
  }
  const holding = holdingOf(context.holdings, entry.account, entry.instrument)
  const closeKind = entry.settled.hasValue ? EVENT.close : EVENT.carryOut
  writeTrade(context, slot, holding, tradeCosts(settled, settled.gross), closeKind)
}

/** The transaction restated at the close of `day`, in the instrument's currency; no close means no value. */
function atMarket(context: PostingContext, entry: Entry, day: Day): Settled {
  const { settled } = entry
  const instrument = context.holdings.instruments[entry.instrument]
  const close = context.closeOn(entry.instrument, day)
  const value = Math.abs(toNumber(settled.quantity)) * (instrument?.contractSize ?? 1) * close
  const rate = context.convert(settled.settleCurrency, settled.otherCurrency, day)
  const costRate = Number.isFinite(rate) ? rate : 0
  return {
    ...settled,
    settleCurrency: settled.otherCurrency,
    gross: Number.isFinite(value) ? value : 0,
    perSettled: 1,
    unitPrice: Number.isFinite(close) ? asQuoted(instrument, close, day) : 0,
    fees: settled.fees * costRate,
    taxes: settled.taxes * costRate,
  }
}

/**
 * A move between two accounts of the ledger, posted on the day it arrives: until then the source holds it.
 * Lots keep date and cost and are carried at the market value of that close. Where the source does not hold
 * enough, or the target is short, there is nothing to carry: it is then posted as leaving and arriving at
 * market value.
 */
export function postMove(context: PostingContext, out: Entry, into: Entry): void {
  const { holdings } = context
  const day = Math.max(out.transaction.day, into.transaction.day)
  const units = absolute(into.settled.quantity)
  const value = atMarket(context, into, day)
  const posting = writePosting(context, value, day)
  const source = holdingOf(holdings, out.account, out.instrument)
  const target = holdingOf(holdings, into.account, into.instrument)
  const leaving = { entry: { ...out, settled: { ...value, quantity: negate(units) } }, posting, day }
  const arriving = { entry: { ...into, settled: { ...value, quantity: units } }, posting, day }
  const outCosts = valueOnly(-value.gross)
  const inCosts = valueOnly(value.gross)
  const canCarry =
    heldQuantity(source) >= toNumber(units) - DUST && heldQuantity(target) >= 0 && source !== target
  if (!canCarry) {
    writeTrade(context, leaving, source, outCosts, EVENT.close)
    writeTrade(context, arriving, target, inCosts, EVENT.close)
  } else {
    const pieceFrom = holdings.journal.pieces.lot.length
    writeClosing(context, leaving, source, negate(units), outCosts, EVENT.carryOut)
    writeArrival(context, arriving, target, units, inCosts, { pieceFrom })
  }
  postMoveCosts(context, out, day)
  postMoveCosts(context, into, day)
}

/** What a move was charged is paid by the account that was charged, apart from the move itself. */
function postMoveCosts(context: PostingContext, entry: Entry, day: Day): void {
  const { fees, taxes } = entry.settled
  if (fees === 0 && taxes === 0) return
  const cash = negate(add(exact(fees), exact(taxes)))
  const settled = { ...entry.settled, kind: 'charge' as const, cash, income: 0, perSettled: Number.NaN }
  postResult(context, { ...entry, transaction: { ...entry.transaction, day }, settled })
}

/** A split: quantity and lots are multiplied, cost stays, nothing is earned. */
export function postSplit(
  context: PostingContext,
  holding: Holding,
  split: Split,
  posting: number,
  transaction: number,
): void {
  if (holding.position < 0) return
  const { journal } = context.holdings
  const before = heldQuantity(holding)
  holding.quantity = scaleBy(holding.quantity, exact(split.numerator), exact(split.denominator))
  const after = heldQuantity(holding)
  splitLots(journal, holding.lots, after / before)
  const place = { position: holding.position, posting, transaction, day: split.day }
  writeEvent(
    journal,
    place,
    plainChange(journal, EVENT.split, after - before, after),
    NO_COSTS,
    INCOME.none,
    FEE.fees,
  )
}
