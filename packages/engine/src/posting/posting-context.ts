import type { Day } from '../calendar/day.ts'
import type { Split, Transaction } from '../ledger/ledger.ts'
import type { ConvertRate, Settled } from '../ledger/settle.ts'
import { add, type Exact, toNumber } from '../money/exact.ts'
import type { Row } from '../snapshot/columns.ts'
import { ensureCash, type Holdings } from './holdings.ts'
import {
  EVENT,
  type EventAmounts,
  type Journal,
  plainChange,
  type ResultKinds,
  writeEvent,
} from './journal.ts'

/** A transaction with its legs and its places in the snapshot's directories; -1 for none. */
export interface Entry {
  readonly transaction: Transaction
  readonly index: number
  readonly account: number
  readonly instrument: number
  readonly settled: Settled
}

/** State and lookups that the posting rules share. */
export interface PostingContext {
  readonly holdings: Holdings
  /** Places of the transactions that others name as the source of specific lots. */
  readonly transactionIndex: ReadonlyMap<string, number>
  /** The close of an instrument in its currency, or NaN. */
  readonly closeOn: (instrument: number, day: Day) => number
  readonly convert: ConvertRate
  /** The major currency of an instrument. */
  readonly majorCurrency: (instrument: number) => string
  /** Holdings (account x instruments + instrument) with posted variation margin. */
  readonly marginKeys: ReadonlySet<number>
  /** Posted splits, by account x instruments + instrument. */
  readonly postedSplits: ReadonlyMap<number, readonly Split[]>
  /** By transaction: corporate actions whose units are posted before their delivery, and the money that comes with it. */
  readonly undelivered: Map<number, Payment>
  /** By transaction: the shares of its interest that positions of other accounts had earned. */
  readonly earnedElsewhere: ReadonlyMap<number, readonly EarnedShare[]>
}

/** The share of a transaction's interest, 0 to 1, that a position had earned. */
export interface EarnedShare {
  readonly position: number
  readonly share: number
}

/** The cash of a corporate action before costs, and the fraction of a new share it is paid for, if the ratio leaves one. */
export interface Payment {
  readonly money: number
  readonly fraction: Exact | null
}

/** Appends a posting: the day, currencies and rate that the events of a transaction share. @returns its row. */
export function writePosting(context: PostingContext, settled: Settled, day: Day): number {
  const { currencyIndex, journal } = context.holdings
  const { settleCurrency, otherCurrency, perSettled } = settled
  const settle = currencyIndex.get(settleCurrency) ?? 0
  const other = otherCurrency === settleCurrency ? settle : (currencyIndex.get(otherCurrency) ?? 0)
  return appendPosting(journal, day, settle, other, perSettled)
}

/** Appends a posting without money, for splits. @returns its row. */
export function writeEmptyPosting({ holdings }: PostingContext, day: Day): number {
  return appendPosting(holdings.journal, day, 0, 0, Number.NaN)
}

function appendPosting(
  { postings, continued }: Journal,
  day: Day,
  settleCurrency: number,
  otherCurrency: number,
  perSettled: number,
): number {
  const lengths: Row<'postings'> = {
    day: postings.day.push(day),
    settleCurrency: postings.settleCurrency.push(settleCurrency),
    otherCurrency: postings.otherCurrency.push(otherCurrency),
    perSettled: postings.perSettled.push(perSettled),
  }
  return continued.postings + lengths.day - 1
}

/** The transaction, posting and day of the events to write. */
export interface Slot {
  readonly entry: Entry
  readonly posting: number
  readonly day: Day
}

/** An amount in a currency, signed as the account receives it. */
interface Money {
  readonly currency: string
  readonly amount: Exact
}

/** The cash leg of a transaction, in its settlement currency. */
export function cashLeg({ settleCurrency, cash }: Settled): Money {
  return { currency: settleCurrency, amount: cash }
}

/** Changes a cash position. Accounts without tracked cash only record income, fees and taxes there. */
export function writeCash(
  context: PostingContext,
  slot: Slot,
  { currency, amount }: Money,
  amounts = valueOnly(toNumber(amount)),
  kinds?: ResultKinds,
): void {
  const { holdings } = context
  const isTracked = holdings.accounts[slot.entry.account]?.cash !== 'none'
  const hasResult = amounts.income !== 0 || amounts.fees !== 0 || amounts.taxes !== 0
  if (!isTracked && !hasResult) return
  const cash = ensureCash(holdings, slot.entry.account, currency, slot.day)
  if (isTracked) cash.balance = add(cash.balance, amount)
  const change = plainChange(
    holdings.journal,
    cash.position,
    EVENT.cash,
    toNumber(cash.balance),
    isTracked ? toNumber(amount) : 0,
  )
  const counted = isTracked
    ? amounts
    : { posted: 0, income: amounts.income, fees: amounts.fees, taxes: amounts.taxes }
  writeEvent(holdings.journal, slot, change, counted, kinds)
}

export const NO_AMOUNTS: EventAmounts = { posted: 0, income: 0, fees: 0, taxes: 0 }

/** A value without income, fees or taxes. */
export function valueOnly(posted: number): EventAmounts {
  return { posted, income: 0, fees: 0, taxes: 0 }
}

/** A value with the fees and taxes of a transaction, but no income. */
export function valueWithCosts(posted: number, { fees, taxes }: Settled): EventAmounts {
  return { posted, income: 0, fees, taxes }
}
