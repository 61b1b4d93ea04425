import { TRANSACTION_TYPE_RULES } from '@plumbline/engine'
import type { Side } from '../draft.ts'
import { RowProblem, type SkipCode } from '../problem.ts'
import { isNegative, isZero, minus, negated, plus } from '../text/decimal.ts'
import { statesHoldings } from './holdings/read-holdings.ts'
import { splitIdentifiers } from './identifiers.ts'
import { type ColumnMapping, type CsvTable, columnsByMeaning, type WordMeaning } from './mapping.ts'
import { type Fields, type Meaning, units } from './meaning.ts'
import type { Effect } from './preset.ts'
import { findSymbolMeanings, mayMean, type SymbolMeanings } from './table/bare-symbols.ts'
import { bareSymbolInHeader, isEmptyCell, parseNumber, splitUnit, unitInHeader } from './table/cell-text.ts'
import type { CsvRecord } from './table/records.ts'
import { headerName } from './table/table.ts'
import type { TableReader } from './table/table-reader.ts'
import { verifyDraft } from './verify-draft.ts'
import { foldWord, readSides, readStatus } from './words/side-words.ts'

type Found = { readonly skip: SkipCode; readonly value?: string } | Effect

const identifying: readonly Meaning[] = ['isin', 'symbol', 'valor', 'wkn', 'cusip', 'sedol']

/**
 * Reads rows by a mapping that a person confirmed. Nothing is guessed here: a row whose kind, direction or amount the
 * mapping leaves open is a problem.
 */
export function mappedReader(mapping: ColumnMapping, table: CsvTable): TableReader {
  const places = columnsByMeaning(mapping)
  const columns = new Map([...places].map(([meaning, [first = 0]]) => [meaning as Meaning, first] as const))
  const sideColumn = columns.get('side')
  const sides = readSides(sideColumn === undefined ? [] : table.rows.map(row => row.cells[sideColumn] ?? ''))
  const words = new Map(mapping.words.map(entry => [headerName(entry.word), entry] as const))
  const ignored = new Set(mapping.ignoredWords.map(headerName))
  const symbols = findSymbolMeanings(table, mapping)
  const hasSignedQuantity = hasNegative(table.rows, columns.get('quantity'))
  return {
    columns,
    style: {
      decimalMark: mapping.decimalMark ?? '.',
      dateOrder: mapping.dateOrder,
      ...(mapping.amountIs === null ? {} : { tradeAmountIs: mapping.amountIs }),
      // Where another column identifies securities, a name alone is a note of a cash row.
      ...(identifying.some(meaning => columns.has(meaning)) ? { securityBy: identifying } : {}),
      parseNumber: (text, field) => parseNumber(text, mapping.decimalMark, field),
    },
    identity: ['reference', 'date', 'transaction_type', 'isin', 'symbol', 'name', 'quantity'],
    refine: (fields, record) => refineFields(fields, record, { places, mapping, symbols }),
    findSkip: record => findSkip(record, ignored, columns) ?? findPart(record, columns),
    findEffect: fields => {
      const skipped = checkStatus(fields)
      if (skipped) return skipped
      const found = columns.has('transaction_type')
        ? namedEffect(fields, words)
        : unnamedEffect(fields, mapping)
      return 'skip' in found ? found : withSide(found, fields, { mapping, sides, hasSignedQuantity })
    },
    verify: (draft, row) => verifyDraft(draft, row, mapping),
  }
}

function hasNegative(rows: readonly CsvRecord[], column: number | undefined): boolean {
  return (
    column !== undefined &&
    rows.some(row => /\d/.test(row.cells[column] ?? '') && isNegativeCell(row.cells[column] ?? ''))
  )
}

const totals =
  /^(grand |sub)?-?totals?\b|^(letzter )?kontostand\b|^(zwischen|gesamt)?summe\b|^gesamt|^totale\b|^totaal\b|^somme\b|^suma\b|^summa\b|^(opening|closing) balance|^(anfangs|end|schluss)saldo|^saldo\b/

