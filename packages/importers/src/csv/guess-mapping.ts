import type { ColumnMeaning } from '@plumbline/contract'
import { TRANSACTION_TYPE_RULES } from '@plumbline/engine'
import { UnreadableFile } from '../problem.ts'
import { isZero, magnitude, minus, plus, times } from '../text/decimal.ts'
import { profileColumn } from './column-profile.ts'
import { findDateOrder } from './date-order.ts'
import { guessColumns } from './guess-columns.ts'
import { guessHoldingColumns } from './holdings/guess-holdings.ts'
import { statesHoldings } from './holdings/read-holdings.ts'
import { listStatedDays } from './holdings/stated-day.ts'
import { isNegativeCell } from './mapped-reader.ts'
import {
  type ColumnMapping,
  type CsvTable,
  completeMapping,
  locateTable,
  tableRows,
  type WordMeaning,
} from './mapping.ts'
import { dateMeanings, numberMeanings } from './meaning.ts'
import { refineColumns } from './refine-columns.ts'
import { hasUnnamedDollars } from './table/bare-symbols.ts'
import { isEmptyCell, parseNumber, splitUnit, unitInHeader } from './table/cell-text.ts'
import { findDecimalMark } from './table/dialect.ts'
import type { CsvRecord } from './table/records.ts'
import { headerName, isAside } from './table/table.ts'
import { countHeaderNames, findHeaders, hasValues } from './table/table-end.ts'
import type { TableSource } from './table/table-source.ts'
import { guessType } from './words/type-words.ts'

const amountMeanings: ReadonlySet<ColumnMeaning> = new Set(
  [...numberMeanings].filter(each => each !== 'balance'),
)

/** Enough rows to know a column; the reading itself takes all of them. */
const sampledRows = 2000

/** Guesses the mapping of an unknown file from its headers and cells. */
export function guessMapping(source: TableSource): ColumnMapping {
  const place = chooseTable(source)
  if (!place) throw new UnreadableFile('no_header', 1)
  return guessTable(source, place)
}

interface TablePlace {
  readonly sheet: string | null
  readonly headerLine: number
}

/** Guesses the mapping of one table of a file. */
export function guessTable(source: TableSource, place: TablePlace): ColumnMapping {
  const { separator, encoding } = source
  const table = locateTable(source.records({ separator, sheet: place.sheet }), place)
  const rows = tableRows(table).slice(0, sampledRows)
  const headers = table.header.cells
  const profiles = headers.map((_, index) => profileColumn(rows.map(row => row.cells[index] ?? '')))
  const meanings = refineColumns({ headers, profiles, rows }, guessColumns(headers, profiles))
  const holdings = guessHoldingColumns({ headers, profiles, rows }, meanings)
  const columns = headers.map((header, index) => ({
    header,
    meaning: (holdings ?? meanings)[index] ?? ('ignore' as const),
  }))
  const rowsAre = holdings ? ('holdings' as const) : null
  return proposeAnswers(
    completeMapping({ separator, encoding, ...place, columns, words: [], rowsAre }),
    table,
  )
}

/**
 * Answers how values are read as far as the cells of the columns show it: marks, order of dates, signs and amounts.
 * Answers for other columns do not count; words keep their kinds, and new ones get a proposal.
 */
export function proposeAnswers(mapping: ColumnMapping, table: CsvTable): ColumnMapping {
  const rows = tableRows(table).slice(0, sampledRows)
  const listCells = (wanted: ReadonlySet<ColumnMeaning>) =>
    mapping.columns.flatMap(({ meaning }, index) =>
      wanted.has(meaning) ? rows.map(row => row.cells[index] ?? '') : [],
    )
  const kinds = listCells(new Set(['transaction_type']))
  const known = new Set(mapping.words.map(({ word }) => headerName(word)))
  const dateOrder = findDateOrder([
    ...listCells(dateMeanings),
    ...(statesHoldings(mapping) ? listStatedDays(table) : []),
  ]).order
  // Hardly anyone outside the United States writes the month first.
  const proposedDollar = dateOrder === 'mdy' && hasUnnamedDollars(table, mapping) ? 'USD' : null
  const read = {
    ...mapping,
    // Balances are read for nothing else, and may be written by another program.
    decimalMark: findDecimalMark(listCells(amountMeanings)) ?? findDecimalMark(listCells(numberMeanings)),
    dateOrder,
    dollar: mapping.dollar ?? proposedDollar,
    words: [...mapping.words, ...guessWords(kinds).filter(({ word }) => !known.has(headerName(word)))],
  }
  return { ...read, ...guessAmounts(read, rows), signs: guessSigns(read, rows) }
}

