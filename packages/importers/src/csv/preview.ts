import type { ColumnMeaning } from '@plumbline/contract'
import { type Details, type ProblemCode, RowProblem } from '../problem.ts'
import type { Reading } from '../reading.ts'
import { type ColumnProfile, profileColumn } from './column-profile.ts'
import { findDateOrder, parseDay } from './date-order.ts'
import { statesHoldings } from './holdings/read-holdings.ts'
import { findStatedDay } from './holdings/stated-day.ts'
import { type ColumnMapping, type CsvTable, tableRows } from './mapping.ts'
import { dateMeanings, numberMeanings } from './meaning.ts'
import { hasUnnamedDollars } from './table/bare-symbols.ts'
import { isEmptyCell, parseNumber, splitUnit } from './table/cell-text.ts'
import { headerName } from './table/table.ts'

/** Why a column has its meaning: how many of its cells fit. */
export interface ColumnEvidence {
  readonly kind: 'dates' | 'numbers' | 'check_digits' | 'currencies' | 'known_words' | 'different'
  readonly count: number
  readonly of: number
}

/** What a mapping makes of the rows of a table; the three numbers add up to all rows. */
export interface Outcome {
  readonly ready: number
  readonly skipped: number
  readonly problems: readonly {
    readonly code: ProblemCode
    /** Details of the first one. */
    readonly details: Details
    readonly count: number
    readonly lines: readonly number[]
  }[]
}

/** A table under a mapping, as the mapping screen shows it. */
export interface CsvPreview {
  readonly mapping: ColumnMapping
  readonly columns: readonly {
    readonly header: string
    readonly meaning: ColumnMeaning
    readonly sample: string
    /** The sample as parsed; null if it cannot be. */
    readonly readAs: string | null
    readonly filledCount: number
    readonly evidence: ColumnEvidence | null
  }[]
  readonly words: readonly { readonly word: string; readonly count: number }[]
  readonly sampleRows: readonly { readonly line: number; readonly cells: readonly string[] }[]
  /** The tables of the file, to choose from. */
  readonly tables: readonly {
    readonly sheet: string | null
    readonly headerLine: number
    readonly rowsCount: number
  }[]
  /** The day that the file states a list of holdings for, and the day its rows are read for. */
  readonly statedDay: string | null
  /** Dates whose parts settle the order. */
  readonly datesSettled: number
  /** Amounts have a '$', and the table names no single dollar. */
  readonly hasUnnamedDollars: boolean
  readonly firstLines: readonly string[]
  readonly rowsCount: number
  readonly outcome: Outcome
}

export interface PreviewContext extends Pick<CsvPreview, 'tables' | 'firstLines'> {
  readonly reading: Reading
}

const shownRows = 6
const profiledRows = 2000

/** Previews a table under a mapping. */
export function previewTable(mapping: ColumnMapping, table: CsvTable, context: PreviewContext): CsvPreview {
  const { header } = table
  const rows = tableRows(table)
  const meaningAt = (index: number) => mapping.columns[index]?.meaning ?? 'ignore'
  const typeColumn = header.cells.findIndex((_, index) => meaningAt(index) === 'transaction_type')
  const counts = new Map<string, number>()
  const firstRows = new Map<string, number>()
  rows.forEach((row, index) => {
    const word = typeColumn < 0 ? '' : (row.cells[typeColumn] ?? '').trim()
    if (!firstRows.has(word)) firstRows.set(word, index)
    if (word) counts.set(word, (counts.get(word) ?? 0) + 1)
  })
  const dateCells = header.cells.flatMap((_, index) =>
    meaningAt(index) === 'date' ? rows.slice(0, profiledRows).map(row => row.cells[index] ?? '') : [],
  )
  return {
    mapping,
    columns: header.cells.map((name, index) => {
      const cells = rows.map(row => row.cells[index] ?? '')
      const filled = cells.filter(cell => cell !== '')
      const sample = (filled[0] ?? '').slice(0, 200)
      const meaning = meaningAt(index)
      return {
        header: name,
        meaning,
        sample,
        readAs: readAs(sample, meaning, mapping),
        filledCount: filled.length,
        evidence: findEvidence(meaning, profileColumn(cells.slice(0, profiledRows))),
      }
    }),
    words: [...counts].slice(0, 500).map(([word, count]) => ({ word, count })),
    sampleRows: pickRows(rows.length, [...firstRows.values()]).flatMap(index => {
      const row = rows[index]
      return row
        ? [{ line: row.line, cells: header.cells.map((_, at) => (row.cells[at] ?? '').slice(0, 100)) }]
        : []
    }),
    tables: context.tables,
    statedDay: statesHoldings(mapping) ? findStatedDay(table, mapping) : null,
    datesSettled: findDateOrder(dateCells).settled,
    hasUnnamedDollars: hasUnnamedDollars(table, mapping),
    firstLines: context.firstLines,
    rowsCount: table.rows.length,
    outcome: summarize(context.reading, table),
  }
}