/** Rows that are no transactions: a word that the user leaves out, and totals, which have no date. */
function findSkip(
  record: CsvRecord,
  ignored: ReadonlySet<string>,
  columns: ReadonlyMap<Meaning, number>,
): { skip: SkipCode; value?: string } | null {
  if (ignored.size > 0) {
    const word = record.cells.find(cell => ignored.has(headerName(cell)))
    if (word !== undefined) return { skip: 'ignored', value: word }
  }
  const date = columns.get('date')
  const isDated =
    date !== undefined && (record.cells[date] ?? '') !== '' && /\d/.test(record.cells[date] ?? '')
  const first = record.cells.find(cell => cell !== '') ?? ''
  return !isDated && totals.test(foldWord(first)) ? { skip: 'total' } : null
}

const otherMoney: readonly Meaning[] = ['amount', 'net', 'gross', 'counter_amount', 'quantity', 'ratio']

/** Of a table with a column for money out and one for money in: a part of a collective order has neither, and no balance. */
function findPart(
  record: CsvRecord,
  columns: ReadonlyMap<Meaning, number>,
): { skip: SkipCode; value?: string } | null {
  const money = [columns.get('debit'), columns.get('credit'), columns.get('balance')]
  if (money.some(column => column === undefined) || otherMoney.some(meaning => columns.has(meaning)))
    return null
  return money.every(column => isEmptyCell(record.cells[column ?? 0]?.trim() ?? ''))
    ? { skip: 'no_money' }
    : null
}

interface TableContext {
  readonly places: ReturnType<typeof columnsByMeaning>
  readonly mapping: ColumnMapping
  readonly symbols: SymbolMeanings
}

/** Cells as values: placeholders removed, currencies split off, several columns of one meaning joined. */
function refineFields(fields: Fields, record: CsvRecord, { places, mapping, symbols }: TableContext): Fields {
  const result: Fields = {}
  for (const [meaning, text] of Object.entries(fields) as [Meaning, string][])
    if (meaning === 'note' || !isEmptyCell(text)) result[meaning] = text
  const notes = (places.get('note') ?? []).map(index => record.cells[index] ?? '').filter(cell => cell !== '')
  if (notes.length > 1) result.note = notes.join(', ')
  for (const [meaning, unitColumn] of Object.entries(units) as [Meaning, Meaning | null][]) {
    const columns = places.get(meaning as 'fees')
    // The first of several columns of costs may be empty.
    if (!columns || (columns.length === 1 && result[meaning] === undefined)) continue
    const parts = columns.flatMap(index => {
      const cell = record.cells[index]?.trim() ?? ''
      if (isEmptyCell(cell)) return []
      const { number, unit, bareSymbol } = splitUnit(cell)
      const header = mapping.columns[index]?.header ?? ''
      const inHeader = unitInHeader(header)
      const ofHeader = bareSymbolInHeader(header)
      const symbol = bareSymbol ?? (unit === null ? ofHeader : null)
      if (symbol === null) return [{ number, unit: unit ?? inHeader }]
      const own = unitColumn === null ? undefined : fields[unitColumn]
      const stated = [own, ofHeader === null ? inHeader : null, fields.currency]
      const meant = stated.find(code => mayMean(symbol, code)) ?? symbols[symbol]
      if (meant === null && unitColumn !== null)
        throw new RowProblem(symbol === '$' ? 'unclear_dollar' : 'unclear_symbol', {
          field: meaning,
          value: cell,
        })
      return [{ number, unit: meant }]
    })
    const [first] = parts
    if (!first) continue
    if (unitColumn !== null) setUnit(result, unitColumn, parts, meaning)
    result[meaning] =
      parts.length === 1
        ? first.number
        : parts.map(part => parseNumber(part.number, mapping.decimalMark, meaning)).reduce(plus)
  }
  if (
    !statesHoldings(mapping) &&
    result.gross_currency !== undefined &&
    result.net === undefined &&
    result.amount === undefined
  ) {
    // The only amount of a row is in the currency of the row.
    setUnit(result, 'currency', [{ unit: result.gross_currency }], 'gross')
    delete result.gross_currency
  }
  joinDebitAndCredit(result, mapping)
  return splitIdentifiers(result)
}

