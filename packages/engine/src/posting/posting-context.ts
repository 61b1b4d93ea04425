import type { Day } from '../calendar/day.ts'
import type { Transaction } from '../ledger/ledger.ts'
import type { ConvertRate, Settled } from '../ledger/settle.ts'
import { add, type Exact, toNumber } from '../money/exact.ts'
import { cashHolding, type Holdings } from './holdings.ts'
import { type Costs, EVENT, type EventPlace, plainChange, writeEvent } from './journal.ts'

/** A transaction with its places in the snapshot's directories. */
export interface Entry {
  readonly transaction: Transaction
  readonly index: number
  readonly account: number
  readonly instrument: number
  readonly settled: Settled
}

/** What the transactions need to know while they are posted. */
export interface PostingContext {
  readonly holdings: Holdings
  readonly transactionIndex: ReadonlyMap<string, number>
  /** The close of an instrument in its currency, or NaN. */
  readonly closeOn: (instrument: number, day: Day) => number
  readonly convert: ConvertRate
  /** The currency an instrument is stated in, minor units aside. */
  readonly currencyOf: (instrument: number) => string
  /** Holdings (account x instruments + instrument) that variation margin is posted for. */
  readonly marginKeys: ReadonlySet<number>
}

/** Writes a transaction's currencies and rate; its events refer to it. */
export function writePosting(context: PostingContext, settled: Settled, day: Day): number {
  const { journal, currencyIndex } = context.holdings
  const { postings } = journal
  const { settleCurrency, otherCurrency } = settled
  const place = currencyIndex.get(settleCurrency) ?? 0
  postings.day.push(day)
  postings.settleCurrency.push(place)
  postings.otherCurrency.push(
    otherCurrency === settleCurrency ? place : (currencyIndex.get(otherCurrency) ?? 0),
  )
  postings.perSettled.push(settled.perSettled)
  return postings.day.length - 1
}

/** Where an event is written: its transaction, and the day it counts on. */
export interface Slot {
  readonly entry: Entry
  readonly posting: number
  readonly day: Day
}

const NO_KINDS = { income: 0, fee: 0 }

/** Money of a cash position. `posted` is its value in the settlement currency of the transaction. */
export function writeCash(
  context: PostingContext,
  slot: Slot,
  currency: string,
  amount: Exact,
  costs: Costs,
  kinds = NO_KINDS,
): void {
  const { holdings } = context
  const isTracked = holdings.accounts[slot.entry.account]?.cash !== 'none'
  const hasCosts = costs.income !== 0 || costs.fees !== 0 || costs.taxes !== 0
  if (!isTracked && !hasCosts) return
  const cash = cashHolding(holdings, slot.entry.account, currency, slot.day)
  if (isTracked) cash.balance = add(cash.balance, amount)
  const place = placeOf(slot, cash.position)
  const change = plainChange(
    holdings.journal,
    EVENT.cash,
    isTracked ? toNumber(amount) : 0,
    toNumber(cash.balance),
  )
  const counted = isTracked
    ? costs
    : { posted: 0, income: costs.income, fees: costs.fees, taxes: costs.taxes }
  writeEvent(holdings.journal, place, change, counted, kinds.income, kinds.fee)
}

/** The place of a slot's event in a position. */
export function placeOf(slot: Slot, position: number): EventPlace {
  return { position, posting: slot.posting, transaction: slot.entry.index, day: slot.day }
}

export const NO_COSTS: Costs = { posted: 0, income: 0, fees: 0, taxes: 0 }

/** A transaction without money of its own, for splits. */
export function writeEmptyPosting(context: PostingContext, day: Day): number {
  const { postings } = context.holdings.journal
  postings.day.push(day)
  postings.settleCurrency.push(0)
  postings.otherCurrency.push(0)
  postings.perSettled.push(Number.NaN)
  return postings.day.length - 1
}

/** A value without income, fees or taxes. */
export function valueOnly(posted: number): Costs {
  return { posted, income: 0, fees: 0, taxes: 0 }
}
