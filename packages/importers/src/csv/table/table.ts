import type { Fields, Meaning } from '../meaning.ts'
import type { ColumnSpec } from '../preset.ts'
import type { CsvRecord } from './records.ts'

/** Normalizes a header for comparison: no byte order mark, lower case, single spaces. */
export function headerName(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
}

/** Finds the column of each meaning. The first header present wins. */
export function columnsBySpec(
  header: CsvRecord,
  specs: Partial<Record<Meaning, ColumnSpec>>,
): Map<Meaning, number> {
  const names = header.cells.map(headerName)
  const found = new Map<Meaning, number>()
  for (const [meaning, spec] of Object.entries(specs) as [Meaning, ColumnSpec][]) {
    const isBeside = 'rightOf' in spec
    for (const wanted of isBeside ? spec.rightOf : spec) {
      const at = names.indexOf(headerName(wanted))
      if (at < 0) continue
      found.set(meaning, isBeside ? at + 1 : at)
      break
    }
  }
  return found
}

/** The non-empty cells of a row by meaning. */
export function readCells(record: CsvRecord, columns: ReadonlyMap<Meaning, number>): Fields {
  const fields: Fields = {}
  for (const [meaning, index] of columns) {
    const cell = record.cells[index]?.trim()
    if (cell) fields[meaning] = cell
  }
  return fields
}

/** Whether a record is no row of the table, such as a disclaimer: at most one filled cell among several columns. */
export function isAside(record: CsvRecord, header: CsvRecord): boolean {
  const filled = record.cells.filter(cell => cell !== '').length
  return filled === 0 || (filled === 1 && header.cells.length > 3)
}

export function isSameRow(a: CsvRecord, b: CsvRecord): boolean {
  return a.cells.length === b.cells.length && a.cells.every((cell, index) => cell === b.cells[index])
}
