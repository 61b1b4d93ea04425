import { nominalPerUnit, poolFactor, toQuotedPrice } from '../bonds/nominal.ts'
import type { Day } from '../calendar/day.ts'
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
import { QUANTITY_TOLERANCE, quantityTolerance } from '../money/tolerances.ts'
import { passOnGains, realizeCarriedGains, type TakenLots } from './carried-gains.ts'
import { withImpliedPrice, writeArrival } from './carried-lots.ts'
import { ensureHolding, findResultOwner, type Holding, heldQuantity } from './holdings.ts'
import { EVENT, FEE, INCOME, plainChange, writeEvent } from './journal.ts'
import { markLots, restateLots } from './lots.ts'
import {
  cashLeg,
  type Entry,
  type PostingContext,
  type Slot,
  valueOnly,
  valueWithCosts,
  writeCash,
  writePosting,
} from './posting-context.ts'
import { writeClosing, writeTrade } from './trades.ts'

/** The leg with its value in the settlement currency: as stated, else at the close of the day. */
function withValue(context: PostingContext, entry: Entry, day: Day): Settled {
  const { settled } = entry
  if (settled.hasValue) return settled
  const rate = context.convert(settled.otherCurrency, settled.settleCurrency, day)
  const close = context.closeOn(entry.instrument, day)
  if (!Number.isFinite(rate * close)) return { ...settled, gross: 0, unitPrice: 0 }
  const instrument = context.holdings.instruments[entry.instrument]
  const gross = Math.abs(toNumber(settled.quantity)) * (instrument?.contractSize ?? 1) * close * rate
  return { ...settled, gross, perSettled: 1 / rate, unitPrice: toQuotedPrice(instrument, close, day) }
}

/** The cash of a corporate action before costs, and the fraction of a new share it is paid for, if the ratio leaves one. */
interface Payment {
  readonly money: number
  readonly fraction: Exact | null
}

function readPayment(entry: Entry, old: Exact): Payment {
  const { transaction, settled } = entry
  const money = transaction.net === undefined ? 0 : toNumber(settled.cash) + settled.fees + settled.taxes
  const { numerator, denominator } = transaction
  if (money <= 0 || numerator === undefined || denominator === undefined) return { money, fraction: null }
  const due = scaleBy(absolute(old), exact(numerator), exact(denominator))
  const fraction = subtract(due, absolute(settled.quantity))
  const size = toNumber(fraction)
  return { money, fraction: size >= QUANTITY_TOLERANCE && size < 1 ? fraction : null }
}

/** The new shares of a corporate action. */
interface NewShares {
  readonly pieceFrom: number
  readonly value: number
  readonly payment: Payment
  readonly costShare?: number
}

/** New shares arrive with the pieces' cost; a fraction paid in cash is sold at once. */
function writeNewShares(
  context: PostingContext,
  slot: Slot,
  target: Holding,
  { pieceFrom, value, payment: { money, fraction }, costShare = 1 }: NewShares,
): void {
  const { settled } = slot.entry
  const units = fraction === null ? settled.quantity : add(settled.quantity, fraction)
  const amounts = valueWithCosts(value, settled)
  writeArrival(context, slot, target, { units, amounts, pieceFrom, costShare })
  if (fraction === null) return
  writeClosing(context, slot, target, {
    change: negate(fraction),
    amounts: valueOnly(-money),
    kind: EVENT.close,
  })
}

/** The value of the new shares, the fraction included. */
function arrivingValue(settled: Settled, { fraction }: Payment): number {
  if (fraction === null) return settled.gross
  return (settled.gross * toNumber(add(settled.quantity, fraction))) / toNumber(settled.quantity)
}

/**
 * A spin-off: the child arrives with its value w, and with a share of the cost of every open lot of the parent.
 *
 *     share = stated, else w / (w + value of the parent at the close)        cost of parent + child = old cost
 *
 * Lots keep their dates and nothing is realized, except for a fraction paid in cash. Other cash lowers the cost of the
 * child. A parent without a value passes on no cost; where the parent is not held, the child arrives at its value.
 */
