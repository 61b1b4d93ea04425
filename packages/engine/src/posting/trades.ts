import { toQuotedPrice } from '../bonds/nominal.ts'
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
  signum,
  subtract,
  toNumber,
} from '../money/exact.ts'
import { quantityTolerance } from '../money/tolerances.ts'
import { passOnGains, realizeCarriedGains } from './carried-gains.ts'
import { recordMarginRequirement } from './contracts/margin-requirement.ts'
import { changeQuantity, ensureHolding, type Holding, heldQuantity, openPosition } from './holdings.ts'
import { incomeKind, postResult } from './income-and-cash.ts'
import {
  EVENT,
  type EventAmounts,
  FEE,
  INCOME,
  plainChange,
  type ResultKinds,
  writeEvent,
} from './journal.ts'
import { addLot, carryLots, splitLots, takeLots } from './lots.ts'
import {
  cashLeg,
  type Entry,
  NO_AMOUNTS,
  type PostingContext,
  type Slot,
  writeCash,
  writePosting,
} from './posting-context.ts'

const NO_LOTS: readonly CarriedLot[] = []
const MARGIN_TYPES: ReadonlySet<string> = new Set([...CONTRACT_TYPES, 'option'])

/** The lots stated with a delivery, and the units that they leave over. */
function readGivenLots(
  transaction: Transaction,
  units: Exact,
): { given: readonly CarriedLot[]; rest: Exact } {
  const offered = transaction.type === 'transfer_in' ? (transaction.lots ?? NO_LOTS) : NO_LOTS
  if (offered.length === 0) return { given: NO_LOTS, rest: units }
  const rest = offered.reduce((left, lot) => subtract(left, exact(lot.quantity)), units)
  // Lots of more units than were delivered are wrong: the recorded value is then the cost.
  return toNumber(rest) > -quantityTolerance(toNumber(units))
    ? { given: offered, rest }
    : { given: NO_LOTS, rest: units }
}

/** An increase of a holding. */
interface Opening {
  readonly change: Exact
  readonly amounts: EventAmounts
  /** The key of the position if it is a new one. */
  readonly key: string
}

/** Opens a position or adds to it. Lots given with a delivery keep their own dates and costs. @returns the event. */
function writeOpening(
  context: PostingContext,
  slot: Slot,
  holding: Holding,
  { change, amounts, key }: Opening,
): number {
  const { holdings } = context
  const { transaction } = slot.entry
  const quantity = toNumber(change)
  const position =
    holding.position >= 0
      ? holding.position
      : openPosition(holdings, holding, { key, side: Math.sign(quantity), day: slot.day })
  const lotFrom = holdings.journal.lots.count
  const { given, rest } = readGivenLots(transaction, absolute(change))
  const { unitPrice, notional } = slot.entry.settled
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
      unitCost: toQuotedPrice(instrument, perUnit, slot.day),
      givenCost,
    })
  }
  const units = toNumber(rest)
  if (units >= quantityTolerance(quantity) || given.length === 0)
    addLot(holdings.journal, holding.lots, {
      position,
      transaction: slot.entry.index,
      day: slot.day,
      units,
      // Units received free of charge set no price, but rank as the cheapest.
      unitCost: Number.isFinite(unitPrice) ? unitPrice : 0,
      owed: notional,
    })
  if (instrument && MARGIN_TYPES.has(instrument.type)) {
    const lot = holdings.journal.lots.count - 1
    recordMarginRequirement(context, slot, instrument, lot, quantity)
  }
  const after = changeQuantity(holdings, holding, change, slot.day)
  const pieceFrom = holdings.journal.pieces.count
  const kind = given.length > 0 ? EVENT.carryIn : EVENT.open
  const positionChange = { position, kind, quantity, after, lotFrom, pieceFrom, poolShare: 0 }
  return writeEvent(holdings.journal, slot, positionChange, amounts, tradeKinds(slot, amounts))
}

const NO_INCOME = { income: INCOME.none, fee: FEE.fees }
const ACCRUED_INTEREST = { income: INCOME.interest, fee: FEE.fees }

/** The income of a trade is its accrued interest, unless the units themselves are the income. */
function tradeKinds({ entry: { settled, transaction } }: Slot, { income }: EventAmounts): ResultKinds {
  if (income === 0) return NO_INCOME
  if (settled.kind !== 'income_in_kind') return ACCRUED_INTEREST
  return { income: incomeKind(transaction.type), fee: FEE.fees }
}

/** A reduction of a holding. */
interface Closing {
  readonly change: Exact
  /** A function where they follow from the lots that are taken. */
  readonly amounts: EventAmounts | (() => EventAmounts)
  /** EVENT.close or EVENT.carryOut. */
  readonly kind: number
  /** Pieces from here on belong to the event too; by default those it writes itself. */
  readonly pieceFrom?: number
}

/** Takes lots out of a holding. @returns the event. */
export function writeClosing(
  context: PostingContext,
  slot: Slot,
  holding: Holding,
  { change, amounts, kind, pieceFrom = context.holdings.journal.pieces.count }: Closing,
): number {
  const { journal } = context.holdings
  const position = holding.position
  const units = Math.abs(toNumber(change))
  const specific = slot.entry.transaction.takes?.map(take => ({
    transaction: context.transactionIndex.get(take.transaction) ?? -1,
    units: toNumber(exact(take.quantity)),
  }))
  const poolShare =
    kind === EVENT.carryOut
      ? carryLots(journal, holding.lots, units)
      : takeLots(journal, holding.lots, units, specific)
  const after = changeQuantity(context.holdings, holding, change, slot.day)
  const lotFrom = journal.lots.count
  const quantity = toNumber(change)
  const positionChange = { position, kind, quantity, after, lotFrom, pieceFrom, poolShare }
  const counted = typeof amounts === 'function' ? amounts() : amounts
  const event = writeEvent(journal, slot, positionChange, counted, tradeKinds(slot, counted))
  const isPool = holding.lots.method === 'average'
  const taken = { position, pieceFrom, pieceTo: journal.pieces.count, isPool, poolShare }
  if (kind === EVENT.carryOut) passOnGains(journal, taken)
  else realizeCarriedGains(context.holdings, slot, taken)
  return event
}

