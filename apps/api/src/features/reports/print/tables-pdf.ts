import type { Column, Content, ContentTable, TableCell } from 'pdfmake/interfaces.js'
import type { Cell, Reader, ReportColumn, ReportRow, ReportTable } from '../document.ts'
import { cellText, isNumeric } from './cell-text.ts'
import { gain, ink, loss, quiet, rule } from './theme.ts'

/** Identifies a table across layout passes, and whether its last row starts a new page. */
export interface TablePlace {
  key: string
  hasBreak: boolean
}

const lastRowId = (key: string) => `${key} last`
const sumId = (key: string) => `${key} sum`

/** The table of this last row, if its total would be alone on the next page. */
export function findOrphanedSum(
  id: string | undefined,
  onNextPage: () => readonly { id?: string | undefined }[],
): string | null {
  const key = id?.endsWith(' last') ? id.slice(0, -' last'.length) : null
  return key !== null && onNextPage().some(node => node.id === sumId(key)) ? key : null
}

/** A table that repeats its header on every page and never leaves its total alone on one. */
export function tablePdf(table: ReportTable, reader: Reader, place: TablePlace): Content[] {
  const { columns, rows, total } = table
  const body: TableCell[][] = [
    columns.map(column => ({
      text: column.label,
      color: quiet,
      fontSize: 7.5,
      alignment: isNumeric(column.kind) ? 'right' : 'left',
    })),
    ...rows.map(row => rowCells(row, columns, reader)),
  ]
  if (total) {
    const last = rows.length > 1 ? body.at(-1) : undefined
    const sum = layOutCells(total, columns, reader, { bold: true })
    if (last?.[0]) Object.assign(last[0], { id: lastRowId(place.key) })
    if (sum[0]) Object.assign(sum[0], { id: sumId(place.key) })
    // pdfmake breaks before a row only if every cell has the break.
    if (place.hasBreak) for (const cell of last ?? []) Object.assign(cell, { pageBreak: 'before' })
    body.push(sum)
  }
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
  const title: Content[] = table.title ? [{ text: table.title, bold: true, margin: [0, 10, 0, 4] }] : []
  const note: Content[] = table.note
    ? [{ text: table.note, color: quiet, fontSize: 7, margin: [0, 5, 0, 0] }]
    : []
  return [...title, content, ...note]
}

function hasRule(line: number, { rows, total }: ReportTable): number {
  const lines = rows.length + 1 + (total ? 1 : 0)
  return line === 0 || line === lines ? 0 : 0.5
}

function isBlackRule(line: number, { rows, total }: ReportTable): boolean {
  return line === 1 || (total !== null && line === rows.length + 1)
}

function rowCells(row: ReportRow, columns: ReportColumn[], reader: Reader): TableCell[] {
  if (row.role === 'heading') {
    const [first = ''] = row.cells
    return columns.map((_, index) =>
      index === 0
        ? { text: String(first ?? ''), bold: true, colSpan: columns.length, margin: [0, 5, 0, 0] }
        : {},
    )
  }
  const cells = layOutCells(row.cells, columns, reader, { bold: row.role === 'sum' })
  const [first] = cells
  if (!row.colour || first === undefined) return cells
  const dot = {
    width: 12,
    canvas: [{ type: 'rect' as const, x: 0, y: 2, w: 6, h: 6, r: 1.5, color: row.colour }],
  }
  // A text cell is valid column content, which the library's types do not express.
  return [{ columns: [dot, first as Column], columnGap: 0 }, ...cells.slice(1)]
}

function layOutCells(
  cells: readonly Cell[],
  columns: ReportColumn[],
  reader: Reader,
  { bold }: { bold: boolean },
): TableCell[] {
  return columns.map((column, index): TableCell => {
    const cell = cells[index] ?? null
    const isBlank = cell === null && bold
    const text = isBlank ? '' : cellText(cell, column.kind, reader)
    const alignment = isNumeric(column.kind) ? 'right' : 'left'
    // Only text may wrap: a date or number on two lines is misread.
    const noWrap = column.kind !== 'text'
    const isSigned = column.kind === 'gain' || column.kind === 'return'
    const sign = isSigned && typeof cell === 'number' ? Math.sign(Math.round(cell * 1e4)) : 0
    if (column.kind !== 'return' || sign === 0)
      return { text, alignment, bold, noWrap, color: sign > 0 ? gain : sign < 0 ? loss : ink }
    // The sign is shown by shape as well as by colour.
    return {
      text: [{ text: sign > 0 ? '▲ ' : '▼ ', fontSize: 5.5 }, text],
      alignment,
      bold,
      noWrap,
      color: sign > 0 ? gain : loss,
    }
  })
}