/** A currency beside a number must be that of its column. */
function setUnit(
  fields: Fields,
  column: Meaning,
  parts: readonly { unit: string | null }[],
  meaning: Meaning,
): void {
  for (const { unit } of parts) {
    if (unit === null) continue
    const stated = fields[column]
    if (stated === undefined) fields[column] = unit
    else if (stated.toUpperCase() !== unit.toUpperCase())
      throw new RowProblem('currency_differs', { field: meaning, value: `${stated}, ${unit}` })
  }
}

/** One column for money out and one for money in are one signed amount. */
function joinDebitAndCredit(fields: Fields, mapping: ColumnMapping): void {
  const read = (meaning: 'debit' | 'credit') => {
    const text = fields[meaning]
    const value = text === undefined ? '0' : parseNumber(text, mapping.decimalMark, meaning)
    return isNegative(value) && meaning === 'debit' ? negated(value) : value
  }
  if (fields.debit === undefined && fields.credit === undefined) return
  const [out, into] = [read('debit'), read('credit')]
  if (!isZero(out) && !isZero(into)) throw new RowProblem('unclear_sign', { field: 'debit' })
  // The sum has a point, which the fast path of numbers reads under either mark.
  fields.amount = withSafePoint(minus(into, out))
  delete fields.debit
  delete fields.credit
}

/** 1.125 is not thousands. */
const withSafePoint = (decimal: string): string => (/\.\d{3}$/.test(decimal) ? `${decimal}0` : decimal)

function checkStatus(fields: Fields): { skip: SkipCode } | null {
  if (fields.status === undefined) return null
  const status = readStatus(fields.status)
  if (status === null) throw new RowProblem('unknown_status', { value: fields.status, field: 'status' })
  return status === 'done' ? null : { skip: status === 'pending' ? 'pending' : 'not_executed' }
}

function namedEffect(fields: Fields, words: ReadonlyMap<string, WordMeaning>): Found {
  const word = fields.transaction_type
  if (word === undefined) throw new RowProblem('no_type', { field: 'transaction type' })
  const entry = words.get(headerName(word))
  if (!entry) throw new RowProblem('unknown_type', { value: word, field: 'transaction type' })
  const { type, side } = entry
  if (type === 'ignore') return { skip: 'ignored', value: word }
  if (type === 'spin_off') throw new RowProblem('no_parent')
  const effect = { type, ...(side ? { side } : {}) }
  if (type === 'fx' && fields.counter_amount === undefined) return { ...effect, half: 'conversion' }
  if (type === 'merger') return { ...effect, half: 'swap' }
  return type === 'split' && fields.ratio === undefined ? { ...effect, addedShares: true } : effect
}

/** Without a column of kinds nothing is posted until a person says what the rows are. */
function unnamedEffect(fields: Fields, { rowsAre }: ColumnMapping): Effect {
  if (rowsAre === 'trades') return { type: 'trade' }
  if (rowsAre === 'payments') return { type: 'deposit' }
  throw new RowProblem('no_type', { field: 'transaction type', value: fields.side ?? '' })
}

interface SideContext {
  readonly mapping: ColumnMapping
  readonly sides: ReadonlyMap<string, Side>
  readonly hasSignedQuantity: boolean
}

/** The direction of a row, by its word, its side and its signs, which must not contradict each other. */
function withSide(effect: Effect, fields: Fields, context: SideContext): Effect {
  const { statedAs } = TRANSACTION_TYPE_RULES[effect.type]
  if (effect.half || statedAs === 'split' || statedAs === 'valuation' || statedAs === 'income_in_kind')
    return effect
  const stated = readSide(effect, fields, context.sides)
  if (statedAs === 'trade') return { ...effect, side: tradeSide(effect, fields, stated, context) }
  if (statedAs === 'conversion') return effect
  const side = cashSide(effect, fields, stated, context.mapping)
  return side === null ? effect : { ...effect, side }
}