function scaleAmounts(amounts: EventAmounts, share: number): EventAmounts {
  return share === 1
    ? amounts
    : {
        posted: amounts.posted * share,
        income: amounts.income * share,
        fees: amounts.fees * share,
        taxes: amounts.taxes * share,
      }
}

/**
 * Changes a holding at a price: opens, adds, reduces, closes, or crosses zero. A trade that crosses zero is split
 * there into a closing and an opening part, value and costs pro rata.
 *
 * @returns its last event.
 */
export function writeTrade(
  context: PostingContext,
  slot: Slot,
  holding: Holding,
  amounts: EventAmounts,
  closeKind: number = EVENT.close,
): number {
  const { transaction, settled } = slot.entry
  const change = settled.quantity
  const quantity = toNumber(change)
  const held = heldQuantity(holding)
  const isReducing = held !== 0 && Math.sign(held) !== Math.sign(quantity)
  if (!isReducing) return writeOpening(context, slot, holding, { change, amounts, key: transaction.id })
  if (Math.abs(quantity) <= Math.abs(held) + quantityTolerance(held))
    return writeClosing(context, slot, holding, { change, amounts, kind: closeKind })
  const closing = negate(holding.quantity)
  const share = Math.abs(held / quantity)
  writeClosing(context, slot, holding, {
    change: closing,
    amounts: scaleAmounts(amounts, share),
    kind: closeKind,
  })
  return writeOpening(context, slot, holding, {
    change: subtract(change, closing),
    amounts: scaleAmounts(amounts, 1 - share),
    key: `${transaction.id}.2`,
  })
}

function tradeAmounts(settled: Settled): EventAmounts {
  const sign = signum(settled.quantity) < 0 ? -1 : 1
  return { posted: sign * settled.gross, income: settled.income, fees: settled.fees, taxes: settled.taxes }
}

/** A trade: the instrument leg with its costs, and the money. */
export function postTrade(context: PostingContext, entry: Entry, day: Day = entry.transaction.day): void {
  const { settled } = entry
  if (signum(settled.quantity) === 0) return
  const slot = { entry, posting: writePosting(context, settled, day), day }
  const holding = ensureHolding(context.holdings, entry.account, entry.instrument)
  writeTrade(context, slot, holding, tradeAmounts(settled))
  writeCash(context, slot, cashLeg(settled))
}

/**
 * Securities delivered from or to an account outside the ledger, at the recorded value, else at the market value of
 * that close. Leaving at a recorded value is a disposal; without one the lots leave with their gain and nothing is
 * realized.
 */
export function postDelivery(context: PostingContext, entry: Entry): void {
  const { transaction } = entry
  if (signum(entry.settled.quantity) === 0) return
  const settled = entry.settled.hasValue ? entry.settled : valueAtMarket(context, entry, transaction.day)
  const slot = {
    entry: { ...entry, settled },
    posting: writePosting(context, settled, transaction.day),
    day: transaction.day,
  }
  const holding = ensureHolding(context.holdings, entry.account, entry.instrument)
  const closeKind = entry.settled.hasValue ? EVENT.close : EVENT.carryOut
  writeTrade(context, slot, holding, tradeAmounts(settled), closeKind)
}

/** The legs valued at the close of `day`, in the instrument's currency; 0 without a close. */
export function valueAtMarket(context: PostingContext, entry: Entry, day: Day): Settled {
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
    unitPrice: Number.isFinite(close) ? toQuotedPrice(instrument, close, day) : 0,
    fees: settled.fees * costRate,
    taxes: settled.taxes * costRate,
  }
}

/** Posts the costs of units that move without a price as a charge of the account that paid them. */
export function postCostsApart(context: PostingContext, entry: Entry, day: Day): void {
  const { fees, taxes } = entry.settled
  if (fees === 0 && taxes === 0) return
  const cash = negate(add(exact(fees), exact(taxes)))
  const settled = { ...entry.settled, kind: 'charge' as const, cash, income: 0, perSettled: Number.NaN }
  postResult(context, { ...entry, transaction: { ...entry.transaction, type: 'fees', day }, settled })
}

/** A split multiplies quantity and lots; the cost stays and nothing is earned. */
export function postSplit(
  context: PostingContext,
  holding: Holding,
  split: Split,
  { posting, transaction }: { readonly posting: number; readonly transaction: number },
): void {
  if (holding.position < 0) return
  const { journal } = context.holdings
  const before = heldQuantity(holding)
  holding.quantity = scaleBy(holding.quantity, exact(split.numerator), exact(split.denominator))
  const after = heldQuantity(holding)
  splitLots(journal, holding.lots, after / before)
  const source = { posting, day: split.day, entry: { index: transaction } }
  writeEvent(
    journal,
    source,
    plainChange(journal, holding.position, EVENT.split, after, after - before),
    NO_AMOUNTS,
  )
}
