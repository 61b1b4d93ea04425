import {
  type Account,
  absolute,
  add,
  exact,
  type Instrument,
  type Ledger,
  parseDay,
  type Transaction,
  toText,
} from '@plumbline/engine'
import { parseInstrumentType, parseLotMethod, parseTransactionType } from '../platform/db/checked-words.ts'
import type { AccountRow, InstrumentRow, TransactionRow } from './facts.store.ts'
import { toEngineTerms } from './instrument-terms.ts'

/**
 * Converts the rows of a ledger for the engine. Null becomes undefined. Of transactions that come before these rows, and are
 * not part of the result, `before` has at least all valuations.
 */
export function toEngineLedger(
  accounts: readonly AccountRow[],
  instruments: readonly InstrumentRow[],
  rows: readonly TransactionRow[],
  before: readonly Transaction[] = [],
): Ledger {
  const transactions = toEngineTransactions(rows)
  const commitments = sumCommitments([...before, ...transactions])
  return {
    accounts: accounts.map(toAccount),
    instruments: instruments.map(row => {
      const commitment = commitments.get(row.id)
      return commitment === undefined ? toInstrument(row) : { ...toInstrument(row), commitment }
    }),
    transactions,
  }
}

/** Commitments to funds, which are posted as valuations of no units, take precedence over the terms. */
function sumCommitments(transactions: readonly Transaction[]): Map<string, string> {
  const sums = new Map<string, string>()
  for (const { type, instrument: id, quantity, amount } of transactions) {
    if (type !== 'valuation' || id === undefined || quantity === undefined || amount === undefined) continue
    if (Number(quantity) === 0) sums.set(id, toText(add(exact(sums.get(id) ?? 0), absolute(exact(amount)))))
  }
  return sums
}

export function toEngineTransactions(rows: readonly TransactionRow[]): Transaction[] {
  return rows.map(toTransaction)
}

function toAccount(row: AccountRow): Account {
  const lotMethod = parseLotMethod(row.lot_method)
  return {
    id: row.id,
    custodian: row.custodian_id,
    name: row.name,
    cash: row.cash,
    // Under the specific method a transaction that names no lots takes them first in, first out.
    lotMethod: lotMethod === 'specific' ? 'fifo' : lotMethod,
    shortsAllowed: row.allows_short,
    variationMargin: row.variation_margin,
  }
}

function toInstrument(row: InstrumentRow): Instrument {
  const contractExpiration = row.contract_expiration === null ? null : parseDay(row.contract_expiration)
  return {
    id: row.id,
    name: row.name,
    nameLong: row.long_name,
    isin: row.isin,
    type: parseInstrumentType(row.instrument_type),
    currency: row.currency,
    country: row.country,
    sector: row.sector,
    contractSize: Number(row.contract_size),
    contractExpiration,
    underlying: row.underlying_id,
    strike: row.strike === null ? null : Number(row.strike),
    right: row.option_right === 'call' || row.option_right === 'put' ? row.option_right : null,
    splits: row.splits.map(split => ({
      day: parseDay(split.date),
      numerator: split.numerator,
      denominator: split.denominator,
    })),
    ...toEngineTerms(row.instrument_type, row.terms, contractExpiration),
  }
}

type AllFields = { readonly [Name in keyof Transaction]-?: Transaction[Name] | undefined }

/** All transactions have the same fields in the same order, so that V8 gives them one hidden class. */
function toTransaction(row: TransactionRow): Transaction {
  const transaction: AllFields = {
    id: row.id,
    account: row.account_id,
    type: parseTransactionType(row.transaction_type),
    day: parseDay(row.date),
    currency: row.currency,
    sequence: row.sequence,
    fees: row.fees,
    taxes: row.taxes,
    timeMs: row.time_of_day === null ? undefined : parseTimeMs(row.time_of_day),
    exDay: row.ex_date === null ? undefined : parseDay(row.ex_date),
    instrument: row.instrument_id ?? undefined,
    quantity: row.quantity ?? undefined,
    price: row.price ?? undefined,
    amount: row.amount ?? undefined,
    net: row.net ?? undefined,
    rate: row.rate ?? undefined,
    accrued: row.accrued ?? undefined,
    counterCurrency: row.counter_currency ?? undefined,
    counterAmount: row.counter_amount ?? undefined,
    link: row.link ?? undefined,
    numerator: row.numerator ?? undefined,
    denominator: row.denominator ?? undefined,
    takes: row.takes ?? undefined,
    basisShare: row.basis_share ?? undefined,
    lots: row.lots?.map(({ date, quantity, cost }) => ({ day: parseDay(date), quantity, cost })),
  }
  // The type has absent fields where this object has undefined ones.
  return transaction as Transaction
}

function parseTimeMs(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return ((hours * 60 + minutes) * 60 + seconds) * 1000
}
