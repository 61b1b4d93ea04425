import {
  type Account,
  dayOf,
  type Instrument,
  type Ledger,
  type LotMethod,
  type Transaction,
} from '@plumbline/engine'
import type { AccountRow, InstrumentRow, TransactionRow } from './facts.store.ts'
import { engineTerms } from './instrument-terms.ts'

// The database checks these words with the lists that the engine's types are made of.
type InstrumentType = Instrument['type']
type TransactionType = Transaction['type']

/** The rows of the ledger as the engine takes them: fields that are null are undefined. */
export function ledgerOf(
  accounts: AccountRow[],
  instruments: InstrumentRow[],
  entries: TransactionRow[],
): Ledger {
  return {
    accounts: accounts.map(accountOf),
    instruments: instruments.map(instrumentOf),
    transactions: transactionsOf(entries),
  }
}

export function transactionsOf(entries: readonly TransactionRow[]): Transaction[] {
  return entries.map(transactionOf)
}

function accountOf(row: AccountRow): Account {
  return {
    id: row.id,
    custodian: row.custodian_id,
    name: row.name,
    cash: row.cash,
    // Specific lots are taken where a transaction names them, and first in, first out elsewhere.
    lotMethod: row.lot_method === 'specific' ? 'fifo' : (row.lot_method as LotMethod),
    shortsAllowed: row.allows_short,
    variationMargin: row.variation_margin,
  }
}

function instrumentOf(row: InstrumentRow): Instrument {
  const contractExpiration = row.contract_expiration === null ? null : dayOf(row.contract_expiration)
  return {
    id: row.id,
    name: row.name,
    nameLong: row.long_name,
    isin: row.isin,
    type: row.instrument_type as InstrumentType,
    currency: row.currency,
    country: row.country,
    sector: row.sector,
    contractSize: Number(row.contract_size),
    contractExpiration,
    underlying: row.underlying_id,
    strike: row.strike === null ? null : Number(row.strike),
    right: row.option_right === 'call' || row.option_right === 'put' ? row.option_right : null,
    splits: row.splits.map(split => ({
      day: dayOf(split.date),
      numerator: split.numerator,
      denominator: split.denominator,
    })),
    ...engineTerms(row.instrument_type, row.terms, contractExpiration),
  }
}

type AllFields = { readonly [Name in keyof Transaction]-?: Transaction[Name] | undefined }

/** Every transaction with the same fields in the same order: the engine then reads thousands of them as fast as one. */
function transactionOf(row: TransactionRow): Transaction {
  const transaction: AllFields = {
    id: row.id,
    account: row.account_id,
    type: row.transaction_type as TransactionType,
    day: dayOf(row.date),
    currency: row.currency,
    sequence: row.sequence,
    fees: row.fees,
    taxes: row.taxes,
    timeMs: row.time_of_day === null ? undefined : millisecondsOf(row.time_of_day),
    exDay: row.ex_date === null ? undefined : dayOf(row.ex_date),
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
    basisShare: undefined,
    lots: row.lots?.map(({ date, quantity, cost }) => ({ day: dayOf(date), quantity, cost })),
  }
  // Fields that a transaction does not have are there and undefined, which its type does not tell from absent.
  return transaction as Transaction
}

function millisecondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return ((hours * 60 + minutes) * 60 + seconds) * 1000
}
