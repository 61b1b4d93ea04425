import { transactionSources, transactionStatuses, transactionTypes } from '@plumbline/contract'
import {
  type Allocate,
  allocatePrivate,
  concatenate,
  crossRate,
  type Day,
  type Ledger,
  type Market,
  parseDay,
  type Transaction,
  type TransactionMoney,
  transactionMoney,
} from '@plumbline/engine'
import type { TransactionRow } from './facts.store.ts'

/** Stands for an unknown settlement date. */
export const noDay: Day = -2_147_483_648

/**
 * The transactions of families in columns, as lists show them. Those in force come first, under the same index as in the
 * snapshot. Former ones (superseded or voided) follow.
 */
export interface LedgerColumns {
  readonly count: number
  readonly inForce: number
  /** Root ids of former transactions; those of the others are in the snapshot. */
  readonly formerIds: readonly string[]
  readonly currencies: readonly string[]
  readonly day: Int32Array
  readonly settleDay: Int32Array
  /** Indexes of the snapshot's accounts and instruments; -1 for none. */
  readonly account: Int32Array
  readonly instrument: Int32Array
  readonly type: Uint8Array
  readonly status: Uint8Array
  readonly source: Uint8Array
  readonly revision: Int32Array
  readonly quantity: Float64Array
  readonly price: Float64Array
  /** See TransactionMoney of the engine. */
  readonly currency: Int32Array
  readonly otherCurrency: Int32Array
  readonly cash: Float64Array
  readonly gross: Float64Array
  readonly received: Float64Array
  readonly perSettled: Float64Array
  readonly fees: Float64Array
  readonly taxes: Float64Array
  readonly isCharge: Uint8Array
  /** Linked transactions have the same number; -1 without a link. Numbers follow the first occurrence. */
  readonly link: Int32Array
  /** Concatenated notes in UTF-8: note n ends at noteEnd[n]. */
  readonly notes: Uint8Array
  readonly noteEnd: Int32Array
}

/** Assigns indexes to texts in order of first occurrence. */
export function createIndex(): { names: string[]; place(name: string): number } {
  const places = new Map<string, number>()
  const names: string[] = []
  return {
    names,
    place(name) {
      const known = places.get(name)
      if (known !== undefined) return known
      places.set(name, names.length)
      names.push(name)
      return names.length - 1
    },
  }
}

const indexWords = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.map((name, place) => [name, place]))
const typePlaces = indexWords(transactionTypes)
const statusPlaces = indexWords(transactionStatuses)
const sourcePlaces = indexWords(transactionSources)

/**
 * Converts the rows of a ledger to columns. `ledger` holds the transactions of `rows` in the same order. `links` are the
 * links by number.
 */
export function buildLedgerColumns(
  rows: readonly TransactionRow[],
  former: readonly TransactionRow[],
  ledger: Ledger,
  formerTransactions: readonly Transaction[],
  market: Market,
): { columns: LedgerColumns; links: readonly string[] } {
  const all = [...rows, ...former]
  const transactions = [...ledger.transactions, ...formerTransactions]
  const accounts = new Map(ledger.accounts.map(({ id }, place) => [id, place]))
  const instruments = new Map(ledger.instruments.map(({ id }, place) => [id, place]))
  const currencies = createIndex()
  const links = createIndex()
  const columns = emptyColumns(all.length)
  const notes = new TextEncoder()
  const chunks: Uint8Array[] = []
  let noteBytes = 0
  const convert = (from: string, to: string, day: Day) => crossRate(market, from, to, day)
  for (const [place, row] of all.entries()) {
    const transaction = transactions[place]
    const instrument = row.instrument_id === null ? -1 : (instruments.get(row.instrument_id) ?? -1)
    columns.day[place] = transaction?.day ?? parseDay(row.date)
    columns.settleDay[place] = row.settle_date ? parseDay(row.settle_date) : noDay
    columns.account[place] = accounts.get(row.account_id) ?? -1
    columns.instrument[place] = instrument
    columns.type[place] = typePlaces.get(row.transaction_type) ?? -1
    columns.status[place] = statusPlaces.get(row.status ?? 'booked') ?? -1
    columns.source[place] = sourcePlaces.get(row.source ?? 'manual') ?? -1
    columns.revision[place] = row.revision ?? 1
    columns.quantity[place] = row.quantity === null ? Number.NaN : Number(row.quantity)
    columns.link[place] = row.link === null ? -1 : links.place(row.link)
    const money = transaction && transactionMoney(transaction, ledger.instruments[instrument], convert)
    writeMoney(columns, place, money ?? null, currencies.place, row)
    if (row.note) {
      const bytes = notes.encode(row.note)
      chunks.push(bytes)
      noteBytes += bytes.length
    }
    columns.noteEnd[place] = noteBytes
  }
  return {
    columns: {
      ...columns,
      count: all.length,
      inForce: rows.length,
      formerIds: former.map(({ id }) => id),
      currencies: currencies.names,
      notes: concatenate(chunks, new Uint8Array(noteBytes)),
    },
    links: links.names,
  }
}

export function emptyColumns(count: number, allocate: Allocate = allocatePrivate) {
  const ints = () => allocate('int32', count)
  const floats = () => allocate('float64', count)
  const bytes = () => allocate('uint8', count)
  return {
    day: ints(),
    settleDay: ints(),
    account: ints(),
    instrument: ints(),
    type: bytes(),
    status: bytes(),
    source: bytes(),
    revision: ints(),
    quantity: floats(),
    price: floats(),
    currency: ints(),
    otherCurrency: ints(),
    cash: floats(),
    gross: floats(),
    received: floats(),
    perSettled: floats(),
    fees: floats(),
    taxes: floats(),
    isCharge: bytes(),
    link: ints(),
    noteEnd: ints(),
  }
}

/** A transaction that cannot be posted shows the amounts of its row. */
function writeMoney(
  columns: ReturnType<typeof emptyColumns>,
  place: number,
  money: TransactionMoney | null,
  indexOf: (currency: string) => number,
  row: TransactionRow,
): void {
  columns.currency[place] = indexOf(money?.currency ?? row.currency)
  columns.otherCurrency[place] = indexOf(money?.otherCurrency ?? row.currency)
  columns.cash[place] = money?.cash ?? Number.NaN
  columns.gross[place] = money?.gross ?? 0
  columns.received[place] = money?.received ?? 0
  columns.perSettled[place] = money?.perSettled ?? Number.NaN
  columns.fees[place] = money?.fees ?? Number(row.fees)
  columns.taxes[place] = money?.taxes ?? Number(row.taxes)
  columns.isCharge[place] = money?.isCharge ? 1 : 0
  const stated = row.price === null ? Number.NaN : Number(row.price)
  columns.price[place] = money && Number.isFinite(money.unitPrice) ? money.unitPrice : stated
}

const decoder = new TextDecoder()

/** The note of a transaction, or null. */
export function readNote({ notes, noteEnd }: LedgerColumns, place: number): string | null {
  const from = place === 0 ? 0 : (noteEnd[place - 1] ?? 0)
  const to = noteEnd[place] ?? from
  // TextDecoder rejects shared memory, so the note is copied.
  return to === from ? null : decoder.decode(notes.slice(from, to))
}