/** The direction of money by the side column, or of units for a trade. */
function readSide(effect: Effect, fields: Fields, sides: ReadonlyMap<string, Side>): Side | null {
  if (fields.side === undefined) return null
  const side = sides.get(foldWord(fields.side))
  if (side === undefined) throw new RowProblem('unknown_side', { value: fields.side, field: 'side' })
  const isTrade = TRANSACTION_TYPE_RULES[effect.type].statedAs === 'trade'
  if (isTrade) return side === 'out' ? 'buy' : side === 'in' ? 'sell' : side
  if (side === 'buy' || side === 'sell')
    throw new RowProblem('unknown_side', { value: fields.side, field: 'side' })
  return side
}

function tradeSide(effect: Effect, fields: Fields, stated: Side | null, context: SideContext): Side {
  const byWord = effect.side ?? null
  if (byWord !== null && stated !== null && byWord !== stated)
    throw new RowProblem('unclear_sign', { field: 'side' })
  const side = byWord ?? stated
  const isSold = fields.quantity !== undefined && isNegativeCell(fields.quantity)
  // Quantities are signed by the holding; a purchase of a negative quantity is a reversal.
  if (side === 'buy' && isSold) throw new RowProblem('unclear_sign', { field: 'quantity' })
  const amount = fields.net ?? fields.amount
  const bySign =
    context.mapping.signs === 'signed' && amount !== undefined && /[1-9]/.test(amount)
      ? isNegativeCell(amount)
        ? 'buy'
        : 'sell'
      : null
  const found = side ?? (isSold ? 'sell' : context.hasSignedQuantity ? 'buy' : bySign)
  if (bySign !== null && found !== bySign) throw new RowProblem('unclear_sign', { field: 'amount' })
  if (found !== null) return found
  throw new RowProblem('unclear_sign', { field: 'side' })
}

/** Words for money that comes back. */
const reversal =
  /refund|rebate|reversal|revers|storno|erstatt|rembours|correct|korrektur|cancel|annul|terug|rimborso|devoluci|aterbetal/
const debitInterest = /debit|soll|paid|margin|overdraft|debiteur|passiv|debet/

function cashSide(effect: Effect, fields: Fields, stated: Side | null, mapping: ColumnMapping): Side | null {
  const rules = TRANSACTION_TYPE_RULES[effect.type]
  if (effect.side) return effect.side
  if (stated !== null) return stated
  const amount = fields.net ?? fields.amount ?? fields.gross
  if (amount === undefined || rules.cash === null) return null
  const word = foldWord(fields.transaction_type ?? '')
  const usual =
    rules.cash === 'out' || (effect.type === 'interest' && debitInterest.test(word)) ? 'out' : 'in'
  const isOut = isNegativeCell(amount)
  if (fields.transaction_type === undefined) {
    if (mapping.signs !== 'signed') throw new RowProblem('unclear_sign', { field: 'amount' })
    return isOut ? 'out' : 'in'
  }
  if (mapping.signs === 'by_kind') {
    if (isOut) throw new RowProblem('unclear_sign', { field: 'amount' })
    if (reversal.test(word)) throw new RowProblem('unclear_sign', { field: 'amount' })
    return usual
  }
  if (mapping.signs === null && !isOut) throw new RowProblem('unclear_sign', { field: 'amount' })
  // Income may be taken back and interest may be owed; a charge that comes in must say so.
  const isTold = (isOut ? 'out' : 'in') === usual || rules.statedAs === 'income' || reversal.test(word)
  if (!isTold) throw new RowProblem('unclear_sign', { field: 'amount' })
  return isOut ? 'out' : 'in'
}

/** Whether a number is written with a minus or in brackets. */
export const isNegativeCell = (text: string): boolean => /^[$€£¥₣]? ?[(−–-]|-$/.test(text.trim())
