import { type Allocate, concatenate } from '@plumbline/engine'
import { createIndex, emptyColumns, type LedgerColumns } from './ledger-columns.ts'

/** The ledger columns of a family with its links by number. */
export interface LinkedLedger {
  columns: LedgerColumns
  links: readonly string[]
}

type Names = 'currency' | 'otherCurrency' | 'link'
type Copied = Exclude<keyof ReturnType<typeof emptyColumns>, Names | 'noteEnd'>

const copiedColumns = [
  'day',
  'settleDay',
  'account',
  'instrument',
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
] as const satisfies readonly Copied[]

/** Finds or assigns the number of a name. */
interface Place {
  currency(name: string): number
  link(name: string): number
}

/** Rows of one of the two ledgers, and their first row in the result. */
interface Part extends LinkedLedger {
  from: number
  to: number
  at: number
}

/**
 * Joins the rows of a ledger up to a day with the rows read since. `kept` counts its transactions in force and its former
 * ones up to that day; both ledgers have the same accounts and instruments.
 */
export function continueLedger(
  before: LinkedLedger,
  kept: { inForce: number; former: number },
  later: LinkedLedger,
  allocate?: Allocate,
): LinkedLedger {
  const [old, added] = [before.columns, later.columns]
  const inForce = kept.inForce + added.inForce
  const count = inForce + kept.former + added.count - added.inForce
  const parts: Part[] = [
    { ...before, from: 0, to: kept.inForce, at: 0 },
    { ...later, from: 0, to: added.inForce, at: kept.inForce },
    { ...before, from: old.inForce, to: old.inForce + kept.former, at: inForce },
    { ...later, from: added.inForce, to: added.count, at: inForce + kept.former },
  ]
  const columns = emptyColumns(count, allocate)
  const currencies = createIndex()
  const links = createIndex()
  for (const part of parts) {
    for (const name of copiedColumns)
      columns[name].set(part.columns[name].subarray(part.from, part.to), part.at)
    if (part.from === 0 && part.at === 0)
      keepNumbers(part, columns, { currency: currencies.place, link: links.place })
    else numberNames(part, columns, { currency: currencies.place, link: links.place })
  }
  const notes = joinNotes(parts, columns.noteEnd)
  const formerIds = [...old.formerIds.slice(0, kept.former), ...added.formerIds]
  return {
    columns: { ...columns, count, inForce, formerIds, currencies: currencies.names, notes },
    links: links.names,
  }
}

/** The first rows keep their numbers, which follow the first occurrences. */
function keepNumbers(
  { columns: own, links, to }: Part,
  columns: Record<Names, Int32Array>,
  place: Place,
): void {
  for (const name of ['currency', 'otherCurrency', 'link'] as const)
    columns[name].set(own[name].subarray(0, to))
  const currencies = Math.max(countNames(columns.currency, to), countNames(columns.otherCurrency, to))
  own.currencies.slice(0, currencies).forEach(place.currency)
  links.slice(0, countNames(columns.link, to)).forEach(place.link)
}

function countNames(numbers: Int32Array, rows: number): number {
  let last = -1
  for (let row = 0; row < rows; row += 1) last = Math.max(last, numbers[row] as number)
  return last + 1
}

/** Numbers currencies and links in the order of their first occurrence, row by row as when all rows are read. */
function numberNames(
  { columns: own, links, from, to, at }: Part,
  columns: Record<Names, Int32Array>,
  place: Place,
): void {
  const currencyPlaces = new Int32Array(own.currencies.length).fill(-1)
  const linkPlaces = new Int32Array(links.length).fill(-1)
  const find = (
    places: Int32Array,
    names: readonly string[],
    index: number,
    number: (name: string) => number,
  ) => {
    if (places[index] === -1) places[index] = number(names[index] ?? '')
    return places[index] as number
  }
  const placeCurrency = (index: number) => find(currencyPlaces, own.currencies, index, place.currency)
  for (let row = from; row < to; row += 1) {
    const target = at + row - from
    columns.currency[target] = placeCurrency(own.currency[row] as number)
    columns.otherCurrency[target] = placeCurrency(own.otherCurrency[row] as number)
    const link = own.link[row] as number
    columns.link[target] = link < 0 ? link : find(linkPlaces, links, link, place.link)
  }
}

function joinNotes(parts: readonly Part[], noteEnd: Int32Array): Uint8Array {
  const chunks: Uint8Array[] = []
  let length = 0
  for (const { columns: own, from, to, at } of parts) {
    const first = from === 0 ? 0 : (own.noteEnd[from - 1] as number)
    if (length === first) noteEnd.set(own.noteEnd.subarray(from, to), at)
    else
      for (let row = from; row < to; row += 1)
        noteEnd[at + row - from] = length + (own.noteEnd[row] as number) - first
    const last = to === 0 ? 0 : (own.noteEnd[to - 1] as number)
    if (to > from && last > first) {
      chunks.push(own.notes.subarray(first, last))
      length += last - first
    }
  }
  return concatenate(chunks, new Uint8Array(length))
}
