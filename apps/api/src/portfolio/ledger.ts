import {
  type Account,
  dayOf,
  type Instrument,
  type Ledger,
  type LotMethod,
  type Transaction,
} from '@plumbline/engine'
import type { AccountRow, BookingRow, InstrumentRow } from './facts.store.ts'
import { engineTerms } from './instrument-terms.ts'

// The database checks these words with the lists that the engine's types are made of.
type InstrumentType = Instrument['type']
type TransactionType = Transaction['type']

/** The rows of the ledger as the engine takes them: fields that are null are absent. */
export function ledgerOf(
  accounts: AccountRow[],
  instruments: InstrumentRow[],
  bookings: BookingRow[],
): Ledger {
  return {
    accounts: accounts.map(accountOf),
    instruments: instruments.map(instrumentOf),
    transactions: transactionsOf(bookings),
  }
}

export function transactionsOf(bookings: readonly BookingRow[]): Transaction[] {
  return bookings.map(transactionOf)
}

function accountOf(row: AccountRow): Account {
  return {
    id: row.id,
    custodian: row.custodian_id,
    name: row.name,
    cash: row.cash,
    // Specific lots are taken where a booking names them, and first in, first out elsewhere.
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

/** Fields that a booking may have, by the columns they come from. */
const optionalFields = [
  ['instrument', 'instrument_id'],
  ['quantity', 'quantity'],
  ['price', 'price'],
  ['amount', 'amount'],
  ['net', 'net'],
  ['rate', 'rate'],
  ['accrued', 'accrued'],
  ['counterCurrency', 'counter_currency'],
  ['counterAmount', 'counter_amount'],
  ['link', 'link'],
  ['numerator', 'numerator'],
  ['denominator', 'denominator'],
  ['takes', 'takes'],
] as const satisfies readonly (readonly [keyof Transaction, keyof BookingRow])[]

function transactionOf(row: BookingRow): Transaction {
  const transaction: Transaction = {
    id: row.id,
    account: row.account_id,
    type: row.transaction_type as TransactionType,
    day: dayOf(row.date),
    currency: row.currency,
    sequence: row.sequence,
    fees: row.fees,
    taxes: row.taxes,
  }
  const given: Partial<Record<keyof Transaction, unknown>> = {}
  for (const [field, column] of optionalFields) if (row[column] !== null) given[field] = row[column]
  if (row.time_of_day !== null) given.timeMs = millisecondsOf(row.time_of_day)
  if (row.ex_date !== null) given.exDay = dayOf(row.ex_date)
  if (row.lots !== null)
    given.lots = row.lots.map(lot => ({ day: dayOf(lot.date), quantity: lot.quantity, cost: lot.cost }))
  return Object.assign(transaction, given)
}

function millisecondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return ((hours * 60 + minutes) * 60 + seconds) * 1000
}