/** The table with the most rows under the most known headers. */
function chooseTable(source: TableSource): TablePlace | null {
  let best: TablePlace | null = null
  let bestScore = 0
  for (const { sheet, header, rows } of listTables(source)) {
    const score = countHeaderNames(header) * 1000 + Math.min(rows, 900)
    if (rows > 0 && score > bestScore) {
      best = { sheet, headerLine: header.line }
      bestScore = score
    }
  }
  if (best) return best
  return widestTable(source)
}

export interface ListedTable extends TablePlace {
  readonly header: CsvRecord
  readonly rows: number
}

/** Every table of a file that has a header and rows. */
export function listTables(source: TableSource): ListedTable[] {
  return source.sheets.flatMap(name => {
    const sheet = source.format === 'csv' ? null : name
    const records = source.records({ separator: source.separator, sheet })
    const headers = findHeaders(records.slice(0, 20_000)).map(header => ({
      sheet,
      header,
      headerLine: header.line,
      rows: locateTable(records, { headerLine: header.line }).rows.filter(row => !isAside(row, header))
        .length,
    }))
    return headers.filter(({ rows }) => rows > 0)
  })
}

/** Without known headers: the first line as wide as most, unless it holds values itself. */
function widestTable(source: TableSource): TablePlace | null {
  for (const name of source.sheets) {
    const sheet = source.format === 'csv' ? null : name
    const records = source.records({ separator: source.separator, sheet }).slice(0, 300)
    const widths = Map.groupBy(records, record => record.cells.length)
    const usual = [...widths].sort((a, b) => b[1].length - a[1].length)[0]?.[0] ?? 0
    const first = usual < 2 ? undefined : records.find(record => record.cells.length === usual)
    if (first) return { sheet, headerLine: hasValues(first) ? 0 : first.line }
  }
  return null
}

function guessWords(cells: readonly string[]): WordMeaning[] {
  const known = new Set(cells.map(cell => cell.trim()).filter(cell => cell !== ''))
  const guessed = [...known].flatMap(word => {
    const guess = guessType(word)
    return guess ? [{ word, ...guess }] : []
  })
  const callsCapital = guessed.some(({ type }) => type === 'capital_call')
  return callsCapital
    ? guessed.map(each => (/^distributions?$/i.test(each.word) ? { ...each, type: 'distribution' } : each))
    : guessed
}

/** Reads the figures of a row for evidence; null where one is missing or unclear. */
function figureReader(mapping: ColumnMapping, row: CsvRecord): (meaning: ColumnMeaning) => string | null {
  return meaning => {
    const index = mapping.columns.findIndex(column => column.meaning === meaning)
    const cell = index < 0 ? '' : (row.cells[index] ?? '').trim()
    if (isEmptyCell(cell)) return null
    try {
      return parseNumber(splitUnit(cell).number, mapping.decimalMark, meaning)
    } catch {
      return null
    }
  }
}

const isClose = (a: string, b: string): boolean =>
  Math.abs(Number(minus(a, b))) <= 0.016 + Math.abs(Number(b)) * 0.0001

