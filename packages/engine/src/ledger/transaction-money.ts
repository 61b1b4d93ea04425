import type { Day } from '../calendar/day.ts'
import { toNumber } from '../money/exact.ts'
import type { Instrument, Transaction } from './ledger.ts'
import { type ConvertRate, postingKind, settle } from './settle.ts'
import type { PostingKind } from './transaction-type-rules.ts'

/** Posting kinds that move no money, whatever value they state. */
const WITHOUT_MONEY: ReadonlySet<PostingKind> = new Set(['delivery', 'income_in_kind', 'split', 'valuation'])

/** The money of one transaction, for lists of transactions. Amounts in `currency` unless said otherwise. */
export interface TransactionMoney {
  /** The settlement currency; minor units are stated in their currency. */
  readonly currency: string
  /** The instrument's currency, or the one received in a conversion. */
  readonly otherCurrency: string
  /** Signed change of the cash, costs included; NaN where no money moves by nature. */
  readonly cash: number
  /** Value of the transaction without costs, a magnitude: what a conversion paid for what it received. */
  readonly gross: number
  /** Received in a conversion, in the other currency. */
  readonly received: number
  /** Amount in the other currency per unit settled; NaN where the transaction does not say. */
  readonly perSettled: number
  readonly fees: number
  readonly taxes: number
  /** Per unit without costs, in the instrument's currency; NaN without a price. */
  readonly unitPrice: number
  /** A charge is its costs; in any other transaction costs come with something else. */
  readonly isCharge: boolean
}

/** The money that a transaction moved, or null for types that cannot be posted. */
export function transactionMoney(
  transaction: Transaction,
  instrument: Instrument | undefined,
  convert: ConvertRate,
): TransactionMoney | null {
  const kind = postingKind(transaction)
  if (kind === null) return null
  const settled = settle(transaction, kind, instrument, convert)
  return {
    currency: settled.settleCurrency,
    otherCurrency: settled.otherCurrency,
    cash: WITHOUT_MONEY.has(kind) ? Number.NaN : toNumber(settled.cash),
    gross: settled.gross,
    received: toNumber(settled.received),
    perSettled: settled.perSettled,
    fees: settled.fees,
    taxes: settled.taxes,
    unitPrice: settled.unitPrice,
    isCharge: kind === 'charge',
  }
}

/**
 * The rate from a transaction's settlement currency into another one, for all of its amounts: 1 for the same currency,
 * the recorded rate for its other currency, else the market rate of its day. NaN when there is none.
 */
export function postingRateInto(
  money: Pick<TransactionMoney, 'currency' | 'otherCurrency' | 'perSettled'>,
  currency: string,
  day: Day,
  convert: ConvertRate,
): number {
  if (money.currency === currency) return 1
  if (money.otherCurrency === currency && !Number.isNaN(money.perSettled)) return money.perSettled
  const rate = convert(money.currency, currency, day)
  if (Number.isFinite(rate)) return rate
  return money.perSettled * convert(money.otherCurrency, currency, day)
}
