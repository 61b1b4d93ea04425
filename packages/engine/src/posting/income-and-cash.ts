import { CLAIM_DAYS, interestPeriods } from '../bonds/schedule.ts'
import type { Day } from '../calendar/day.ts'
import { toNumber } from '../money/exact.ts'
import { flagPosition, heldQuantity, holdingOf, knownCash, ownerOf } from './holdings.ts'
import { EVENT, FEE, INCOME, POSITION_FLAG, plainChange, writeEvent } from './journal.ts'
import {
  type Entry,
  type PostingContext,
  placeOf,
  valueOnly,
  writeCash,
  writePosting,
} from './posting-context.ts'

const INCOME_KIND: Readonly<Record<string, number>> = {
  dividend: INCOME.dividend,
  distribution: INCOME.dividend,
  coupon: INCOME.interest,
  interest: INCOME.interest,
  other_income: INCOME.other,
}
const FEE_KIND: Readonly<Record<string, number>> = { fees_cash: FEE.feesCash, trailer_fees: FEE.trailerFees }

/** A coupon that does not say so belongs to whoever was to get the last one that is due by then. */
function couponExDay(
  context: PostingContext,
  { instrument, transaction: { type, day } }: Entry,
): Day | undefined {
  const terms = context.holdings.instruments[instrument]?.coupons
  if (!terms || (type !== 'coupon' && type !== 'interest')) return undefined
  const periods = interestPeriods(terms, day - LONGEST_PERIOD, day + CLAIM_DAYS)
  return periods.findLast(period => period.to <= day + CLAIM_DAYS)?.exDay
}

/** No coupon waits longer for the next one. */
const LONGEST_PERIOD = 800

/**
 * Income and charges. They belong to the position that earned or caused them, and to the cash position where
 * there is none: every item of P/L has exactly one owner.
 */
export function postResult(context: PostingContext, entry: Entry): void {
  const { settled, transaction } = entry
  const { journal } = context.holdings
  const day = transaction.day
  const slot = { entry, posting: writePosting(context, settled, day), day }
  const kinds = {
    income: INCOME_KIND[transaction.type] ?? INCOME.none,
    fee: FEE_KIND[transaction.type] ?? FEE.fees,
  }
  const costs = {
    posted: toNumber(settled.cash),
    income: settled.income,
    fees: settled.fees,
    taxes: settled.taxes,
  }
  const holding =
    entry.instrument < 0 ? undefined : holdingOf(context.holdings, entry.account, entry.instrument)
  const owner = ownerOf(context.holdings, holding, transaction.exDay ?? couponExDay(context, entry))
  if (owner < 0) {
    writeCash(context, slot, settled.settleCurrency, settled.cash, costs, kinds)
    const cash = knownCash(context.holdings, entry.account, settled.settleCurrency)
    if (entry.instrument >= 0 && cash) flagPosition(journal, cash.position, POSITION_FLAG.unowned)
    return
  }
  const after = owner === holding?.position ? heldQuantity(holding) : 0
  const result = { posted: 0, income: costs.income, fees: costs.fees, taxes: costs.taxes }
  const change = plainChange(journal, EVENT.result, 0, after)
  writeEvent(journal, placeOf(slot, owner), change, result, kinds.income, kinds.fee)
  writeCash(context, slot, settled.settleCurrency, settled.cash, valueOnly(costs.posted))
}

/** Deposits, withdrawals, and money from or to accounts outside the ledger. */
export function postCash(context: PostingContext, entry: Entry): void {
  const { settled, transaction } = entry
  const slot = { entry, posting: writePosting(context, settled, transaction.day), day: transaction.day }
  writeCash(context, slot, settled.settleCurrency, settled.cash, {
    posted: toNumber(settled.cash),
    income: 0,
    fees: settled.fees,
    taxes: settled.taxes,
  })
}

/** Money between two accounts of the ledger, posted on the day it arrives. */
export function postCashMove(context: PostingContext, out: Entry, into: Entry): void {
  const day = Math.max(out.transaction.day, into.transaction.day)
  const posting = writePosting(context, into.settled, day)
  for (const entry of [out, into]) {
    const { settled } = entry
    writeCash(context, { entry, posting, day }, settled.settleCurrency, settled.cash, {
      posted: toNumber(settled.cash),
      income: 0,
      fees: settled.fees,
      taxes: settled.taxes,
    })
  }
}

/** A conversion: both legs take the value of the leg paid; its costs belong to the cash that paid them. */
export function postConversion(context: PostingContext, entry: Entry): void {
  const { settled, transaction } = entry
  const slot = { entry, posting: writePosting(context, settled, transaction.day), day: transaction.day }
  writeCash(context, slot, settled.settleCurrency, settled.cash, {
    posted: toNumber(settled.cash),
    income: 0,
    fees: settled.fees,
    taxes: settled.taxes,
  })
  writeCash(context, slot, settled.otherCurrency, settled.received, valueOnly(settled.gross))
}
