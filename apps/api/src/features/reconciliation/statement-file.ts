import { currencyUnit, MINOR_UNITS } from '@plumbline/engine'
import type { FileReading, Holding, Reading } from '@plumbline/importers'
import { AppError } from '../../platform/errors/app-error.ts'
import { readCsvLine } from '../../platform/http/bodies/csv.ts'
import type { KnownNumber, StatedNumber } from './account-numbers.ts'
import { isCash, type StatedLine } from './compare-statement.ts'
import { toMajorUnits } from './minor-units.ts'
import type { AccountRow } from './statements.store.ts'

export interface ReadStatement {
  date: string
  source: string
  numbers: StatedNumber[]
  lines: StatedLine[]
}

/** What a file states of one account, and the account numbers in it that no account of the family has. */
export interface ReadFile {
  statements: ReadStatement[]
  leftOut: StatedNumber[]
}

interface StatementOwner {
  account: AccountRow
  numbers: readonly KnownNumber[]
  /** The user says that the file is of this account although its number is another one. */
  isConfirmed: boolean
}

function refuse(message: string): never {
  throw new AppError('unreadable_file', { message })
}

/** Extracts holdings and cash of an account from a file: one statement for every day and account number. */
export function readStatementFile(file: FileReading, bytes: Uint8Array, owner: StatementOwner): ReadFile {
  if (file.state === 'unreadable' && file.format !== 'csv' && file.format !== null)
    return refuse(`Line ${file.line}: ${file.message}`)
  const isStated = file.state === 'read' && file.reading.holdings.length > 0
  if (file.format === 'pdf' && !isStated)
    refuse('No holdings were found in this PDF. Import its transactions instead.')
  const found = file.state === 'read' ? readStatements(file.reading, file.format, owner) : null
  return found ?? { statements: [fromCsv(bytes)], leftOut: [] }
}

type Stated = Pick<Reading, 'statements' | 'holdings'>

/** Null if there are neither holdings nor balances. */
export function readStatements(reading: Stated, format: string, owner: StatementOwner): ReadFile | null {
  const { statements, holdings } = reading
  if (holdings.length === 0 && statements.every(({ balances }) => balances.length === 0)) return null
  const { own, leftOut } = findStatements(reading, owner)
  const read = (places: readonly number[]) =>
    places.flatMap(place => readStatement(reading, place, format, owner.account))
  const kept = read(own)
  if (kept.length === 0) refuse('The file contains neither holdings nor cash.')
  return { statements: joinSameDay(kept), leftOut: joinNumbers(read(leftOut)) }
}

function readStatement(
  { statements, holdings }: Stated,
  place: number,
  source: string,
  account: AccountRow,
): ReadStatement[] {
  const statement = statements[place]
  const own = holdings.filter(holding => holding.statement === place)
  const closing = (statement?.balances ?? []).filter(({ kind }) => kind === 'closing')
  if (own.length === 0 && closing.length === 0) return []
  const dates = [...own.map(({ date }) => date), statement?.endDate, ...closing.map(({ date }) => date)]
  const date = dates
    .filter(day => typeof day === 'string')
    .sort()
    .at(-1)
  if (date === undefined) return refuse('The file does not state its date.')
  const cash = closing
    .filter(balance => balance.date === null || balance.date === date)
    .map(({ currency, amount }) =>
      cashLine(currency ?? statement?.currency ?? account.currency, Number(amount)),
    )
  const lines = [
    ...own.filter(each => each.date === null || each.date === date).map(each => toStatedLine(each, account)),
    ...cash,
  ]
  const currencies = cash.map(({ currency }) => currency)
  const numbers = statement?.account == null ? [] : [{ number: statement.account, currencies }]
  return lines.length === 0 ? [] : [{ date, source, numbers, lines }]
}

/** Statements of one day are one: a file has one for each currency of an account. */
function joinSameDay(read: readonly ReadStatement[]): ReadStatement[] {
  return [...Map.groupBy(read, each => each.date)].map(([date, same]) => ({
    date,
    source: same[0]?.source ?? '',
    numbers: joinNumbers(same),
    lines: joinLines(same),
  }))
}

function joinNumbers(read: readonly ReadStatement[]): StatedNumber[] {
  const all = read.flatMap(({ numbers }) => numbers)
  return [...Map.groupBy(all, ({ number }) => number)].map(([number, same]) => ({
    number,
    currencies: [...new Set(same.flatMap(({ currencies }) => currencies))],
  }))
}

/** Later statements of a day replace the balance of a currency that an earlier one states for the same number. */
function joinLines(same: readonly ReadStatement[]): StatedLine[] {
  const holdings = same.flatMap(({ lines }) => lines.filter(line => !isCash(line)))
  const balances = new Map<string, Map<string, number>>()
  for (const { numbers, lines } of same)
    for (const { currency, quantity } of lines.filter(isCash)) {
      const byNumber = balances.get(currency) ?? new Map<string, number>()
      balances.set(currency, byNumber.set(numbers[0]?.number ?? '', quantity))
    }
  const cash = [...balances].map(([currency, byNumber]) =>
    cashLine(
      currency,
      [...byNumber.values()].reduce((sum, amount) => sum + amount, 0),
    ),
  )
  return [...holdings, ...cash]
}

const plain = (text: string | null) => text?.replaceAll(/[^0-9a-z]/gi, '').toLowerCase() ?? ''

