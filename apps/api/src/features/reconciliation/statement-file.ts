import type { FileReading, Holding, Reading } from '@plumbline/importers'
import { AppError } from '../../platform/errors/app-error.ts'
import { readCsvLine } from '../../platform/http/csv.ts'
import type { StatedLine } from './compare-statement.ts'
import type { AccountRow } from './statements.store.ts'

export interface ReadStatement {
  date: string
  source: string
  lines: StatedLine[]
}

function refuse(message: string): never {
  throw new AppError('unreadable_file', { message })
}

/** Extracts holdings and cash of an account from a file. */
export function readStatementFile(file: FileReading, bytes: Uint8Array, account: AccountRow): ReadStatement {
  if (file.state === 'unreadable' && file.format !== 'csv' && file.format !== null)
    return refuse(`Line ${file.line}: ${file.message}`)
  const found = file.state === 'read' ? fromReading(file.reading, file.format, account) : null
  return found ?? fromCsv(bytes)
}

function fromReading(reading: Reading, format: string, account: AccountRow): ReadStatement | null {
  const { statements, holdings } = reading
  if (holdings.length === 0 && statements.every(({ balances }) => balances.length === 0)) return null
  const place = findStatement(reading, account)
  const statement = statements[place]
  const own = holdings.filter(holding => holding.statement === place)
  const closing = (statement?.balances ?? []).filter(({ kind }) => kind === 'closing')
  const dates = [...own.map(({ date }) => date), statement?.endDate, ...closing.map(({ date }) => date)]
  const date = dates
    .filter(day => typeof day === 'string')
    .sort()
    .at(-1)
  if (date === undefined) refuse('The file does not say of which day it is.')
  const cash = closing
    .filter(balance => balance.date === null || balance.date === date)
    .map(({ currency, amount }) =>
      cashLine(currency ?? statement?.currency ?? account.currency, Number(amount)),
    )
  const lines = [
    ...own.filter(each => each.date === null || each.date === date).map(each => toStatedLine(each, account)),
    ...cash,
  ]
  if (lines.length === 0) refuse('The file tells neither of holdings nor of cash.')
  return { date, source: format, lines }
}

/** The only account of the file, or the one with a matching number or name. */
function findStatement({ statements }: Reading, account: AccountRow): number {
  if (statements.length === 1) return 0
  const plain = (text: string | null) => text?.replaceAll(/[^0-9a-z]/gi, '').toLowerCase() ?? ''
  const place = statements.findIndex(({ account: number, name }) =>
    [plain(number), plain(name)].some(
      known => known !== '' && [plain(account.number), plain(account.name)].includes(known),
    ),
  )
  if (place < 0) refuse('The file tells of several accounts, and none has the number or name of this one.')
  return place
}

function toStatedLine(
  { instrument, quantity, price, priceCurrency, value, valueCurrency, accrued }: Holding,
  account: AccountRow,
): StatedLine {
  const currency = instrument.currency ?? priceCurrency ?? valueCurrency ?? account.currency
  return {
    isin: instrument.isin,
    symbol: instrument.symbol,
    name: instrument.name ?? instrument.isin ?? instrument.symbol,
    currency,
    quantity: Number(quantity),
    price: numberOrNull(price),
    value: numberOrNull(value),
    valueCurrency: valueCurrency ?? currency,
    accrued: numberOrNull(accrued),
  }
}

function cashLine(currency: string, amount: number): StatedLine {
  return {
    isin: null,
    symbol: null,
    name: null,
    currency,
    quantity: amount,
    price: null,
    value: null,
    valueCurrency: currency,
    accrued: null,
  }
}

function numberOrNull(text: string | null): number | null {
  return text === null ? null : Number(text)
}

const maxLines = 5000

/** Columns date, isin, symbol or name, currency, quantity, price and value; a line without a name is cash. */
function fromCsv(bytes: Uint8Array): ReadStatement {
  const lines = decodeUtf8(bytes).split(/\r\n|\n|\r/)
  const header = lines[0] ?? ''
  const separator = [';', '\t', ','].find(each => header.includes(each)) ?? ','
  const names = readCsvLine(header, separator).map(name => name.toLowerCase())
  const needed = ['date', 'currency', 'quantity'].find(name => !names.includes(name))
  if (needed !== undefined) refuse(`The file tells of no holdings, and as CSV it has no column ${needed}.`)
  if (lines.length > maxLines) refuse(`A statement has at most ${maxLines} lines.`)
  let date = ''
  const read = lines.flatMap((raw, index): StatedLine[] => {
    if (index === 0 || raw.trim() === '') return []
    const cells = readCsvLine(raw, separator)
    const cell = (name: string) => cells[names.indexOf(name)]?.trim() || null
    const number = (name: string) => {
      const text = cell(name)
      if (text !== null && !/^-?\d{1,15}(\.\d{1,15})?$/.test(text))
        refuse(`Line ${index + 1}: '${text.slice(0, 40)}' is no ${name}.`)
      return numberOrNull(text)
    }
    const day = cell('date') ?? ''
    if (new Date(day).toJSON()?.slice(0, 10) !== day)
      refuse(`Line ${index + 1}: '${day.slice(0, 40)}' is no date such as 2026-11-13.`)
    if (date !== '' && day !== date)
      refuse(`Line ${index + 1}: a statement is of one day, not of ${date} and ${day}.`)
    date = day
    const currency = cell('currency') ?? ''
    if (!/^[A-Z]{3}$/.test(currency)) refuse(`Line ${index + 1}: '${currency.slice(0, 40)}' is no currency.`)
    const quantity = number('quantity')
    if (quantity === null) refuse(`Line ${index + 1}: there is no quantity.`)
    const isin = cell('isin')
    const symbol = cell('symbol')
    return [
      {
        isin,
        symbol,
        name: cell('name') ?? isin ?? symbol,
        currency,
        quantity,
        price: number('price'),
        value: number('value'),
        valueCurrency: currency,
        accrued: number('accrued'),
      },
    ]
  })
  if (read.length === 0) refuse('There is nothing below the header.')
  return { date, source: 'csv', lines: read }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse('The file tells of no holdings. Save a CSV as UTF-8.')
  }
}
