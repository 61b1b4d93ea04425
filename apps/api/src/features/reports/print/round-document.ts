import {
  currencyDecimals,
  roundTable,
  roundTo,
  roundToTotal,
  roundWithRest,
} from '@plumbline/contract/format'
import type { Cell, Headline, ReportDocument, ReportRow, ReportTable } from '../document.ts'

/**
 * A report as printed: amounts are rounded once, so that the printed parts add up to the printed totals. Workbooks and
 * CSV keep all digits.
 */
export function roundDocument(document: ReportDocument): ReportDocument {
  const decimals = currencyDecimals(document.currency)
  return {
    ...document,
    headline: roundHeadline(document.headline, decimals),
    sections: document.sections.map(section => ({
      ...section,
      tables: section.tables.map(table => roundReportTable(table, decimals)),
    })),
  }
}

const asNumber = (cell: Cell | undefined): number | null => (typeof cell === 'number' ? cell : null)

/** The first figure is the sum of the others, if they have signs. */
function roundHeadline(headline: ReportDocument['headline'], decimals: number): ReportDocument['headline'] {
  const [first, ...others] = headline
  if (first?.kind !== 'money') return headline
  const total = first.value === null ? null : roundTo(first.value, decimals)
  // As on the overview: the first term, the opening value or else the net cash flow, takes the rest.
  const parts = roundWithRest(others.map(({ value }) => value).reverse(), total, decimals).reverse()
  return [
    { ...first, value: total },
    ...others.map((other, index) => roundTerm({ ...other, value: parts[index] ?? null }, decimals)),
  ]
}

/** The parts of a term add up to it; the last one takes the rest. */
function roundTerm(term: Headline, decimals: number): Headline {
  if (!term.parts) return term
  const values = roundWithRest(
    term.parts.map(({ value }) => value),
    term.value,
    decimals,
  )
  return { ...term, parts: term.parts.map((part, index) => ({ ...part, value: values[index] ?? null })) }
}

function roundReportTable(table: ReportTable, decimals: number): ReportTable {
  const columns = new Map<number, Column>()
  for (const [column, { kind }] of table.columns.entries())
    if (kind === 'money' || kind === 'gain') columns.set(column, roundColumn(table, column, decimals))
  if (table.sum) roundAcross(table, table.sum, columns, decimals)
  const place = (cells: readonly Cell[], read: (column: Column) => number | null): Cell[] =>
    cells.map((cell, index) => {
      const column = columns.get(index)
      return column && typeof cell === 'number' ? read(column) : cell
    })
  let line = -1
  let first = 0
  const rows = table.rows.map((row): ReportRow => {
    if (row.role === 'heading') {
      first = line + 1
      return row
    }
    // A subtotal is the sum of the printed rows above it.
    if (row.role === 'sum')
      return {
        ...row,
        cells: place(row.cells, column => sumKnown(column.lines.slice(first, line + 1), decimals)),
      }
    line += 1
    return { ...row, cells: place(row.cells, column => column.lines[line] ?? null) }
  })
  return { ...table, rows, total: table.total && place(table.total, column => column.total) }
}

/** The amounts of a column, without headings and subtotals. */
interface Column {
  lines: (number | null)[]
  total: number | null
}

function sumKnown(values: readonly (number | null)[], decimals: number): number {
  return roundTo(
    values.reduce<number>((sum, value) => sum + (value ?? 0), 0),
    decimals,
  )
}

function roundColumn(table: ReportTable, column: number, decimals: number): Column {
  const lines = table.rows.filter(row => row.role === undefined).map(row => asNumber(row.cells[column]))
  const exact = asNumber(table.total?.[column])
  const total = exact === null ? null : roundTo(exact, decimals)
  return { lines: roundToTotal(lines, total, decimals), total }
}

type Terms = NonNullable<ReportTable['sum']>['terms']

function signedCells(cells: readonly Cell[], terms: Terms): (number | null)[] {
  return terms.map(({ column, sign }) => {
    const value = asNumber(cells[column])
    return value === null ? null : sign * value
  })
}

/** The total row is the equation of the headline: a balance takes the rest, and the first row begins with the same one. */
function roundBalances(
  table: ReportTable,
  terms: Terms,
  columns: Map<number, Column>,
  decimals: number,
): void {
  const [exact, whole] = [table.total ?? [], asNumber(table.total?.[table.sum?.result ?? -1])]
  const ordered = terms.toReversed()
  const shown = roundWithRest(
    signedCells(exact, ordered),
    whole === null ? null : roundTo(whole, decimals),
    decimals,
  )
  const first = table.rows.find(row => row.role === undefined)
  for (const [place, { column, sign, isBalance }] of ordered.entries()) {
    const found = columns.get(column)
    const value = shown[place]
    if (!found || !isBalance || value == null) continue
    const total = value === 0 ? 0 : sign * value
    const isSame = first?.cells[column] === exact[column]
    columns.set(column, { lines: isSame ? [total, ...found.lines.slice(1)] : found.lines, total })
  }
}

/** Rounds rows whose cells add up: the columns that add up downwards take the units, the others stay. */
function roundAcross(
  table: ReportTable,
  { result, terms }: NonNullable<ReportTable['sum']>,
  columns: Map<number, Column>,
  decimals: number,
): void {
  const found = columns.get(result)
  const fixed = terms.filter(({ isBalance }) => isBalance === true)
  const free = terms.filter(({ isBalance }) => isBalance !== true)
  if (!found) return
  if (fixed.length > 0 && table.total) roundBalances(table, terms, columns, decimals)
  const rest = (whole: number | null, read: (column: Column) => number | null): number | null =>
    whole === null
      ? null
      : fixed.reduce((sum, { column, sign }) => {
          const own = columns.get(column)
          return roundTo(sum - sign * ((own && read(own)) ?? 0), decimals)
        }, whole)
  const lines = table.rows.filter(row => row.role === undefined)
  const signed = (cells: readonly Cell[]) => signedCells(cells, free)
  const whole = rest(found.total, column => column.total)
  // Beside balances the P/L stays as in the headline.
  const roundTotals = (cells: (number | null)[]) =>
    fixed.length > 0
      ? roundWithRest(cells.reverse(), whole, decimals).reverse()
      : roundToTotal(cells, whole, decimals)
  const totals = table.total ? roundTotals(signed(table.total)) : []
  const cells = roundTable(
    lines.map(row => signed(row.cells)),
    // Where a cell is missing, the others are no parts of the result.
    lines.map((row, index) =>
      signed(row.cells).includes(null)
        ? null
        : rest(found.lines[index] ?? null, column => column.lines[index] ?? null),
    ),
    totals,
    decimals,
  )
  for (const [place, { column, sign }] of free.entries()) {
    const unsigned = (value: number | null | undefined) =>
      value == null ? null : value === 0 ? 0 : sign * value
    columns.set(column, {
      lines: cells.map(row => unsigned(row[place])),
      total: table.total ? unsigned(totals[place]) : null,
    })
  }
}
