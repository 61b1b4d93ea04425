import type { Column, Content, ContentTable, TableCell } from 'pdfmake/interfaces.js'
import type { Cell, Reader, ReportColumn, ReportRow, ReportTable } from '../document.ts'
import { cellText, isNumeric } from './cell-text.ts'
import { gain, ink, loss, quiet, rule } from './look.ts'

/** How a table is known on its pages, and whether its last row begins a new one. */
export interface TablePlace {
  key: string
  isBroken: boolean
}

const lastRowOf = (key: string) => `${key} last`
const sumOf = (key: string) => `${key} sum`

/** The table whose last row this is, where its sum would stand alone on the next page. */
export function tableThatLeavesSum(
  id: string | undefined,
  onNextPage: () => readonly { id?: string | undefined }[],
): string | null {
  const key = id?.endsWith(' last') ? id.slice(0, -' last'.length) : null
  return key !== null && onNextPage().some(node => node.id === sumOf(key)) ? key : null
}

/** A table whose heading stands on every page it runs over, and whose sums never stand alone on one. */
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
    const sum = cellsOf(total, columns, reader, { bold: true })
    if (last?.[0]) Object.assign(last[0], { id: lastRowOf(place.key) })
    if (sum[0]) Object.assign(sum[0], { id: sumOf(place.key) })
    // A break counts only where every cell of the row has it.
    if (place.isBroken) for (const cell of last ?? []) Object.assign(cell, { pageBreak: 'before' })
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
  const cells = cellsOf(row.cells, columns, reader, { bold: row.role === 'sum' })
  const [first] = cells
  if (!row.colour || first === undefined) return cells
  const dot = {
    width: 12,
    canvas: [{ type: 'rect' as const, x: 0, y: 2, w: 6, h: 6, r: 1.5, color: row.colour }],
  }
  // A cell of text is content as well; the types of the library keep the two apart.
  return [{ columns: [dot, first as Column], columnGap: 0 }, ...cells.slice(1)]
}

function cellsOf(
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
    // Only words may break: a date or a figure on two lines is misread.
    const noWrap = column.kind !== 'text'
    const isTold = column.kind === 'gain' || column.kind === 'return'
    const sign = isTold && typeof cell === 'number' ? Math.sign(Math.round(cell * 1e4)) : 0
    if (column.kind !== 'return' || sign === 0)
      return { text, alignment, bold, noWrap, color: sign > 0 ? gain : sign < 0 ? loss : ink }
    // Told by shape as well as by colour.
    return {
      text: [{ text: sign > 0 ? '▲ ' : '▼ ', fontSize: 5.5 }, text],
      alignment,
      bold,
      noWrap,
      color: sign > 0 ? gain : loss,
    }
  })
}
