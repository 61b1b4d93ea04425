import { isDateCell } from '../csv/date-order.ts'
import { isNumberCell } from '../csv/table/cell-text.ts'
import type { CsvRecord } from '../csv/table/records.ts'
import { UnreadableFile } from '../problem.ts'
import { parseIsin } from '../text/isin.ts'
import { isCurrencyCode } from '../text/iso-currency.ts'
import { headerWords, type Meaning, nameWithUnit, plainName } from './header-words.ts'
import { type QuotedPair, readPair, readSeries } from './quoted-pair.ts'

/** Where a table of prices or rates has what. */
export interface MarketColumns {
  readonly kind: 'prices' | 'rates'
  readonly at: ReadonlyMap<Meaning, number>
  /** The column of the price or rate, unless there is one for each pair. */
  readonly value: number | undefined
  /** The currency that the header of that column names. */
  readonly unit: string | null
  /** Columns with the rates of one pair each, as in the files of the ECB. */
  readonly pairs: ReadonlyMap<number, QuotedPair>
  /** Our own list of rates: one unit of the currency in US dollars. */
  readonly isOwnRates: boolean
}

/** The columns by the names of a header; null if it is none. */
export function columnsByHeader(record: CsvRecord): MarketColumns | null {
  const at = findMeanings(record.cells)
  if (!at.has('date')) return null
  const pairs = at.has('price') || at.has('rate') ? new Map<number, QuotedPair>() : findPairColumns(record)
  const columns = withKind(at, pairs, record)
  if (columns.value === undefined && pairs.size === 0) return null
  if (columns.kind === 'rates' && pairs.size === 0 && !statesBothCurrencies(columns))
    throw new UnreadableFile('no_quote_currency', record.line)
  return columns
}

function findMeanings(cells: readonly string[]): Map<Meaning, number> {
  const names = cells.map(plainName)
  const withoutUnit = cells.map(cell => nameWithUnit(cell).name)
  const at = new Map<Meaning, number>()
  for (const [meaning, known] of Object.entries(headerWords) as [Meaning, readonly string[]][]) {
    const isValue = meaning === 'price' || meaning === 'rate'
    const place = known
      .flatMap(word => [names.indexOf(word), ...(isValue ? [withoutUnit.indexOf(word)] : [])])
      .find(index => index >= 0)
    if (place !== undefined) at.set(meaning, place)
  }
  return at
}

function withKind(
  at: ReadonlyMap<Meaning, number>,
  pairs: ReadonlyMap<number, QuotedPair>,
  { cells }: CsvRecord,
): MarketColumns {
  const hasPair = at.has('pair') || at.has('denominator') || (at.has('base') && at.has('quote'))
  const namesSecurity = at.has('isin') || at.has('symbol')
  // A bank calls both 'Kurs': of a pair it is a rate.
  const isRates = pairs.size > 0 || (at.has('rate') && !namesSecurity) || (hasPair && !at.has('isin'))
  const kind = isRates ? 'rates' : 'prices'
  const value = isRates ? (at.get('rate') ?? at.get('price')) : at.get('price')
  const unit = value === undefined ? null : nameWithUnit(cells[value] ?? '').unit
  return { kind, at, value, unit, pairs, isOwnRates: isOwnHeader(cells) }
}

/** A list of rates that names one currency does not say in which other one they are. */
const statesBothCurrencies = ({ at, unit, isOwnRates }: MarketColumns): boolean =>
  isOwnRates ||
  unit !== null ||
  ['pair', 'symbol', 'denominator', 'quote'].some(meaning => at.has(meaning as Meaning)) ||
  (at.has('base') && at.has('currency'))

/** The columns of our own files, and of our own export of rates. */
function isOwnHeader(cells: readonly string[]): boolean {
  const header = cells.map(plainName).join(',')
  return header === 'currency,date,rate' || header.startsWith('currency,date,rate,source,stated,via,')
}

function findPairColumns(record: CsvRecord): Map<number, QuotedPair> {
  const found = new Map<number, QuotedPair>()
  const bare = findEcbColumns(record)
  record.cells.forEach((cell, place) => {
    const series = readSeries(cell)
    if (series === 'other') throw new UnreadableFile('not_daily', record.line, { value: cell })
    const pair = bare.get(place) ?? series ?? readPair(cell)
    if (pair) found.set(place, pair)
  })
  return found
}

/**
 * The columns of the ECB's reference rates are named by the currency that one euro is worth so much of. Others head
 * their columns in the same way for rates against a currency of their own.
 */
function findEcbColumns({ cells, line }: CsvRecord): Map<number, QuotedPair> {
  const codes = new Map<number, string>()
  cells.forEach((cell, place) => {
    const name = cell.trim().toUpperCase()
    if (isCurrencyCode(name)) codes.set(place, name)
  })
  const names = [...codes.values()]
  if (names.length === 0) return new Map()
  // Currencies that no longer exist are skipped.
  const others = cells.filter(cell => cell.trim() !== '' && !/^\s*[A-Z]{3}\s*$/.test(cell)).map(plainName)
  const isEcb = names.includes('USD') && !names.includes('EUR') && others.length === 1 && others[0] === 'date'
  if (!isEcb) throw new UnreadableFile('no_base_currency', line, { value: names[0] ?? '' })
  return new Map([...codes].map(([place, quote]) => [place, { base: 'EUR', quote, units: '1' }]))
}

/** The columns of a pasted table without a header, by what its first row has: one date, one number and who it is of. */
export function columnsByContent(record: CsvRecord): MarketColumns | null {
  const at = new Map<Meaning, number>()
  const numbers: number[] = []
  record.cells.forEach((cell, place) => {
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
  const currency = at.get('base')
  if (!isRate && currency !== undefined) {
    at.delete('base')
    at.set('currency', currency)
  }
  const kind = isRate && !at.has('isin') ? 'rates' : 'prices'
  return { kind, at, value: only, unit: null, pairs: new Map(), isOwnRates: false }
}
