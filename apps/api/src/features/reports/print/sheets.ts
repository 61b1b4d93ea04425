import { currencyDecimals } from '@plumbline/contract/format'
import { textsIn } from '@plumbline/contract/texts'
import writeExcelFile from 'write-excel-file/node'
import { csvCell } from '../../../platform/http/bodies/csv.ts'
import { type Cell, type CellKind, currencyOf, type ReportDocument, type ReportTable } from '../document.ts'

/** A sheet that says what the file is about, then one per table, numbers as numbers. */
export async function writeXlsx(document: ReportDocument): Promise<Buffer> {
  const { currency } = document
  const readMe = describeFile(document)
  const names = new Set<string>([readMe.sheet])
  const sheets = listTables(document).map(({ title, table }) => ({
    sheet: sheetName(title, names),
    data: [
      table.columns.map(column => ({ value: column.label, fontWeight: 'bold' as const })),
      ...table.rows.map(row =>
        row.cells.map((cell, index) => sheetCell(cell, describeCell(table, row.cells, index, currency))),
      ),
      ...(table.total
        ? [
            table.total.map((cell, index, cells) =>
              sheetCell(cell, describeCell(table, cells, index, currency), true),
            ),
          ]
        : []),
    ],
    columns: table.columns.map(column => ({ width: column.isWide ? 36 : 16 })),
  }))
  return writeExcelFile([readMe, ...sheets]).toBuffer()
}

/** Family, name, day, period and currency, and whether the figures are partial. */
function describeReport({ family, name, subtitle, facts }: ReportDocument): string[][] {
  return [
    [family],
    [name],
    ...subtitle.split('\n').map(line => [line]),
    [],
    ...facts.map(({ label, value }) => [label, value]),
  ]
}

/** The report and its notes, so that the workbook is complete without the PDF. */
function describeFile(document: ReportDocument) {
  const { notes, made } = document
  const rows = [
    ...describeReport(document),
    [],
    ...notes.flatMap(({ title, lines }) => [[title], ...lines.map(line => [line])]),
    [],
    [made],
  ]
  return {
    sheet: 'README',
    data: rows.map((row, place) =>
      row.map((value, column) => ({
        type: String,
        value,
        ...(place < 2 || (row.length > 1 && column === 0) ? { fontWeight: 'bold' as const } : {}),
      })),
    ),
    columns: [{ width: 36 }, { width: 60 }],
  }
}

/** What the report is about, then all tables in sequence, each under its title. */
export function writeCsv(document: ReportDocument): string {
  const tables = listTables(document).map(({ title, table }): Cell[][] => [
    [title],
    table.columns.map(column => column.label),
    ...table.rows.map(row => row.cells),
    ...(table.total ? [table.total] : []),
  ])
  return [describeReport(document), ...tables]
    .map(rows => rows.map(row => row.map(csvCell).join(',')).join('\r\n'))
    .join('\r\n\r\n')
    .concat('\r\n')
}

function listTables(document: ReportDocument): { title: string; table: ReportTable }[] {
  const tables = document.sections.flatMap(section =>
    section.tables.map(table => ({ title: table.title || section.title, table })),
  )
  return document.missing.length === 0 ? tables : [...tables, missingTable(document)]
}

/** What is missing or old, since a sheet has no notes. */
function missingTable({ missing, language }: ReportDocument): { title: string; table: ReportTable } {
  const title = textsIn(language).report_note_data
  return {
    title,
    table: {
      title,
      columns: [{ label: title, kind: 'text', isWide: true }],
      rows: missing.map(line => ({ cells: [line] })),
      total: null,
      note: null,
    },
  }
}

/** Sheet names are short, unique, and exclude some characters. */
function sheetName(title: string, taken: Set<string>): string {
  const base = title.replaceAll(/[\\/?*[\]:]/g, ' ').slice(0, 28)
  let name = base
  for (let count = 2; taken.has(name); count += 1) name = `${base} ${count}`
  taken.add(name)
  return name
}

/** The kind of a cell and the currency of its amount. */
function describeCell({ columns }: ReportTable, cells: readonly Cell[], index: number, report: string) {
  const column = columns[index]
  return column
    ? { kind: column.kind, currency: currencyOf(column, cells, report) }
    : { kind: 'text' as const, currency: report }
}

/** Amounts have the decimals of their currency: yen none, dinars three. */
function cellFormats(currency: string): Partial<Record<CellKind, string>> {
  const decimals = currencyDecimals(currency)
  const zero = decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}`
  return {
    money: `#,##${zero}`,
    own_money: `#,##${zero}`,
    number: '#,##0.00',
    gain: `+#,##${zero};-#,##${zero};${zero}`,
    share: '0.0%',
    return: '0.00%',
    points: '+0.00%;-0.00%;0.00%',
  }
}

function sheetCell(cell: Cell, { kind, currency }: { kind: CellKind; currency: string }, isBold = false) {
  const weight = isBold ? { fontWeight: 'bold' as const } : {}
  if (cell === null) return null
  if (typeof cell === 'number') {
    const format = cellFormats(currency)[kind]
    return { type: Number, value: cell, ...(format ? { format } : {}), ...weight }
  }
  if (kind === 'date' && cell !== '')
    return { type: Date, value: new Date(`${cell}T00:00:00Z`), format: 'yyyy-mm-dd', ...weight }
  return { type: String, value: cell, ...weight }
}
