import { findDateOrder, parseDay } from '../csv/date-order.ts'
import { isEmptyCell, parseNumber, splitUnit } from '../csv/table/cell-text.ts'
import { findDecimalMark, guessSeparator } from '../csv/table/dialect.ts'
import { type CsvRecord, readRecords } from '../csv/table/records.ts'
import { type ProblemCode, RowProblem, UnreadableFile } from '../problem.ts'
import type { DateOrder } from '../text/date.ts'
import type { DecimalMark } from '../text/decimal.ts'
import { hasValidCheckDigit, parseIsin } from '../text/isin.ts'
import { isCurrencyCode } from '../text/iso-currency.ts'
import { findContradictions } from './contradictions.ts'
import type { Meaning } from './header-words.ts'
import { columnsByContent, columnsByHeader, type MarketColumns } from './market-columns.ts'
import type { MarketProblem, MarketReading, PriceRow, RateRow } from './market-rows.ts'
import { type Pair, readPair } from './quoted-pair.ts'
import { perUnit, readPriceUnit, readUnits } from './quoted-units.ts'

/** The ECB's whole history has about 280,000 rates. */
const maxValues = 500_000
/** Titles and notes above the header of a bank's list. */
const headerWithin = 15
const pivot = 'USD'

/**
 * Reads a table of prices or exchange rates: our own, the ECB's reference rates, price histories of Yahoo and Stooq, and
 * lists of banks in English, German or French. `today` is the last day that may be quoted.
 */
export function readMarketTable(text: string, today: string): MarketReading {
  const normal = text.replace(/\r\n?/g, '\n')
  const separator = guessSeparator(normal)
  return readMarketRecords(readRecords(normal, separator), today, separator === ',')
}

