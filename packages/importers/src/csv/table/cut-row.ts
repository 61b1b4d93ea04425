import type { CsvRecord } from './records.ts'
import { isAside } from './table.ts'

/** The kinds of characters of a cell, to compare how values of a column begin: '05.01.2026' is '99.99.9999'. */
const shape = (cell = ''): string => cell.replace(/\d/g, '9').replace(/\p{L}/gu, 'a')

/**
 * The last row of a file that ends within it, as a transfer that was cut off leaves it: it has no line end, and fewer
 * cells than every other row. A single cell is a remark only below an empty line or another remark, and
 * where it does not begin as the rows do.
 */
export function findCutRow(header: CsvRecord, rows: readonly CsvRecord[]): CsvRecord | null {
  const last = rows.at(-1)
  if (!last?.isUnended) return null
  const others = rows.filter(row => row !== last && !isAside(row, header))
  const fewest = others.reduce((least, { cells }) => Math.min(least, cells.length), header.cells.length)
  if (last.cells.length >= fewest) return null
  const before = rows.at(-2) ?? header
  const linesBefore = before.raw.split('\n').length
  const isRemark = before.line + linesBefore < last.line || (before !== header && isAside(before, header))
  const isBegun = others.some(({ cells }) => shape(cells[0]).startsWith(shape(last.cells[0])))
  return isAside(last, header) && isRemark && !isBegun ? null : last
}
