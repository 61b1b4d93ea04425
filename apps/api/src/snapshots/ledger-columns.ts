import { transactionSources, transactionStatuses, transactionTypes } from '@plumbline/contract'
import {
  type Allocate,
  crossRate,
  type Day,
  dayOf,
  type Ledger,
  type Market,
  moneyOf,
  type Transaction,
  type TransactionMoney,
} from '@plumbline/engine'
import type { TransactionRow } from './facts.store.ts'

/** No day: a settlement that nobody told us. */
export const noDay: Day = -2_147_483_648

/**
 * The transactions of some families as a list of transactions shows them, in columns. Those in force come first, in
 * the order of the snapshot's transactions, so that both are known by the same number; behind them stand those that
 * no longer count: earlier revisions, and what was voided.
 */
export interface LedgerColumns {
  readonly count: number
  readonly inForce: number
  /** Root ids of those that are no longer in force; the others are the snapshot's transactions. */
  readonly formerIds: readonly string[]
  readonly currencies: readonly string[]
  readonly day: Int32Array
  readonly settleDay: Int32Array
  /** Places in the snapshot's accounts and instruments; -1 for none. */
  readonly account: Int32Array
  readonly instrument: Int32Array
  readonly type: Uint8Array
  readonly status: Uint8Array
  readonly source: Uint8Array
  readonly revision: Int32Array
  readonly quantity: Float64Array
  readonly price: Float64Array
  /** As the engine settles it: see TransactionMoney. */
  readonly currency: Int32Array
  readonly otherCurrency: Int32Array
  readonly cash: Float64Array
  readonly gross: Float64Array
  readonly received: Float64Array
  readonly perSettled: Float64Array
  readonly fees: Float64Array
  readonly taxes: Float64Array
  readonly isCharge: Uint8Array
  /** Transactions that belong together have the same number; -1 for those that stand alone. */
  readonly link: Int32Array
  /** Notes as UTF-8, one behind the other: note n ends at noteEnd[n]. */
  readonly notes: Uint8Array
  readonly noteEnd: Int32Array
}

/** Numbers for texts, in the order they were first met. */
function directory(): { names: string[]; place(name: string): number } {
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

const placesIn = (names: readonly string[]): ReadonlyMap<string, number> =>
  new Map(names.map((name, place) => [name, place]))
const typePlaces = placesIn(transactionTypes)
const statusPlaces = placesIn(transactionStatuses)
const sourcePlaces = placesIn(transactionSources)

/** The rows of the ledger as columns. `ledger` holds the transactions of `rows`, in the same order. */
export function ledgerColumns(
  rows: readonly TransactionRow[],
  former: readonly TransactionRow[],
  ledger: Ledger,
  formerTransactions: readonly Transaction[],
  market: Market,
): LedgerColumns {
  const all = [...rows, ...former]
  const transactions = [...ledger.transactions, ...formerTransactions]
  const accounts = new Map(ledger.accounts.map(({ id }, place) => [id, place]))
  const instruments = new Map(ledger.instruments.map(({ id }, place) => [id, place]))
  const currencies = directory()
  const links = directory()
  const columns = emptyColumns(all.length)
  const notes = new TextEncoder()
  const pieces: Uint8Array[] = []
  let noteBytes = 0
  const convert = (from: string, to: string, day: Day) => crossRate(market, from, to, day)
  for (const [place, row] of all.entries()) {
    const transaction = transactions[place]
    const instrument = row.instrument_id === null ? -1 : (instruments.get(row.instrument_id) ?? -1)
    columns.day[place] = transaction?.day ?? dayOf(row.date)
    columns.settleDay[place] = row.settle_date ? dayOf(row.settle_date) : noDay
    columns.account[place] = accounts.get(row.account_id) ?? -1
    columns.instrument[place] = instrument
    columns.type[place] = typePlaces.get(row.transaction_type) ?? -1
    columns.status[place] = statusPlaces.get(row.status ?? 'booked') ?? -1
    columns.source[place] = sourcePlaces.get(row.source ?? 'manual') ?? -1
    columns.revision[place] = row.revision ?? 1
    columns.quantity[place] = row.quantity === null ? Number.NaN : Number(row.quantity)
    columns.link[place] = row.link === null ? -1 : links.place(row.link)
    const money = transaction && moneyOf(transaction, ledger.instruments[instrument], convert)
    writeMoney(columns, place, money ?? null, currencies.place, row)
    if (row.note) {
      const bytes = notes.encode(row.note)
      pieces.push(bytes)
      noteBytes += bytes.length
    }
    columns.noteEnd[place] = noteBytes
  }
  return {
    ...columns,
    count: all.length,
    inForce: rows.length,
    formerIds: former.map(({ id }) => id),
    currencies: currencies.names,
    notes: joined(pieces, noteBytes),
  }
}

export function emptyColumns(count: number, allocate: Allocate = length => new ArrayBuffer(length)) {
  const ints = () => new Int32Array(allocate(count * Int32Array.BYTES_PER_ELEMENT))
  const floats = () => new Float64Array(allocate(count * Float64Array.BYTES_PER_ELEMENT))
  const bytes = () => new Uint8Array(allocate(count))
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

/** A transaction of a type that cannot be posted still shows what it says. */
function writeMoney(
  columns: ReturnType<typeof emptyColumns>,
  place: number,
  money: TransactionMoney | null,
  placeOf: (currency: string) => number,
  row: TransactionRow,
): void {
  columns.currency[place] = placeOf(money?.currency ?? row.currency)
  columns.otherCurrency[place] = placeOf(money?.otherCurrency ?? row.currency)
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

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

const decoder = new TextDecoder()

/** The note of a transaction, or null. */
export function noteOf({ notes, noteEnd }: LedgerColumns, place: number): string | null {
  const from = place === 0 ? 0 : (noteEnd[place - 1] ?? 0)
  const to = noteEnd[place] ?? from
  // A decoder does not read shared memory, so the few bytes of the note are copied.
  return to === from ? null : decoder.decode(notes.slice(from, to))
}