export function postSpinOff(context: PostingContext, parentEntry: Entry, childEntry: Entry): void {
  const { holdings } = context
  const { journal } = holdings
  const day = Math.max(parentEntry.transaction.day, childEntry.transaction.day)
  const settled = withValue(context, childEntry, day)
  const slot = { entry: { ...childEntry, settled }, posting: writePosting(context, settled, day), day }
  const parent = ensureHolding(holdings, parentEntry.account, parentEntry.instrument)
  const child = ensureHolding(holdings, childEntry.account, childEntry.instrument)
  const side = signum(settled.quantity)
  const isHeld =
    Math.sign(heldQuantity(parent)) === side && heldQuantity(child) * side >= 0 && parent !== child
  const payment = isHeld ? readPayment(childEntry, parent.quantity) : { money: 0, fraction: null }
  const value = side * arrivingValue(settled, payment)
  if (isHeld) {
    const pieceFrom = journal.pieces.lot.length
    markLots(journal, parent.lots)
    const share = basisShare(context, slot, parent, Math.abs(value))
    const change = {
      ...plainChange(journal, parent.position, EVENT.allocateCost, heldQuantity(parent)),
      pieceFrom,
      poolShare: share,
    }
    writeEvent(journal, { ...slot, entry: parentEntry }, change, valueOnly(-value))
    passOnGains(journal, markedLots(context, parent, pieceFrom, share))
    writeNewShares(context, slot, child, { pieceFrom, value, payment, costShare: share })
    restateLots(journal, parent.lots, unitCost => unitCost * (1 - share))
  } else writeTrade(context, slot, child, valueWithCosts(value, settled))
  const otherCash = payment.fraction === null ? toNumber(settled.cash) + settled.fees + settled.taxes : 0
  if (otherCash !== 0 && child.position >= 0) writeReturnOfCapital(context, slot, child, otherCash)
  if (signum(settled.cash) !== 0) writeCash(context, slot, cashLeg(settled))
}

/** All open lots of a holding, of which an event takes a share of the cost. */
function markedLots(
  { holdings }: PostingContext,
  { position, lots }: Holding,
  pieceFrom: number,
  share: number,
): TakenLots {
  const pieceTo = holdings.journal.pieces.lot.length
  return {
    position,
    pieceFrom,
    pieceTo,
    isPool: lots.method === 'average',
    poolShare: share,
    costShare: share,
  }
}

/** The share of the parent's cost that moves to the child; 0 where the parent has no value. */
function basisShare(context: PostingContext, slot: Slot, parent: Holding, value: number): number {
  const stated = slot.entry.transaction.basisShare
  if (stated !== undefined) return Math.min(1, Math.max(0, toNumber(exact(stated))))
  const { instruments, journal, currencyIndex } = context.holdings
  const instrument = instruments[parent.instrument]
  const currency = journal.positions.currency[parent.position] ?? -1
  const name = [...currencyIndex].find(([, index]) => index === currency)?.[0] ?? ''
  const rate = context.convert(name, slot.entry.settled.settleCurrency, slot.day)
  const units = Math.abs(heldQuantity(parent)) * (instrument?.contractSize ?? 1)
  const share = value / (value + units * context.closeOn(parent.instrument, slot.day) * rate)
  return Number.isFinite(share) ? share : 0
}

/**
 * A merger, or the change of an identifier: the old shares leave, the new ones arrive with the dates and cost of
 * their lots, at the value of the new ones. Only cash realizes a result: a fraction that the ratio leaves over is sold
 * as new shares; other cash m (boot) is the price of the part m / (m + value) of the old shares. Where the old shares
 * are not held, or the new ones are held short, both legs are posted at their value.
 */
export function postMerger(context: PostingContext, out: Entry, into: Entry): void {
  const { holdings } = context
  const day = Math.max(out.transaction.day, into.transaction.day)
  const settled = withValue(context, into, day)
  const posting = writePosting(context, settled, day)
  const source = ensureHolding(holdings, out.account, out.instrument)
  const target = ensureHolding(holdings, into.account, into.instrument)
  const old = absolute(out.settled.quantity)
  const leaving = { entry: out, posting, day }
  const arriving = { entry: { ...into, settled }, posting, day }
  const payment = readPayment(into, old)
  const boot = payment.fraction === null ? payment.money : 0
  const canCarry =
    heldQuantity(source) >= toNumber(old) - quantityTolerance(toNumber(old)) &&
    heldQuantity(target) >= 0 &&
    source !== target &&
    signum(old) > 0
  if (canCarry) {
    const value = arrivingValue(settled, payment)
    const sold = boot === 0 ? null : scaleBy(old, exact(boot), exact(boot + value))
    if (sold !== null) {
      const amounts = valueOnly(-boot)
      writeClosing(context, leaving, source, { change: negate(sold), amounts, kind: EVENT.close })
    }
    const pieceFrom = holdings.journal.pieces.lot.length
    if (source.position >= 0) {
      const rest = sold === null ? old : subtract(old, sold)
      const amounts = valueOnly(-value)
      writeClosing(context, leaving, source, { change: negate(rest), amounts, kind: EVENT.carryOut })
      writeNewShares(context, arriving, target, { pieceFrom, value, payment })
    }
  } else {
    const worth = settled.gross + payment.money
    writeTrade(context, withImpliedPrice(context, leaving, worth), source, valueOnly(-worth))
    writeTrade(context, arriving, target, valueWithCosts(settled.gross, settled))
  }
  if (signum(settled.cash) !== 0) writeCash(context, arriving, cashLeg(settled))
}

