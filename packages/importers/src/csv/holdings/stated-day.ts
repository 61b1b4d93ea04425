import { RowProblem } from '../../problem.ts'
import type { DateOrder } from '../../text/date.ts'
import { parseDay } from '../date-order.ts'
import type { ColumnMapping, CsvTable } from '../mapping.ts'
import type { CsvRecord } from '../table/records.ts'

const dayInText =
  /(?<![\d.,/-])(\d{4}-\d{2}-\d{2}|\d{1,2}\.\s?\d{1,2}\.\s?\d{2,4}|\d{1,2}[/-]\d{1,2}[/-]\d{2,4}|\d{1,2}[. -]{1,2}[A-Za-zÀ-ÿ]{3,12}\.?[ -]\d{4}|[A-Za-zÀ-ÿ]{3,12}[ -]\d{1,2}(?:, ?|-| )\d{4})(?![\d])/g

/** Words before the day that a list is of; the day it was made may be another one. */
const asOf =
  /(as (of|at)|per|vom|zum|stand|stichtag|au|al|a fecha|situation|date|datum|data|valuation|pr\.?)\W*$/i

/**
 * The day a list of holdings is of: the one named above or below its table, else the latest of a column of days. Null if the
 * file does not say it, or says it in two ways.
 */
export function findStatedDay(table: CsvTable, mapping: ColumnMapping): string | null {
  const { dateOrder: order, columns } = mapping
  const dateColumn = columns.findIndex(({ meaning }) => meaning === 'date')
  const found = listAsides(table).flatMap(text => findDays(text, order))
  const named = new Set(found.filter(({ isNamed }) => isNamed).map(({ day }) => day))
  const all = new Set(found.map(({ day }) => day))
  const [only, ...others] = named.size > 0 ? named : all
  if (only !== undefined && others.length === 0) return only
  if (only !== undefined || dateColumn < 0) return null
  const days = table.rows.flatMap(row => readDay(row.cells[dateColumn] ?? '', order) ?? [])
  return days.toSorted().at(-1) ?? null
}

/** The texts above and below the rows of a table. */
function listAsides({ header, above, others, rows }: CsvTable): string[] {
  const isAside = (row: CsvRecord) => row.cells.filter(cell => cell !== '').length <= 3
  return [...above, ...[...others, ...rows].filter(row => row.line > header.line && isAside(row))].map(row =>
    row.cells.filter(cell => cell !== '').join(' '),
  )
}

/** Days beside a table, as they are written: they may settle the order of its dates. */
export const listStatedDays = (table: CsvTable): string[] =>
  listAsides(table).flatMap(text => [...text.slice(0, 2000).matchAll(dayInText)].map(match => match[1] ?? ''))

function findDays(text: string, order: DateOrder | null): { day: string; isNamed: boolean }[] {
  return [...text.slice(0, 2000).matchAll(dayInText)].flatMap(match => {
    const day = readDay(match[1] ?? '', order)
    return day === null ? [] : [{ day, isNamed: asOf.test(text.slice(0, match.index)) }]
  })
}

function readDay(text: string, order: DateOrder | null): string | null {
  try {
    return parseDay(text.replace(/^([A-Za-zÀ-ÿ]{3,12})-(\d{1,2})-/, '$1 $2, ').replace(/\.\s+/g, '.'), order)
      .date
  } catch (error) {
    if (error instanceof RowProblem) return null
    throw error
  }
}