/** Numbers are the same if one is the end of the other: an IBAN ends with the account number. */
function isSameNumber(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return a === b || (short.length >= 6 && long.endsWith(short))
}

/** Account numbers in a file, with holdings or cash, that no account of the family has. */
export function listUnknownNumbers(
  reading: Stated,
  format: string,
  { account, numbers }: Omit<StatementOwner, 'isConfirmed'>,
): StatedNumber[] {
  const unknown = reading.statements.flatMap(({ account: number }, place) => {
    const id = plain(number)
    return id === '' || numbers.some(each => isSameNumber(plain(each.number), id)) ? [] : [place]
  })
  return joinNumbers(unknown.flatMap(place => readStatement(reading, place, format, account)))
}

/**
 * The statements of the file that are of this account. Those of another account of the family are left out. Numbers
 * that are not known have to be confirmed, all of a file at once, and are known from then on; beside a known one they
 * are left out until then. The first number of an account without one needs no confirmation.
 */
function findStatements(
  { statements }: Stated,
  { account, numbers, isConfirmed }: StatementOwner,
): { own: number[]; leftOut: number[] } {
  const owned = statements.map(({ account: number, name }) => {
    const id = plain(number)
    const same = numbers.filter(each => id !== '' && isSameNumber(plain(each.number), id))
    if (same.some(each => each.is_own)) return { is: 'own' as const, number, other: null }
    if (same[0]) return { is: 'other' as const, number, other: same[0].name }
    const isNamed = plain(name) !== '' && plain(name) === plain(account.name)
    return { is: isNamed || id === '' ? ('own' as const) : ('unknown' as const), number, other: null }
  })
  const places = (...wanted: string[]) =>
    owned.flatMap((each, place) => (wanted.includes(each.is) ? [place] : []))
  const unknown = places('unknown')
  if (isConfirmed && unknown.length > 0) return { own: places('own', 'unknown'), leftOut: [] }
  if (places('own').length > 0) return { own: places('own'), leftOut: unknown }
  if (unknown.length === 0) {
    const other = owned[0]
    throw new AppError('unreadable_file', {
      message: `The file belongs to account ${other?.number ?? ''}, which is ${other?.other ?? ''}.`,
    })
  }
  const found = [...new Set(unknown.map(place => owned[place]?.number ?? ''))]
  if (found.length > 1)
    throw new AppError('other_account', {
      message: `The file has several account numbers: ${found.join(', ')}. Confirm that all are of this account.`,
    })
  const own = numbers.filter(each => each.is_own)
  if (own.length > 0)
    throw new AppError('other_account', {
      message: `The file belongs to account ${found[0]}. This account has the number ${own.map(({ number }) => number).join(', ')}.`,
    })
  return { own: unknown, leftOut: [] }
}

function toStatedLine(
  { instrument, quantity, price, priceCurrency, value, valueCurrency, accrued }: Holding,
  account: AccountRow,
): StatedLine {
  const details = readDetails(instrument)
  // The unit of the price tells pence from pounds.
  const quoted = priceCurrency !== null && currencyUnit(priceCurrency).currency === instrument.currency
  const currency = quoted
    ? priceCurrency
    : (instrument.currency ?? priceCurrency ?? valueCurrency ?? account.currency)
  return toMajorUnits({
    isin: instrument.isin,
    symbol: instrument.symbol,
    name: instrument.name ?? instrument.isin ?? instrument.symbol,
    currency,
    quantity: Number(quantity),
    price: numberOrNull(price),
    value: numberOrNull(value),
    valueCurrency: valueCurrency ?? currency,
    accrued: numberOrNull(accrued),
    ...(details && { details }),
  })
}

/** What the file states about a security beside its names; null if nothing. */
function readDetails({
  isin,
  symbol,
  name,
  currency,
  ...details
}: Holding['instrument']): StatedLine['details'] | null {
  const stated = Object.entries(details).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  )
  return stated.length === 0 ? null : Object.fromEntries(stated)
}

function cashLine(currency: string, amount: number): StatedLine {
  return toMajorUnits({
    isin: null,
    symbol: null,
    name: null,
    currency,
    quantity: amount,
    price: null,
    value: null,
    valueCurrency: currency,
    accrued: null,
  })
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
  if (needed !== undefined) refuse(`The file contains no holdings, and as CSV it has no column ${needed}.`)
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
      refuse(`Line ${index + 1}: '${day.slice(0, 40)}' is not a date such as 2026-11-13.`)
    if (date !== '' && day !== date)
      refuse(`Line ${index + 1}: a statement is of one day, not of ${date} and ${day}.`)
    date = day
    const currency = cell('currency') ?? ''
    if (!/^[A-Z]{3}$/.test(currency) && MINOR_UNITS[currency] === undefined)
      refuse(`Line ${index + 1}: '${currency.slice(0, 40)}' is no currency.`)
    const quantity = number('quantity')
    if (quantity === null) refuse(`Line ${index + 1}: there is no quantity.`)
    const isin = cell('isin')
    const symbol = cell('symbol')
    return [
      toMajorUnits({
        isin,
        symbol,
        name: cell('name') ?? isin ?? symbol,
        currency,
        quantity,
        price: number('price'),
        value: number('value'),
        valueCurrency: currency,
        accrued: number('accrued'),
      }),
    ]
  })
  if (read.length === 0) refuse('There are no rows below the header.')
  return { date, source: 'csv', numbers: [], lines: read }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return refuse('The file contains no holdings. Save a CSV as UTF-8.')
  }
}
