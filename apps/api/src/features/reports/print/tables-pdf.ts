import { formatPercent, noFigure } from '@plumbline/contract/format'
import type { Column, Content, ContentTable, TableCell } from 'pdfmake/interfaces.js'
import {
  type Cell,
  currencyOf,
  type Reader,
  type ReportColumn,
  type ReportRow,
  type ReportTable,
  readerLocale,
} from '../document.ts'
import { cellText, isNumeric } from './cell-text.ts'
import { createTag, type Tag, tagText } from './tags.ts'
import { gain, ink, loss, quiet, rule } from './theme.ts'

/** Identifies the rows of a table across layout passes, and those that start a new page. */
export interface TablePlace {
  key: string
  withBreak: ReadonlySet<string>
}

/** Marks a row that stays on a page with one that follows: a heading with its first row, a last row with its sums. */
const leadMark = ' lead'
const followMark = ' follow'

/** The row that has to move to the next page, where a row that belongs to it is. */
export function findSeparated(
  id: string | undefined,
  onNextPage: () => readonly { id?: string | undefined }[],
): string | null {
  if (!id?.endsWith(leadMark)) return null
  const key = id.slice(0, -leadMark.length)
  return onNextPage().some(node => node.id?.startsWith(`${key}${followMark}`)) ? key : null
}

/** A table that repeats its header on every page and never leaves a heading, subtotal or total alone on one. */
export function tablePdf(table: ReportTable, reader: Reader, place: TablePlace): Content[] {
  const { columns, rows, total } = table
  const tag = createTag('Table')
  const header = createTag('TR', tag)
  const body: TableCell[][] = [
    columns.map(column => ({
      text: tagText(createTag('TH', header, { scope: 'Column' }), column.label),
      color: quiet,
      fontSize: 7.5,
      alignment: isNumeric(column.kind) ? 'right' : 'left',
    })),
    ...rows.map(row => rowCells(row, columns, reader, tag)),
  ]
  if (total) body.push(layOutCells({ cells: total, role: 'sum' }, columns, reader, tag))
  keepTogether(body, table, place)
  const content: ContentTable = {
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: columns.map(column => (column.isWide ? '*' : 'auto')),
      body,
    },
    layout: {
      hLineWidth: line => hasRule(line, table),
      hLineColor: line => (isBlackRule(line, table) ? ink : rule),
      vLineWidth: () => 0,
      paddingLeft: column => (column === 0 ? 0 : 5),
      paddingRight: column => (column === columns.length - 1 ? 0 : 5),
      paddingTop: () => 3.6,
      paddingBottom: () => 3.6,
    },
    fontSize: 7.9,
  }
  const title: Content[] = table.title
    ? [{ text: tagText(createTag('H2'), table.title), bold: true, margin: [0, 12, 0, 4] }]
    : []
  const note: Content[] = table.note
    ? [{ text: tagText(createTag('P'), table.note), color: quiet, fontSize: 7, margin: [0, 5, 0, 0] }]
    : []
  return [...title, content, ...note]
}

/**
 * Marks the rows that stay on one page. A heading leads its first row. The last row leads the subtotal and the total after
 * it, or its heading does if it is the only row.
 */
function keepTogether(
  body: TableCell[][],
  { rows, total }: ReportTable,
  { key, withBreak }: TablePlace,
): void {
  const roles = [...rows.map(row => row.role), ...(total ? ['sum' as const] : [])]
  const isHeading = (index: number) => roles[index] === 'heading'
  let lead: number | null = null
  for (const [index, role] of roles.entries()) {
    const isFirst = index > 0 && isHeading(index - 1)
    // Without a row above, a total follows the header, which the layout keeps with it.
    if (lead !== null && (role === 'sum' || isFirst)) mark(index, `${key}.${lead}${followMark} ${index}`)
    if (role === 'heading') lead = index
    else if (role === undefined && !isFirst) lead = null
    if (role === undefined && roles[index + 1] === 'sum' && !isFirst) lead = index
    if (lead === index) mark(index, `${key}.${index}${leadMark}`)
    // pdfmake breaks before a row only if every cell has the break.
    if (withBreak.has(`${key}.${index}`))
      for (const cell of body[index + 1] ?? []) Object.assign(cell, { pageBreak: 'before' })
  }

  function mark(index: number, id: string): void {
    const first = body[index + 1]?.[0]
    if (first) Object.assign(first, { id })
  }
}

function hasRule(line: number, { rows, total }: ReportTable): number {
  const lines = rows.length + 1 + (total ? 1 : 0)
  return line === 0 || line === lines ? 0 : 0.5
}

function isBlackRule(line: number, { rows, total }: ReportTable): boolean {
  return line === 1 || (total !== null && line === rows.length + 1)
}

function rowCells(row: ReportRow, columns: ReportColumn[], reader: Reader, table: Tag): TableCell[] {
  if (row.role === 'heading') {
    const [first = ''] = row.cells
    const tag = createTag('TH', createTag('TR', table), { scope: 'Row', columnSpan: columns.length })
    return columns.map((_, index) =>
      index === 0
        ? {
            text: tagText(tag, String(first ?? '')),
            bold: true,
            colSpan: columns.length,
            margin: [0, 5, 0, 0],
          }
        : // pdfmake accepts an empty object here, but none that also has a page break.
          { text: '' },
    )
  }
  const cells = layOutCells(row, columns, reader, table)
  const [first] = cells
  if (!row.colour || first === undefined) return cells
  const dot = {
    width: 12,
    canvas: [{ type: 'rect' as const, x: 0, y: 2, w: 6, h: 6, r: 1.5, color: row.colour }],
  }
  // A text cell is valid column content, which the library's types do not express.
  return [{ columns: [dot, first as Column], columnGap: 0 }, ...cells.slice(1)]
}

function layOutCells(row: ReportRow, columns: ReportColumn[], reader: Reader, table: Tag): TableCell[] {
  const bold = row.role === 'sum'
  const line = createTag('TR', table)
  return columns.map((column, index): TableCell => {
    const cell = row.cells[index] ?? null
    const tag = index === 0 ? createTag('TH', line, { scope: 'Row' }) : createTag('TD', line)
    const isBlank = cell === null && bold
    const isNeutral = row.isNeutral === true || column.isNeutral === true
    const text = isBlank
      ? ''
      : isNeutral && column.kind === 'return'
        ? neutralText(cell, reader)
        : cellText(cell, column.kind, withCurrency(reader, currencyOf(column, row.cells, reader.currency)))
    const alignment = isNumeric(column.kind) ? 'right' : 'left'
    // Only text may wrap: a date or number on two lines is misread.
    const noWrap = column.kind !== 'text' || column.isUnbroken === true
    const isSigned = !isNeutral && (column.kind === 'gain' || column.kind === 'return')
    const sign = isSigned && typeof cell === 'number' ? Math.sign(Math.round(cell * 1e4)) : 0
    const color = sign > 0 ? gain : sign < 0 ? loss : ink
    // The sign of a return is shown by shape as well as by colour.
    const arrow =
      column.kind === 'return' && sign !== 0 ? [{ text: sign > 0 ? '▲ ' : '▼ ', fontSize: 5.5 }] : []
    return { text: tagText(tag, [...arrow, { text }]), alignment, bold, noWrap, color }
  })
}

const withCurrency = (reader: Reader, currency: string | undefined): Reader =>
  currency === undefined ? reader : { ...reader, currency }

function neutralText(cell: Cell, reader: Reader): string {
  return typeof cell === 'number'
    ? formatPercent(cell, readerLocale(reader), { sign: 'minus' })
    : String(cell ?? noFigure)
}