/** Pays cash out of a position and lowers its cost. `money` is positive where the holder receives it. */
function writeReturnOfCapital(context: PostingContext, slot: Slot, holding: Holding, money: number): void {
  const { journal } = context.holdings
  const pieceFrom = journal.pieces.lot.length
  markLots(journal, holding.lots)
  const change = plainChange(journal, holding.position, EVENT.returnCapital, heldQuantity(holding))
  writeEvent(journal, slot, { ...change, pieceFrom }, valueOnly(-money))
  lowerUnitCosts(context, slot, holding, money)
}

/** Lowers the unit costs of the open lots by the money paid out per unit. Contracts have no cost to lower. */
function lowerUnitCosts(
  context: PostingContext,
  { entry, day }: Slot,
  holding: Holding,
  money: number,
): void {
  const instrument = context.holdings.instruments[holding.instrument]
  if (CONTRACT_TYPES.has(instrument?.type ?? '')) return
  const rate = settledRate(context, entry)
  const perUnit = (money * (Number.isFinite(rate) ? rate : 1)) / heldQuantity(holding)
  const lowered = toQuotedPrice(instrument, perUnit / (instrument?.contractSize ?? 1), day)
  restateLots(context.holdings.journal, holding.lots, unitCost =>
    unitCost > 0 ? Math.max(0, unitCost - lowered) : unitCost,
  )
}

/** The instrument's currency per unit settled: as posted, else at the market. */
function settledRate(context: PostingContext, { settled, transaction }: Entry): number {
  return Number.isNaN(settled.perSettled)
    ? context.convert(settled.settleCurrency, settled.otherCurrency, transaction.day)
    : settled.perSettled
}

/** The repaid share of the principal: repaid / (repaid + nominal x pool factor afterwards). */
function repaidShare(context: PostingContext, entry: Entry, holding: Holding): number {
  const { settled, transaction } = entry
  const facts = context.holdings.instruments[entry.instrument]
  if (!facts) return 0
  const repaid = Math.abs(settled.gross * settledRate(context, entry))
  const left = Math.abs(heldQuantity(holding)) * nominalPerUnit(facts) * poolFactor(facts, transaction.day)
  const share = repaid / (repaid + left)
  return Number.isFinite(share) ? share : 0
}

/**
 * A return of capital lowers the cost of the open lots to 0, and the excess is realized; it is not income. A redemption
 * without a quantity repays a part of the nominal and realizes the same part of the cost. A payment after the position
 * closed belongs to it and is realized.
 */
export function postReturn(context: PostingContext, entry: Entry): void {
  const { settled, transaction } = entry
  const { journal } = context.holdings
  const slot = { entry, posting: writePosting(context, settled, transaction.day), day: transaction.day }
  const holding = ensureHolding(context.holdings, entry.account, entry.instrument)
  const owner = findResultOwner(context.holdings, holding, transaction.exDay)
  const isOpen = owner >= 0 && owner === holding.position
  if (owner < 0) {
    const amounts = { ...valueWithCosts(toNumber(settled.cash), settled), income: settled.gross }
    writeCash(context, slot, cashLeg(settled), amounts, { income: INCOME.other, fee: FEE.fees })
    return
  }
  const pieceFrom = journal.pieces.lot.length
  if (isOpen) markLots(journal, holding.lots)
  const isRepayment = isOpen && transaction.type === 'redemption'
  const kind = isRepayment ? EVENT.payDown : EVENT.returnCapital
  const change = {
    ...plainChange(journal, owner, kind, isOpen ? heldQuantity(holding) : 0),
    pieceFrom,
    poolShare: isRepayment ? repaidShare(context, entry, holding) : 0,
  }
  const amounts = valueWithCosts(-settled.gross, settled)
  writeEvent(journal, slot, change, amounts)
  if (isRepayment)
    realizeCarriedGains(context.holdings, slot, markedLots(context, holding, pieceFrom, change.poolShare))
  if (isOpen && !isRepayment) lowerUnitCosts(context, slot, holding, settled.gross)
  writeCash(context, slot, cashLeg(settled))
}
