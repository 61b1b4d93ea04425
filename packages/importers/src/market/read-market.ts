import { findDateOrder, parseDay } from '../csv/date-order.ts'
import { isEmptyCell, parseNumber, splitUnit } from '../csv/table/cell-text.ts'
import { findDecimalMark, guessSeparator } from '../csv/table/dialect.ts'
import { type CsvRecord, readRecords } from '../csv/table/records.ts'
import { type Details, type ProblemCode, RowProblem, UnreadableFile } from '../problem.ts'
import type { DateOrder } from '../text/date.ts'
import type { DecimalMark } from '../text/decimal.ts'
import { hasValidCheckDigit, parseIsin } from '../text/isin.ts'
import { isCurrencyCode } from '../text/iso-currency.ts'
import {
  columnsByContent,
  columnsByHeader,
  type MarketColumns,
  type Meaning,
  type Pair,
  readPair,
} from './market-columns.ts'

/** 1 `base` = `rate` `quote`, as the file states it. */
export interface RateRow extends Pair {
  readonly line: number
  readonly date: string
  readonly rate: string
}

/** A price, and what the row says about its security. */
export interface PriceRow {
  readonly line: number
  readonly date: string
  readonly price: string
  readonly isin: string | null
  readonly symbol: string | null
  readonly currency: string | null
}

export interface MarketProblem extends Details {
  readonly line: number
  readonly code: ProblemCode
}

export interface MarketReading {
  readonly kind: 'prices' | 'rates'
  readonly prices: readonly PriceRow[]
  readonly rates: readonly RateRow[]
  /** Lines without a value, such as days on which an exchange was closed. */
  readonly emptyLines: readonly number[]
  readonly problems: readonly MarketProblem[]
  /** Whether the rows do not say which security they are of. */
  readonly isOfOneSecurity: boolean
}

/** The ECB's whole history has about 280,000 rates. */
const maxValues = 500_000
/** Titles and notes above the header of a bank's list. */
const headerWithin = 15
const pivot = 'USD'

/**
 * Reads a table of prices or exchange rates: our own, the ECB's reference rates, price histories of Yahoo and Stooq, and
 * lists of banks in English or German. `today` is the last day that may be quoted.
 */
export function readMarketTable(text: string, today: string): MarketReading {
  const normal = text.replace(/\r\n?/g, '\n')
  const separator = guessSeparator(normal)
  const records = readRecords(normal, separator)
  if (records.length === 0) throw new UnreadableFile('empty', 1)
  const head = findHeader(records)
  if (!head) throw new UnreadableFile('no_header', 1)
  const rows = records.slice(head.next)
  if (rows.length === 0) throw new UnreadableFile('no_rows', 1)
  if (rows.length * Math.max(1, head.columns.pairs.size) > maxValues)
    throw new UnreadableFile('too_many_rows', 1, { value: String(maxValues) })
  const reader = new TableReader(head.columns, today)
  reader.learn(rows, separator === ',')
  for (const row of rows) reader.read(row)
  return reader.result()
}

function findHeader(records: readonly CsvRecord[]): { columns: MarketColumns; next: number } | null {
  for (let place = 0; place < Math.min(headerWithin, records.length); place += 1) {
    const record = records[place]
    const columns = record && columnsByHeader(record)
    if (columns) return { columns, next: place + 1 }
  }
  const columns = records[0] && columnsByContent(records[0])
  return columns ? { columns, next: 0 } : null
}

class TableReader {
  readonly #columns: MarketColumns
  readonly #today: string
  readonly #kind: 'prices' | 'rates'
  #order: DateOrder | null = null
  #mark: DecimalMark | null = null
  readonly #prices: PriceRow[] = []
  readonly #rates: RateRow[] = []
  readonly #empty = new Set<number>()
  readonly #problems: MarketProblem[] = []

  constructor(columns: MarketColumns, today: string) {
    this.#columns = columns
    this.#today = today
    const { at, pairs } = columns
    const hasPair = at.has('pair') || (at.has('base') && at.has('quote'))
    const namesSecurity = at.has('isin') || at.has('symbol')
    // A bank calls both 'Kurs': of a pair it is a rate.
    this.#kind =
      pairs.size > 0 || (at.has('rate') && !namesSecurity) || (hasPair && !at.has('isin'))
        ? 'rates'
        : 'prices'
  }

