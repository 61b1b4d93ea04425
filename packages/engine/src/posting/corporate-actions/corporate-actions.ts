import { nominalPerUnit, poolFactor, toQuotedPrice } from '../../bonds/nominal.ts'
import type { Day } from '../../calendar/day.ts'
import type { Settled } from '../../ledger/settle.ts'
import { CONTRACT_TYPES } from '../../ledger/vocabulary.ts'
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
} from '../../money/exact.ts'
import { QUANTITY_TOLERANCE, quantityTolerance } from '../../money/tolerances.ts'
import { realizeCarriedGains, type TakenLots } from '../carried-gains.ts'
import { withImpliedPrice, writeArrival } from '../carried-lots.ts'
import { ensureHolding, findResultOwner, type Holding, heldQuantity } from '../holdings.ts'
import { EVENT, type EventAmounts, FEE, INCOME, plainChange, writeEvent } from '../journal.ts'
import { markLots, restateLots } from '../lots.ts'
import {
  cashLeg,
  type Entry,
  type Payment,
  type PostingContext,
  type Slot,
  valueOnly,
  valueWithCosts,
  writeCash,
  writePosting,
} from '../posting-context.ts'
import { writeClosing, writeTrade } from '../trades.ts'

/** The leg with its value in the settlement currency: as stated, else at the close of the day. */
export function withValue(context: PostingContext, entry: Entry, day: Day): Settled {
  const { settled } = entry
  // A value of 0 states none.
  if (settled.hasValue && settled.gross !== 0) return settled
  const rate = context.convert(settled.otherCurrency, settled.settleCurrency, day)
  const close = context.closeOn(entry.instrument, day)
  if (!Number.isFinite(rate * close)) return { ...settled, gross: 0, unitPrice: 0 }
  const instrument = context.holdings.instruments[entry.instrument]
  const gross = Math.abs(toNumber(settled.quantity)) * (instrument?.contractSize ?? 1) * close * rate
  return { ...settled, gross, perSettled: 1 / rate, unitPrice: toQuotedPrice(instrument, close, day) }
}

export const NO_PAYMENT: Payment = { money: 0, fraction: null }

/** Reads the cash of a corporate action, and the fraction that it is paid for. */
export function readPayment(entry: Entry, old: Exact): Payment {
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
  /** Whether they are posted before their delivery, which pays the fraction. */
  readonly isEarly?: boolean
}

/** New shares arrive with the pieces' cost; a fraction paid in cash is sold at once. */
export function writeNewShares(
  context: PostingContext,
  slot: Slot,
  target: Holding,
  { pieceFrom, value, payment: { money, fraction }, costShare = 1, isEarly = false }: NewShares,
): void {
  const { settled } = slot.entry
  const units = fraction === null ? settled.quantity : add(settled.quantity, fraction)
  const amounts = valueWithCosts(value, settled)
  writeArrival(context, slot, target, { units, amounts, pieceFrom, costShare })
  if (fraction === null || isEarly) return
  writeClosing(context, slot, target, {
    change: negate(fraction),
    amounts: valueOnly(-money),
    kind: EVENT.close,
  })
}

/** The value of the new shares, the fraction included. */
export function arrivingValue(settled: Settled, { fraction }: Payment): number {
  if (fraction === null) return settled.gross
  return (settled.gross * toNumber(add(settled.quantity, fraction))) / toNumber(settled.quantity)
}

/** All open lots of a holding, of which an event takes a share of the cost. */
export function markedLots(
  { holdings }: PostingContext,
  { position, lots }: Holding,
  pieceFrom: number,
  share: number,
): TakenLots {
  const pieceTo = holdings.journal.pieces.count
  return {
    position,
    pieceFrom,
    pieceTo,
    isPool: lots.method === 'average',
    poolShare: share,
    costShare: share,
  }
}

/**
 * The value of the new shares of a merger, the fraction included: as stated or at the close, else what the old shares are
 * worth beyond the cash.
 */
function mergedValue(context: PostingContext, { entry, day }: Slot, out: Entry, payment: Payment): number {
  const { settled } = entry
  if (settled.gross !== 0) return arrivingValue(settled, payment)
  const rate = context.convert(out.settled.otherCurrency, settled.settleCurrency, day)
  const size = context.holdings.instruments[out.instrument]?.contractSize ?? 1
  const units = Math.abs(toNumber(out.settled.quantity)) * size
  const old = units * context.closeOn(out.instrument, day) * rate
  return Number.isFinite(old) ? Math.max(0, old - payment.money) : 0
}

/**
 * A merger, or the change of an identifier: the old shares leave, the new ones arrive with the dates and cost of
 * their lots, at the value of the new ones. Only cash realizes a result: a fraction that the ratio leaves over is sold
 * as new shares; other cash m (boot) is the price of the part m / (m + value) of the old shares. Where the new shares
 * have neither a stated value nor a close, that part is unknown: m is a return of capital, and the cost left moves on.
 * Where the old shares are not held, or the new ones are held short, both legs are posted at their value.
 */