/** Whether amounts include costs, and what prices are stated in, as far as every row with evidence agrees. */
function guessAmounts(
  mapping: ColumnMapping,
  rows: readonly CsvRecord[],
): Pick<ColumnMapping, 'amountIs' | 'priceUnit'> {
  const votes = { net: 0, gross: 0 }
  const units = { money: 0, hundredth: 0 }
  for (const row of rows) {
    const read = figureReader(mapping, row)
    const [quantity, price, amount] = [
      read('quantity'),
      read('price'),
      read('amount') ?? read('net') ?? read('gross'),
    ]
    if (quantity === null || price === null || amount === null || isZero(amount)) continue
    const gross = magnitude(times(quantity, price))
    const costs = plus(magnitude(read('fees') ?? '0'), magnitude(read('taxes') ?? '0'))
    const stated = magnitude(amount)
    const fitsNet = isClose(stated, plus(gross, costs)) || isClose(stated, minus(gross, costs))
    if (isClose(stated, gross) || fitsNet) units.money += 1
    if (Math.abs(Number(stated) * 100 - Number(gross)) <= Number(gross) * 0.02 + Number(costs) * 100)
      units.hundredth += 1
    if (isZero(costs) || isClose(stated, gross) === fitsNet) continue
    votes[fitsNet ? 'net' : 'gross'] += 1
  }
  const isInPence = mapping.columns.some(
    ({ header, meaning }) => meaning === 'price' && unitInHeader(header) === 'GBX',
  )
  return {
    amountIs:
      votes.net > 0 && votes.gross === 0 ? 'net' : votes.gross > 0 && votes.net === 0 ? 'gross' : null,
    priceUnit:
      isInPence && units.money === 0 ? 'pence' : units.money > 0 && units.hundredth === 0 ? 'money' : null,
  }
}

/** Whether a minus is money out: by every row whose kind says which way money went. */
function guessSigns(mapping: ColumnMapping, rows: readonly CsvRecord[]): ColumnMapping['signs'] {
  const indexOf = (meaning: ColumnMeaning) => mapping.columns.findIndex(column => column.meaning === meaning)
  if (indexOf('debit') >= 0 || indexOf('credit') >= 0) return 'signed'
  const amounts = [indexOf('net'), indexOf('amount'), indexOf('gross')].filter(index => index >= 0)
  if (amounts.length === 0) return null
  const kind = indexOf('transaction_type')
  const words = new Map(mapping.words.map(entry => [headerName(entry.word), entry] as const))
  let negatives = 0
  let agrees = 0
  let contradicts = 0
  let directedNegatives = 0
  for (const row of rows) {
    const cell = amounts.map(index => (row.cells[index] ?? '').trim()).find(text => !isEmptyCell(text)) ?? ''
    if (!/[1-9]/.test(cell)) continue
    const isOut = isNegativeCell(splitUnit(cell).number)
    if (isOut) negatives += 1
    const word = kind < 0 ? undefined : words.get(headerName(row.cells[kind] ?? ''))
    const direction = word && direct(word)
    if (direction === undefined || direction === null) continue
    if (isOut) directedNegatives += 1
    if ((direction === 'out') === isOut) agrees += 1
    else contradicts += 1
  }
  if (negatives === 0) return kind < 0 ? null : 'by_kind'
  // Money out without a minus: only kinds that go both ways, such as conversions, have signs.
  if (contradicts > 0 && directedNegatives === 0) return 'by_kind'
  if (kind < 0) return followsBalance(mapping, rows) ? 'signed' : null
  return contradicts === 0 && agrees > 0 ? 'signed' : null
}

/** Whether the balance of an account moves by the signed amounts, from the first row to the last or the other way. */
function followsBalance(mapping: ColumnMapping, rows: readonly CsvRecord[]): boolean {
  const steps = rows.flatMap(row => {
    const read = figureReader(mapping, row)
    const [amount, balance] = [read('amount') ?? read('net'), read('balance')]
    return amount === null || balance === null ? [] : [{ amount, balance }]
  })
  const moves = (isOldFirst: boolean) =>
    steps.length > 1 &&
    steps.every(({ amount, balance }, at) => {
      const before = steps[isOldFirst ? at - 1 : at + 1]
      return before === undefined || isClose(minus(balance, before.balance), amount)
    })
  return moves(true) || moves(false)
}

/** The way of money for kinds that have only one. */
function direct({ type, side }: WordMeaning): 'in' | 'out' | null {
  if (type === 'ignore' || type === 'fx') return null
  if (type === 'trade') return side === 'buy' ? 'out' : side === 'sell' ? 'in' : null
  if (type === 'withdrawal' || type === 'fees_cash' || type === 'tax') return 'out'
  if (type === 'deposit' || type === 'dividend' || type === 'coupon') return 'in'
  return TRANSACTION_TYPE_RULES[type].cash === 'out' ? 'out' : null
}
