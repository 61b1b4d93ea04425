import { isDateCell } from '../csv/date-order.ts'
import { isNumberCell } from '../csv/table/cell-text.ts'
import type { CsvRecord } from '../csv/table/records.ts'
import { headerName } from '../csv/table/table.ts'
import { parseIsin } from '../text/isin.ts'
import { isCurrencyCode } from '../text/iso-currency.ts'

/** A currency pair: 1 `base` = rate `quote`. */
export interface Pair {
  readonly base: string
  readonly quote: string
}

export type Meaning = 'date' | 'isin' | 'symbol' | 'currency' | 'price' | 'rate' | 'pair' | 'base' | 'quote'

/** Where a table of prices or rates has what. */
export interface MarketColumns {
  readonly at: ReadonlyMap<Meaning, number>
  /** Columns with the rates of one pair each, as in the files of the ECB. */
  readonly pairs: ReadonlyMap<number, Pair>
}

/** Header words by meaning, in the order in which they are preferred: a close is the price, an adjusted one is not. */
const words: Record<Meaning, readonly string[]> = {
  date: [
    'date',
    'price date',
    'day',
    'datum',
    'kursdatum',
    'stichtag',
    'as of',
    'valuation date',
    'time period',
  ],
  isin: ['isin', 'isin code', 'isin-nr.', 'isin nr.'],
  symbol: ['symbol', 'ticker', 'security', 'titel', 'valor', 'wkn'],
  currency: ['currency', 'ccy', 'price currency', 'währung', 'waehrung', 'whg', 'whg.', 'kurswährung'],
  price: [
    'price',
    'close',
    'closing price',
    'last price',
    'nav',
    'kurs',
    'preis',
    'schlusskurs',
    'schluss',
    'last',
  ],
  rate: ['rate', 'exchange rate', 'fx rate', 'wechselkurs', 'devisenkurs', 'mid', 'mittelkurs', 'obs value'],
  pair: ['pair', 'currency pair', 'währungspaar', 'waehrungspaar', 'devisenpaar'],
  base: ['base', 'base currency', 'from', 'from currency', 'von', 'basiswährung', 'currency 1'],
  quote: [
    'quote',
    'quote currency',
    'to',
    'to currency',
    'counter currency',
    'nach',
    'gegenwährung',
    'currency 2',
  ],
}

/** Stooq's files put names in brackets. */
const plainName = (text: string): string =>
  headerName(text)
    .replace(/^<(.*)>$/, '$1')
    .replaceAll('_', ' ')

export function readPair(text: string): Pair | null {
  const match = /^([A-Za-z]{3})\s*[/:.\- ]?\s*([A-Za-z]{3})(?:=X)?$/.exec(text.trim())
  const base = match?.[1]?.toUpperCase() ?? ''
  const quote = match?.[2]?.toUpperCase() ?? ''
  return isCurrencyCode(base) && isCurrencyCode(quote) && base !== quote ? { base, quote } : null
}

/** The columns by the names of a header; null if it is none. */
export function columnsByHeader({ cells }: CsvRecord): MarketColumns | null {
  const names = cells.map(plainName)
  const at = new Map<Meaning, number>()
  for (const [meaning, known] of Object.entries(words) as [Meaning, readonly string[]][]) {
    const place = known.map(word => names.indexOf(word)).find(index => index >= 0)
    if (place !== undefined) at.set(meaning, place)
  }
  const pairs = at.has('price') || at.has('rate') ? new Map<number, Pair>() : findPairColumns(cells)
  const isNamed = at.has('date') && (at.has('price') || at.has('rate') || pairs.size > 0)
  return isNamed ? { at, pairs } : null
}

/** A column of the ECB is named by the currency that one euro is worth so much of. */
function findPairColumns(cells: readonly string[]): Map<number, Pair> {
  const found = new Map<number, Pair>()
  cells.forEach((cell, place) => {
    const name = cell.trim().toUpperCase()
    const pair = isCurrencyCode(name) && name !== 'EUR' ? { base: 'EUR', quote: name } : readPair(cell)
    if (pair) found.set(place, pair)
  })
  return found
}

/** The columns of a pasted table without a header, by what its first row has: one date, one number and who it is of. */
export function columnsByContent({ cells }: CsvRecord): MarketColumns | null {
  const at = new Map<Meaning, number>()
  const numbers: number[] = []
  cells.forEach((cell, place) => {
    const text = cell.trim()
    if (text === '') return
    if (parseIsin(text) !== null) at.set('isin', place)
    else if (isDateCell(text) && !at.has('date')) at.set('date', place)
    else if (isNumberCell(text)) numbers.push(place)
    else if (readPair(text)) at.set('pair', place)
    else if (isCurrencyCode(text.toUpperCase())) at.set(at.has('base') ? 'quote' : 'base', place)
    else if (!at.has('symbol')) at.set('symbol', place)
  })
  const [only] = numbers
  if (!at.has('date') || only === undefined || numbers.length > 1) return null
  const isRate = at.has('pair') || (at.has('base') && at.has('quote'))
  at.set(isRate ? 'rate' : 'price', only)
  const currency = at.get('base')
  if (!isRate && currency !== undefined) {
    at.delete('base')
    at.set('currency', currency)
  }
  return { at, pairs: new Map() }
}
