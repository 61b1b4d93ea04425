import { concatenate, type JoinedPlaces, offsetRows, runningOffsets } from '@plumbline/engine'
import type { LedgerColumns } from './ledger-columns.ts'

type Names<Column> = {
  [Name in keyof LedgerColumns]: LedgerColumns[Name] extends Column ? Name : never
}[keyof LedgerColumns]

/**
 * Joins the ledgers of several families in the order of their joined snapshot: the transactions in force of one family
 * after the other, then former ones likewise.
 */
export function joinLedgers(
  ledgers: readonly LedgerColumns[],
  places: readonly JoinedPlaces[],
): LedgerColumns {
  const count = sum(ledgers.map(ledger => ledger.count))
  const currencies = [...new Set(ledgers.flatMap(ledger => ledger.currencies))]
  const floats = (name: Names<Float64Array>) =>
    concatenate(
      splitColumn(ledgers, ledger => ledger[name]),
      new Float64Array(count),
    )
  const ints = (name: Names<Int32Array>) =>
    concatenate(
      splitColumn(ledgers, ledger => ledger[name]),
      new Int32Array(count),
    )
  const bytes = (name: Names<Uint8Array>) =>
    concatenate(
      splitColumn(ledgers, ledger => ledger[name]),
      new Uint8Array(count),
    )
  const renumbered = (name: Names<Int32Array>, numbers: readonly Int32Array[]) =>
    concatenate(
      splitColumn(ledgers, (ledger, part) => renumber(ledger[name], numbers[part] ?? new Int32Array(0))),
      new Int32Array(count),
    )
  const currencyNumbers = ledgers.map(ledger =>
    Int32Array.from(ledger.currencies, name => currencies.indexOf(name)),
  )
  return {
    count,
    inForce: sum(ledgers.map(ledger => ledger.inForce)),
    formerIds: ledgers.flatMap(ledger => ledger.formerIds),
    currencies,
    day: ints('day'),
    settleDay: ints('settleDay'),
    account: renumbered(
      'account',
      places.map(({ accounts }) => accounts),
    ),
    instrument: renumbered(
      'instrument',
      places.map(({ instruments }) => instruments),
    ),
    type: bytes('type'),
    status: bytes('status'),
    source: bytes('source'),
    revision: ints('revision'),
    quantity: floats('quantity'),
    price: floats('price'),
    currency: renumbered('currency', currencyNumbers),
    otherCurrency: renumbered('otherCurrency', currencyNumbers),
    cash: floats('cash'),
    gross: floats('gross'),
    received: floats('received'),
    perSettled: floats('perSettled'),
    fees: floats('fees'),
    taxes: floats('taxes'),
    isCharge: bytes('isCharge'),
    link: joinLinks(ledgers),
    ...joinNotes(ledgers),
  }
}

/** A column of each ledger: the rows in force of all of them, then the former ones. */
function splitColumn<Column extends Int32Array | Float64Array | Uint8Array>(
  ledgers: readonly LedgerColumns[],
  read: (ledger: LedgerColumns, part: number) => Column,
): Column[] {
  const columns = ledgers.map(read)
  const cut = (from: 'inForce' | 'former') =>
    columns.map((column, part) => {
      const inForce = ledgers[part]?.inForce ?? 0
      // A part of a column has the type of the column.
      return (from === 'inForce' ? column.subarray(0, inForce) : column.subarray(inForce)) as Column
    })
  return [...cut('inForce'), ...cut('former')]
}

/** Maps indexes to those of the joined snapshot. Negative ones mean 'none' and stay. */
function renumber(own: Int32Array, joined: Int32Array): Int32Array {
  return own.map(index => (index < 0 ? index : (joined[index] as number)))
}

/** The links of each ledger are numbered after those of the ledgers before it. */
function joinLinks(ledgers: readonly LedgerColumns[]): Int32Array {
  const offsets = runningOffsets(
    ledgers.map(({ link }) => link.reduce((most, number) => Math.max(most, number), -1) + 1),
  )
  const all = new Int32Array(sum(ledgers.map(({ count }) => count)))
  return offsetRows(
    splitColumn(ledgers, ({ link }) => link),
    all,
    [...offsets, ...offsets],
  )
}

/** The notes of the rows in force of all ledgers, then those of the former ones. */
function joinNotes(ledgers: readonly LedgerColumns[]): Pick<LedgerColumns, 'notes' | 'noteEnd'> {
  const firstFormer = ledgers.map(({ inForce, noteEnd }) => (inForce === 0 ? 0 : (noteEnd[inForce - 1] ?? 0)))
  const chunks = [
    ...ledgers.map(({ notes }, part) => notes.subarray(0, firstFormer[part])),
    ...ledgers.map(({ notes }, part) => notes.subarray(firstFormer[part])),
  ]
  const at = runningOffsets(chunks.map(({ length }) => length))
  // The ends of former notes count from the first note of their ledger.
  const offsets = at.map((offset, place) => offset - (firstFormer[place - ledgers.length] ?? 0))
  return {
    notes: concatenate(chunks, new Uint8Array(sum(chunks.map(({ length }) => length)))),
    noteEnd: offsetRows(
      splitColumn(ledgers, ({ noteEnd }) => noteEnd),
      new Int32Array(sum(ledgers.map(({ count }) => count))),
      offsets,
    ),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
