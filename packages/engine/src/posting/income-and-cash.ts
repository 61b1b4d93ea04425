import { interestPeriods, PAYMENT_TOLERANCE_DAYS } from '../bonds/schedule.ts'
import type { Day } from '../calendar/day.ts'
import { FEE_TYPES } from '../ledger/transaction-type-lists.ts'
import { TRANSACTION_TYPE_RULES, type TransactionType } from '../ledger/transaction-types.ts'
import { toNumber } from '../money/exact.ts'
import { ensureHolding, findCash, findResultOwner, flagPosition, heldQuantity } from './holdings.ts'
import {
  EVENT,
  type EventAmounts,
  FEE,
  INCOME,
  POSITION_FLAG,
  plainChange,
  type ResultKinds,
  writeEvent,
} from './journal.ts'
import {
  cashLeg,
  type EarnedShare,
  type Entry,
  type PostingContext,
  type Slot,
  valueOnly,
  valueWithCosts,
  writeCash,
  writePosting,
} from './posting-context.ts'

const feePlaces = new Map<TransactionType, number>(FEE_TYPES.map((type, place) => [type, place]))

/** The value of the income column for a type. */
export function incomeKind(type: TransactionType): number {
  return INCOME[TRANSACTION_TYPE_RULES[type].income ?? 'none']
}

/** The ex-day of a coupon that states none: that of the last one due by then. */
function couponExDay(
  context: PostingContext,
  { instrument, transaction: { type, day } }: Entry,
): Day | undefined {
  const terms = context.holdings.instruments[instrument]?.coupons
  if (!terms || TRANSACTION_TYPE_RULES[type].settles !== 'interest') return undefined
  const periods = interestPeriods(terms, day - LONGEST_PERIOD, day + PAYMENT_TOLERANCE_DAYS)
  return periods.findLast(period => period.to <= day + PAYMENT_TOLERANCE_DAYS)?.exDay
}

/** Longer than any coupon period, in days. */
const LONGEST_PERIOD = 800

/**
 * Income and charges. They belong to the position that earned or caused them, else to the cash position: every item of
 * P/L has exactly one owner.
 */
export function postResult(context: PostingContext, entry: Entry): void {
  const { settled, transaction } = entry
  const { journal } = context.holdings
  const day = transaction.day
  const slot = { entry, posting: writePosting(context, settled, day), day }
  const kinds = {
    income: incomeKind(transaction.type),
    fee: feePlaces.get(transaction.type) ?? FEE.fees,
  }
  const holding =
    entry.instrument < 0 ? undefined : ensureHolding(context.holdings, entry.account, entry.instrument)
  const owner = findResultOwner(context.holdings, holding, transaction.exDay ?? couponExDay(context, entry))
  const { income, fees, taxes } = settled
  if (owner < 0) {
    const amounts = { posted: toNumber(settled.cash), income, fees, taxes }
    writeCash(context, slot, cashLeg(settled), amounts, kinds)
    const cash = findCash(context.holdings, entry.account, settled.settleCurrency)
    if (entry.instrument >= 0 && cash) flagPosition(journal, cash.position, POSITION_FLAG.unowned)
    return
  }
  const others = context.earnedElsewhere.size === 0 ? undefined : context.earnedElsewhere.get(entry.index)
  const amounts = { posted: 0, income, fees, taxes }
  if (others) writeShares(context, slot, [{ position: owner, share: 1 }, ...others], amounts, kinds)
  else {
    const after = owner === holding?.position ? heldQuantity(holding) : 0
    writeEvent(journal, slot, plainChange(journal, owner, EVENT.result, after), amounts, kinds)
  }
  writeCash(context, slot, cashLeg(settled))
}

/** Writes a result to the positions that earned it: the shares of the others leave the first the rest. */
function writeShares(
  context: PostingContext,
  slot: Slot,
  [first, ...others]: readonly EarnedShare[],
  { income, fees, taxes }: EventAmounts,
  kinds: ResultKinds,
): void {
  const { journal } = context.holdings
  const rest = others.reduce((left, { share }) => left - share, 1)
  const own = first && rest > ROUNDING ? [{ ...first, share: rest }] : []
  for (const { position, share } of [...own, ...others]) {
    const change = plainChange(journal, position, EVENT.result, quantityAfter(context, position))
    const amounts = { posted: 0, income: income * share, fees: fees * share, taxes: taxes * share }
    writeEvent(journal, slot, change, amounts, kinds)
  }
}

/** Shares that should leave nothing may leave this much. */
const ROUNDING = 1e-12

/** The quantity of a position of any account; 0 once it is closed. */
function quantityAfter({ holdings }: PostingContext, position: number): number {
  const { account, instrument } = holdings.journal.positions
  const key = (account[position] ?? 0) * holdings.instruments.length + (instrument[position] ?? 0)
  const holding = holdings.byKey.get(key)
  return holding?.position === position ? heldQuantity(holding) : 0
}

/** Deposits, withdrawals, and money from or to accounts outside the ledger. */
export function postCash(context: PostingContext, entry: Entry): void {
  const { settled, transaction } = entry
  const slot = { entry, posting: writePosting(context, settled, transaction.day), day: transaction.day }
  writeCash(context, slot, cashLeg(settled), valueWithCosts(toNumber(settled.cash), settled))
}

/** Money between two accounts of the ledger, posted on the day it arrives. */
export function postCashTransfer(context: PostingContext, out: Entry, into: Entry): void {
  const day = Math.max(out.transaction.day, into.transaction.day)
  const posting = writePosting(context, into.settled, day)
  for (const entry of [out, into]) {
    const { settled } = entry
    const amounts = valueWithCosts(toNumber(settled.cash), settled)
    writeCash(context, { entry, posting, day }, cashLeg(settled), amounts)
  }
}

/** A conversion: both legs take the value of the leg paid; its costs belong to the cash that paid them. */
export function postConversion(context: PostingContext, entry: Entry): void {
  const { settled, transaction } = entry
  const slot = { entry, posting: writePosting(context, settled, transaction.day), day: transaction.day }
  writeCash(context, slot, cashLeg(settled), valueWithCosts(toNumber(settled.cash), settled))
  const received = { currency: settled.otherCurrency, amount: settled.received }
  writeCash(context, slot, received, valueOnly(settled.gross))
}