export function postMerger(
  context: PostingContext,
  out: Entry,
  into: Entry,
  day: Day = Math.max(out.transaction.day, into.transaction.day),
): void {
  const { holdings } = context
  const isEarly = day < Math.max(out.transaction.day, into.transaction.day)
  const stated = isEarly ? { ...into, settled: { ...into.settled, hasValue: false } } : into
  const settled = withValue(context, stated, day)
  const posting = writePosting(context, settled, day)
  const source = ensureHolding(holdings, out.account, out.instrument)
  const target = ensureHolding(holdings, into.account, into.instrument)
  const old = absolute(out.settled.quantity)
  const { settleCurrency } = settled
  const leaving = {
    entry: { ...out, settled: { ...out.settled, settleCurrency, perSettled: Number.NaN } },
    posting,
    day,
  }
  const arriving = { entry: { ...into, settled }, posting, day }
  const payment = readPayment(into, old)
  const value = mergedValue(context, arriving, out, payment)
  const canCarry =
    heldQuantity(source) >= toNumber(old) - quantityTolerance(toNumber(old)) &&
    heldQuantity(target) >= 0 &&
    source !== target &&
    signum(old) > 0
  if (canCarry) {
    const boot = payment.fraction === null ? payment.money : 0
    const rest = payBoot(context, leaving, source, { money: boot, value, isValued: settled.gross !== 0 })
    carryMerged(context, leaving, arriving, { rest, value, payment })
  } else {
    const gross = settled.gross === 0 ? value : settled.gross
    const worth = gross + payment.money
    writeTrade(context, withImpliedPrice(context, leaving, worth), source, valueOnly(-worth))
    writeTrade(context, arriving, target, valueWithCosts(gross, settled))
  }
  if (signum(settled.cash) !== 0) writeCash(context, arriving, cashLeg(settled))
}

/** Old shares that become new ones. */
interface MergedShares {
  readonly rest: Exact
  readonly value: number
  readonly payment: Payment
}

/** Carries the lots of the old shares left over into the new ones. */
function carryMerged(
  context: PostingContext,
  leaving: Slot,
  arriving: Slot,
  { rest, value, payment }: MergedShares,
): void {
  const { holdings } = context
  const source = ensureHolding(holdings, leaving.entry.account, leaving.entry.instrument)
  const target = ensureHolding(holdings, arriving.entry.account, arriving.entry.instrument)
  if (source.position < 0) {
    // The cash was worth so much more that only rounding is left of the old shares.
    writeTrade(context, arriving, target, valueWithCosts(value, arriving.entry.settled))
    return
  }
  const pieceFrom = holdings.journal.pieces.count
  const amounts = valueOnly(-value)
  writeClosing(context, leaving, source, { change: negate(rest), amounts, kind: EVENT.carryOut })
  writeNewShares(context, arriving, target, { pieceFrom, value, payment })
}

/** The cash part of a merger's price. */
interface Boot {
  readonly money: number
  /** Of the new shares. */
  readonly value: number
  readonly isValued: boolean
}

/** Pays the cash part of a merger for a part of the old shares. @returns the old shares left. */
function payBoot(
  context: PostingContext,
  slot: Slot,
  source: Holding,
  { money, value, isValued }: Boot,
): Exact {
  const old = absolute(slot.entry.settled.quantity)
  if (money === 0) return old
  if (!isValued) {
    writeReturnOfCapital(context, slot, source, money)
    return old
  }
  const sold = scaleBy(old, exact(money), exact(money + value))
  writeClosing(context, slot, source, { change: negate(sold), amounts: valueOnly(-money), kind: EVENT.close })
  return subtract(old, sold)
}

/**
 * Pays cash out of a position, or out of the last one closed, and lowers its cost. `money` is positive where the holder
 * receives it.
 */
export function writeReturnOfCapital(
  context: PostingContext,
  slot: Slot,
  holding: Holding,
  money: number,
  amounts: EventAmounts = valueOnly(-money),
): void {
  const { journal } = context.holdings
  const isOpen = holding.position >= 0
  const owner = isOpen ? holding.position : (holding.history.at(-1) ?? -1)
  if (owner < 0) return
  const pieceFrom = journal.pieces.count
  if (isOpen) markLots(journal, holding.lots)
  const change = plainChange(journal, owner, EVENT.returnCapital, heldQuantity(holding))
  writeEvent(journal, slot, { ...change, pieceFrom }, amounts)
  if (isOpen) lowerUnitCosts(context, slot, holding, money)
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
  const pieceFrom = journal.pieces.count
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