  /** Finds the order of dates and the decimal mark by the whole table. */
  learn(rows: readonly CsvRecord[], isSplitByComma: boolean): void {
    const cellsAt = (place: number | undefined) =>
      place === undefined ? [] : rows.map(({ cells }) => cells[place] ?? '')
    const dates = cellsAt(this.#columns.at.get('date'))
    this.#order = findDateOrder(dates).order
    const values = [...this.#columns.pairs.keys(), this.#valueColumn()].flatMap(place => cellsAt(place))
    // Between commas, and beside dates such as 2026-11-13, a point is the decimal mark.
    this.#mark = findDecimalMark(values) ?? (isSplitByComma || this.#order === 'ymd' ? '.' : null)
  }

  read(record: CsvRecord): void {
    if (record.cells.every(cell => cell === '')) return
    try {
      const date = this.#date(record)
      if (this.#columns.pairs.size > 0) this.#readPairs(record, date)
      else this.#readValue(record, date)
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      this.#problems.push({ line: record.line, code: error.code, ...error.details })
    }
  }

  result(): MarketReading {
    const { at } = this.#columns
    return {
      kind: this.#kind,
      prices: this.#prices,
      rates: this.#rates,
      emptyLines: [...this.#empty],
      problems: this.#problems,
      isOfOneSecurity: this.#kind === 'prices' && !at.has('isin') && !at.has('symbol'),
    }
  }

  #valueColumn(): number | undefined {
    const { at } = this.#columns
    return this.#kind === 'rates' ? (at.get('rate') ?? at.get('price')) : (at.get('price') ?? at.get('rate'))
  }

  #cell({ cells }: CsvRecord, meaning: Meaning): string {
    const place = this.#columns.at.get(meaning)
    return place === undefined ? '' : (cells[place]?.trim() ?? '')
  }

  #date(record: CsvRecord): string {
    const { date } = parseDay(this.#cell(record, 'date'), this.#order)
    if (date > this.#today) refuse('future_date', date)
    return date
  }

  #readPairs({ line, cells }: CsvRecord, date: string): void {
    for (const [place, pair] of this.#columns.pairs) {
      const text = cells[place]?.trim() ?? ''
      if (isEmptyCell(text)) continue
      this.#rates.push({ line, date, ...pair, rate: this.#positive(text, pair.quote) })
    }
  }

  #readValue(record: CsvRecord, date: string): void {
    const { line, cells } = record
    const text = cells[this.#valueColumn() ?? -1]?.trim() ?? ''
    if (isEmptyCell(text)) {
      this.#empty.add(line)
      return
    }
    if (this.#kind === 'rates') {
      this.#rates.push({ line, date, ...this.#pair(record), rate: this.#positive(text, 'rate') })
      return
    }
    const { number, unit } = splitUnit(text)
    const price = parseNumber(number, this.#mark, 'price')
    if (Number(price) === 0) refuse('not_a_number', text, 'price')
    const symbol = this.#cell(record, 'symbol') || null
    const isin = this.#isin(record)
    if (isin === null && symbol === null && this.#namesSecurities()) refuse('no_instrument')
    this.#prices.push({ line, date, price, isin, symbol, currency: this.#currency(record) ?? unit })
  }

  #namesSecurities(): boolean {
    return this.#columns.at.has('isin') || this.#columns.at.has('symbol')
  }

  #isin(record: CsvRecord): string | null {
    const text = this.#cell(record, 'isin')
    if (text === '') return null
    const isin = parseIsin(text)
    if (isin === null || !hasValidCheckDigit(isin)) refuse('not_an_isin', text)
    return isin
  }

  #currency(record: CsvRecord): string | null {
    const text = this.#cell(record, 'currency')
    if (text === '') return null
    const code = isCurrencyCode(text) ? text : text.toUpperCase()
    if (!isCurrencyCode(code)) refuse('not_a_currency', text)
    return code
  }

  /** The pair of a row; a single currency is quoted in US dollars, as in our own files. */
  #pair(record: CsvRecord): Pair {
    const named = this.#cell(record, 'pair') || this.#cell(record, 'symbol')
    if (named !== '') return readPair(named) ?? refuse('not_a_currency', named)
    const single = this.#currency(record)
    const base = this.#code(record, 'base') ?? single
    const quote = this.#code(record, 'quote') ?? (this.#columns.at.has('base') ? single : pivot)
    if (base === null || quote === null) refuse('no_currency')
    if (base === quote) refuse('not_a_currency', `${base}/${quote}`)
    return { base, quote }
  }

  #code(record: CsvRecord, meaning: 'base' | 'quote'): string | null {
    const text = this.#cell(record, meaning).toUpperCase()
    if (text === '') return null
    if (!isCurrencyCode(text)) refuse('not_a_currency', text)
    return text
  }

  #positive(text: string, field: string): string {
    const rate = parseNumber(text, this.#mark, field)
    if (!(Number(rate) > 0)) refuse('not_a_number', text, field)
    return rate
  }
}

function refuse(code: ProblemCode, value?: string, field?: string): never {
  throw new RowProblem(code, { ...(value !== undefined && { value }), ...(field !== undefined && { field }) })
}

/** The problem of a file that cannot be read at all. */
export function findFileProblem(error: unknown): MarketProblem | null {
  if (!(error instanceof UnreadableFile)) return null
  return { line: error.line, code: error.code, ...error.details }
}