/** `hasPoints`: numbers that leave it open have a decimal point. */
export function readMarketRecords(
  records: readonly CsvRecord[],
  today: string,
  hasPoints: boolean,
): MarketReading {
  if (records.length === 0) throw new UnreadableFile('empty', 1)
  const head = findHeader(records)
  if (!head) throw new UnreadableFile('no_header', 1)
  const rows = records.slice(head.next)
  if (rows.length === 0) throw new UnreadableFile('no_rows', 1)
  if (rows.length * Math.max(1, head.columns.pairs.size) > maxValues)
    throw new UnreadableFile('too_many_rows', 1, { value: String(maxValues) })
  const reader = new TableReader(head.columns, today)
  reader.learn(rows, hasPoints)
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
  #order: DateOrder | null = null
  #mark: DecimalMark | null = null
  readonly #prices: PriceRow[] = []
  readonly #rates: RateRow[] = []
  readonly #empty = new Set<number>()
  readonly #problems: MarketProblem[] = []

  constructor(columns: MarketColumns, today: string) {
    this.#columns = columns
    this.#today = today
  }

  /** Finds the order of dates and the decimal mark by the whole table. */
  learn(rows: readonly CsvRecord[], hasPoints: boolean): void {
    const cellsAt = (place: number | undefined) =>
      place === undefined ? [] : rows.map(({ cells }) => cells[place] ?? '')
    const dates = cellsAt(this.#columns.at.get('date'))
    this.#order = findDateOrder(dates).order
    const values = [...this.#columns.pairs.keys(), this.#columns.value].flatMap(place => cellsAt(place))
    // Between commas, in a workbook, and beside dates such as 2026-11-13, a point is the decimal mark.
    this.#mark = findDecimalMark(values) ?? (hasPoints || this.#order === 'ymd' ? '.' : null)
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
    const { at, kind } = this.#columns
    return {
      kind,
      prices: this.#prices,
      rates: this.#rates,
      emptyLines: [...this.#empty],
      problems: [...this.#problems, ...findContradictions(this.#prices, this.#rates)],
      isOfOneSecurity: kind === 'prices' && !at.has('isin') && !at.has('symbol'),
    }
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
    for (const [place, { base, quote, units }] of this.#columns.pairs) {
      const text = cells[place]?.trim() ?? ''
      if (isEmptyCell(text)) continue
      this.#rates.push({ line, date, base, quote, rate: perUnit(this.#rate(text, quote), units) })
    }
  }

  #readValue(record: CsvRecord, date: string): void {
    const { kind, value } = this.#columns
    const text = record.cells[value ?? -1]?.trim() ?? ''
    if (isEmptyCell(text)) this.#empty.add(record.line)
    else if (kind === 'rates') this.#readRate(record, date, text)
    else this.#readPrice(record, date, text)
  }

  #readRate(record: CsvRecord, date: string, text: string): void {
    const { base, quote, units } = this.#pair(record)
    const rate = perUnit(this.#rate(text, quote), units)
    this.#rates.push({ line: record.line, date, base, quote, rate })
  }

  #readPrice(record: CsvRecord, date: string, text: string): void {
    const { number, unit, isPercent } = this.#priceParts(record, text)
    const price = parseNumber(number, this.#mark, 'price')
    if (Number(price) === 0) refuse('not_a_number', text, 'price')
    const symbol = this.#cell(record, 'symbol') || null
    const isin = this.#isin(record)
    if (isin === null && symbol === null && this.#namesSecurities()) refuse('no_instrument')
    this.#prices.push({ line: record.line, date, price, isin, symbol, currency: unit, isPercent })
  }

  /** The number of a price, with its currency by the column, the cell, the column of units or the header. */
  #priceParts(record: CsvRecord, text: string) {
    const [, bare = text, sign] = /^(.*\d)\s*(%)$/.exec(text) ?? []
    const { number, unit: inCell, bareSymbol = null } = splitUnit(bare)
    const column = readPriceUnit(this.#cell(record, 'unit'))
    const named = this.#currency(record)
    const stated = [
      named,
      bareSymbol !== null && named !== null ? null : inCell,
      column.currency,
      this.#columns.unit,
    ].flatMap(code => (code === null ? [] : [code === 'GBp' ? 'GBX' : code]))
    if (new Set(stated).size > 1) refuse('currency_differs', [...new Set(stated)].join(', '), 'price')
    return { number, unit: named ?? stated[0] ?? null, isPercent: sign !== undefined || column.isPercent }
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

  /** The pair of a row, and how many units of its base are quoted. */
  #pair(record: CsvRecord): Pair & { units: string } {
    const named = this.#cell(record, 'pair') || this.#cell(record, 'symbol')
    const pair = named === '' ? { ...this.#twoCurrencies(record), units: '1' } : readPair(named)
    if (!pair) return refuse('not_a_currency', named)
    const { at, unit } = this.#columns
    if (unit !== null && unit !== pair.quote) refuse('currency_differs', `${pair.quote}, ${unit}`, 'rate')
    const stated = readUnits(
      at.has('unit') ? this.#cell(record, 'unit') : null,
      at.has('unitPower') ? this.#cell(record, 'unitPower') : null,
      pair,
    )
    if (pair.units !== '1' && stated !== '1') refuse('bad_field', stated, 'unit')
    return { ...pair, units: stated === '1' ? pair.units : stated }
  }

  #twoCurrencies(record: CsvRecord): Pair {
    const { at, unit, isOwnRates } = this.#columns
    const single = this.#currency(record)
    const [first, second] = [this.#code(record, 'base'), this.#code(record, 'quote')]
    const denominator = this.#code(record, 'denominator')
    const base = at.has('denominator') ? denominator : at.has('base') ? first : single
    const others = at.has('denominator') || at.has('base') ? (second ?? single) : second
    const quote = isOwnRates ? pivot : at.has('quote') ? second : (others ?? unit)
    if (base === null || quote === null) return refuse('no_currency')
    if (base === quote) refuse('not_a_currency', `${base}/${quote}`)
    return { base, quote }
  }

  #code(record: CsvRecord, meaning: 'base' | 'quote' | 'denominator'): string | null {
    const text = this.#cell(record, meaning).toUpperCase()
    if (text === '') return null
    if (!isCurrencyCode(text)) refuse('not_a_currency', text)
    return text
  }

  #rate(text: string, quote: string): string {
    const { number, unit, bareSymbol = null } = splitUnit(text)
    if (unit !== null && unit !== quote && bareSymbol === null)
      refuse('currency_differs', `${quote}, ${unit}`, 'rate')
    const rate = parseNumber(number, this.#mark, 'rate')
    if (!(Number(rate) > 0)) refuse('not_a_number', text, 'rate')
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
