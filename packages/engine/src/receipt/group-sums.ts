import { type Day, dateParts } from '../calendar/day.ts'
import type { ReceiptCell, ReceiptTerm } from './sheet.ts'

/** Longer sums are divided into years, and years into months. */
const MOST_TERMS = 60

type Calendar = 'year' | 'month'

function periodKey(day: Day, unit: Calendar): number {
  const { year, month } = dateParts(day)
  return unit === 'year' ? year : year * 12 + month
}

/** Appends subtotals by year, or by month within a year. @returns the terms of the sum. */
function divide(
  cells: ReceiptCell[],
  terms: readonly ReceiptTerm[],
  whole: ReceiptCell,
): readonly ReceiptTerm[] {
  const termDay = ({ cell }: ReceiptTerm): Day | null => cells[cell]?.day ?? null
  const days = terms.map(termDay)
  if (terms.length <= MOST_TERMS || days.includes(null)) return terms
  const group = (unit: Calendar) => Map.groupBy(terms, term => periodKey(termDay(term) ?? 0, unit))
  const years = group('year')
  const groups = years.size > 1 ? years : group('month')
  if (groups.size <= 1) return terms
  return [...groups.values()].map(own => {
    const [only] = own
    if (own.length === 1 && only) return only
    const parts = years.size > 1 ? divide(cells, own, whole) : own
    const value = parts.reduce((sum, { cell, sign }) => sum + sign * (cells[cell]?.value ?? 0), 0)
    const day = own.reduce(
      (last, term) => Math.max(last, termDay(term) ?? last),
      termDay(own[0] as ReceiptTerm) ?? 0,
    )
    cells.push({ ...whole, label: 'period', terms: parts, value, day, source: null })
    return { cell: cells.length - 1, sign: 1 }
  })
}

/** Divides long sums into subtotals by year and month, so that every line can be opened and added up. */
export function groupLongSums(given: readonly ReceiptCell[]): ReceiptCell[] {
  const places = new Int32Array(given.length)
  const cells: ReceiptCell[] = []
  given.forEach((cell, place) => {
    const terms = cell.terms.map(term => ({ ...term, cell: places[term.cell] ?? 0 }))
    const divided = cell.operation === 'sum' ? divide(cells, terms, cell) : terms
    places[place] = cells.push({ ...cell, terms: divided }) - 1
  })
  return cells
}
