import { currencyCodes } from '@plumbline/contract'
import { readCsvLine } from '../../platform/http/csv.ts'

export interface PriceLine {
  line: number
  isin: string | null
  symbol: string | null
  currency: string | null
  date: string
  price: string
}

export interface RateLine {
  line: number
  currency: string
  date: string
  rate: string
}

export type PricesFile = { kind: 'prices'; lines: PriceLine[] } | { kind: 'rates'; lines: RateLine[] }

export class LineError extends Error {
  constructor(line: number, why: string) {
    super(`Line ${line}: ${why}`)
  }
}

const maxLines = 100_000

/** Reads prices (isin or symbol, date, price, optional currency) or rates (currency, date, rate) by their header. */
export function readPricesCsv(text: string, today: string): PricesFile {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  if (lines.length > maxLines) throw new LineError(maxLines, 'there are more lines than can be read at once.')
  const header = lines[0] ?? ''
  const separator = [';', '\t', ','].find(each => header.includes(each)) ?? ','
  const names = readCsvLine(header, separator).map(name => name.toLowerCase())
  const place = (...wanted: string[]) => names.findIndex(name => wanted.includes(name))
  const columns = {
    isin: place('isin'),
    symbol: place('symbol', 'ticker'),
    currency: place('currency'),
    date: place('date'),
    price: place('price', 'close'),
    rate: place('rate'),
  }
  if (columns.date < 0) throw new LineError(1, 'there is no column date.')
  const rows = lines.flatMap((raw, index) => {
    if (index === 0 || raw.trim() === '') return []
    const cells = readCsvLine(raw, separator)
    const cell = (column: number) => (column < 0 ? '' : (cells[column] ?? ''))
    return [{ line: index + 1, cell, date: parseDate(cell(columns.date), index + 1, today) }]
  })
  if (rows.length === 0) throw new LineError(1, 'there is nothing below the header.')
  if (columns.rate >= 0 && columns.currency >= 0)
    return {
      kind: 'rates',
      lines: rows.map(({ line, cell, date }) => ({
        line,
        date,
        currency: parseCurrency(cell(columns.currency), line),
        rate: parseNumber(cell(columns.rate), line, 'rate'),
      })),
    }
  if (columns.price < 0) throw new LineError(1, 'there is no column price or rate.')
  if (columns.isin < 0 && columns.symbol < 0) throw new LineError(1, 'there is no column isin or symbol.')
  return {
    kind: 'prices',
    lines: rows.map(({ line, cell, date }) => ({
      line,
      date,
      isin: cell(columns.isin).toUpperCase() || null,
      symbol: cell(columns.symbol) || null,
      currency: cell(columns.currency) || null,
      price: parsePrice(cell(columns.price), line),
    })),
  }
}

function parseDate(text: string, line: number, today: string): string {
  const isReal = /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(text).toJSON()?.slice(0, 10) === text
  if (!isReal) throw new LineError(line, `'${text.slice(0, 40)}' is no date such as 2026-11-13.`)
  // A future price would move the last close of all figures.
  if (text < '1900-01-01' || text > today) throw new LineError(line, `${text} is not between 1900 and today.`)
  return text
}

function parseNumber(text: string, line: number, what: string): string {
  // More digits are not a price.
  if (!/^\d{1,15}(\.\d{1,15})?$/.test(text) || Number(text) <= 0)
    throw new LineError(line, `'${text.slice(0, 40)}' is no ${what} such as 58.92.`)
  return text
}

/** Whether a price can be negative depends on the instrument, which the reader does not know. */
function parsePrice(text: string, line: number): string {
  return text.startsWith('-')
    ? `-${parseNumber(text.slice(1), line, 'price')}`
    : parseNumber(text, line, 'price')
}

function parseCurrency(text: string, line: number): string {
  if (!currencyCodes.includes(text) || text === 'USD')
    throw new LineError(line, `'${text.slice(0, 40)}' is no currency that has a rate in US dollars.`)
  return text
}
