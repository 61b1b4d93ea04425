import type { Allocate, JoinedPlaces } from '@plumbline/engine'
import { emptyColumns, type LedgerColumns } from './ledger-columns.ts'

const columnNames = [
  'day',
  'settleDay',
  'type',
  'status',
  'source',
  'revision',
  'quantity',
  'price',
  'cash',
  'gross',
  'received',
  'perSettled',
  'fees',
  'taxes',
  'isCharge',
] as const satisfies (keyof LedgerColumns)[]

/**
 * Joins the ledgers of several families in the order of their joined snapshot: transactions in force by day, then former
 * ones by family.
 */
export function joinLedgers(
  ledgers: readonly LedgerColumns[],
  places: readonly JoinedPlaces[],
  allocate: Allocate,
): LedgerColumns {
  const count = sum(ledgers.map(ledger => ledger.count))
  const inForce = sum(ledgers.map(ledger => ledger.inForce))
  const columns = emptyColumns(count, allocate)
  const currencies = [...new Set(ledgers.flatMap(ledger => ledger.currencies))]
  let formerAt = inForce
  let linkAt = 0
  const targets = ledgers.map((ledger, part) => {
    const { transactions } = places[part] as JoinedPlaces
    const to = new Int32Array(ledger.count)
    for (let place = 0; place < ledger.count; place += 1)
      to[place] = place < ledger.inForce ? (transactions[place] as number) : formerAt + place - ledger.inForce
    formerAt += ledger.count - ledger.inForce
    return to
  })
  ledgers.forEach((ledger, part) => {
    const { accounts, instruments } = places[part] as JoinedPlaces
    const to = targets[part] as Int32Array
    const currencyIndexes = Int32Array.from(ledger.currencies, name => currencies.indexOf(name))
    for (const name of columnNames) scatter(ledger[name], to, columns[name])
    scatter(renumber(ledger.account, accounts), to, columns.account)
    scatter(renumber(ledger.instrument, instruments), to, columns.instrument)
    scatter(renumber(ledger.currency, currencyIndexes), to, columns.currency)
    scatter(renumber(ledger.otherCurrency, currencyIndexes), to, columns.otherCurrency)
    const links = ledger.link.reduce((most, link) => Math.max(most, link), -1) + 1
    const from = linkAt
    scatter(
      ledger.link.map(link => (link < 0 ? link : link + from)),
      to,
      columns.link,
    )
    linkAt += links
  })
  return {
    ...columns,
    count,
    inForce,
    formerIds: ledgers.flatMap(ledger => ledger.formerIds),
    currencies,
    notes: joinNotes(ledgers, targets, columns.noteEnd, allocate),
  }
}

type Column = Int32Array | Float64Array | Uint8Array

function scatter(own: Column, to: Int32Array, joined: Column): void {
  for (let place = 0; place < own.length; place += 1) joined[to[place] as number] = own[place] as number
}

/** Maps indexes to those of the joined snapshot. Negative ones mean 'none' and stay. */
function renumber(own: Int32Array, joined: Int32Array): Int32Array {
  return own.map(index => (index < 0 ? index : (joined[index] as number)))
}

/** Writes the end of each note and returns their concatenated texts. */
function joinNotes(
  ledgers: readonly LedgerColumns[],
  targets: readonly Int32Array[],
  noteEnd: Int32Array,
  allocate: Allocate,
): Uint8Array {
  ledgers.forEach((ledger, part) => {
    const lengths = ledger.noteEnd.map((end, place) => end - (ledger.noteEnd[place - 1] ?? 0))
    scatter(lengths, targets[part] as Int32Array, noteEnd)
  })
  for (let place = 1; place < noteEnd.length; place += 1)
    noteEnd[place] = (noteEnd[place] as number) + (noteEnd[place - 1] as number)
  const notes = new Uint8Array(allocate(noteEnd.at(-1) ?? 0))
  ledgers.forEach((ledger, part) => {
    const to = targets[part] as Int32Array
    for (let place = 0; place < ledger.count; place += 1) {
      const [from, end] = [ledger.noteEnd[place - 1] ?? 0, ledger.noteEnd[place] as number]
      if (end > from) notes.set(ledger.notes.subarray(from, end), noteEnd[(to[place] as number) - 1] ?? 0)
    }
  })
  return notes
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