/** One row of each kind, filled up with the first rows. */
function pickRows(count: number, firsts: readonly number[]): number[] {
  const picked = new Set(firsts.slice(0, shownRows))
  for (let index = 0; index < count && picked.size < shownRows; index += 1) picked.add(index)
  return [...picked].sort((a, b) => a - b)
}

function summarize(reading: Reading, { rows }: CsvTable): Outcome {
  const lines = new Set(rows.map(({ line }) => line))
  const byCode = Map.groupBy(reading.problems, ({ code }) => code)
  const problemLines = new Set(reading.problems.map(({ line }) => line))
  const skippedLines = new Set(reading.skipped.map(({ line }) => line).filter(line => lines.has(line)))
  return {
    ready: rows.filter(({ line }) => !problemLines.has(line) && !skippedLines.has(line)).length,
    skipped: skippedLines.size,
    problems: [...byCode].map(([code, problems]) => ({
      code,
      details: {
        ...(problems[0]?.field ? { field: problems[0].field } : {}),
        ...(problems[0]?.value ? { value: problems[0].value } : {}),
      },
      count: new Set(problems.map(({ line }) => line)).size,
      lines: [...new Set(problems.map(({ line }) => line))].slice(0, 5),
    })),
  }
}

function findEvidence(meaning: ColumnMeaning, profile: ColumnProfile): ColumnEvidence | null {
  const of = profile.filled
  if (of === 0 || meaning === 'ignore') return null
  if (dateMeanings.has(meaning)) return { kind: 'dates', count: profile.dates, of }
  if (numberMeanings.has(meaning)) return { kind: 'numbers', count: profile.numbers, of }
  switch (meaning) {
    case 'isin':
      return { kind: 'check_digits', count: profile.isins, of }
    case 'cusip':
      return { kind: 'check_digits', count: profile.cusips, of }
    case 'sedol':
      return { kind: 'check_digits', count: profile.sedols, of }
    case 'currency':
    case 'price_currency':
    case 'fees_currency':
    case 'counter_currency':
      return { kind: 'currencies', count: profile.currencies, of }
    case 'transaction_type':
      return { kind: 'known_words', count: profile.kinds, of }
    default:
      return { kind: 'different', count: profile.distinct, of }
  }
}

function readAs(sample: string, meaning: ColumnMeaning, mapping: ColumnMapping): string | null {
  if (isEmptyCell(sample) || meaning === 'ignore') return null
  try {
    if (dateMeanings.has(meaning)) return parseDay(sample, mapping.dateOrder).date
    if (numberMeanings.has(meaning))
      return parseNumber(splitUnit(sample).number, mapping.decimalMark, meaning)
    switch (meaning) {
      case 'transaction_type':
        return mapping.words.find(({ word }) => headerName(word) === headerName(sample))?.type ?? null
      default:
        return sample
    }
  } catch (error) {
    if (error instanceof RowProblem) return null
    throw error
  }
}
