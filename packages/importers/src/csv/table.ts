import type { Fields, Meaning } from './meaning.ts'
import type { ColumnSpec } from './preset.ts'
import type { CsvRecord } from './records.ts'

/** Headers as they are compared: without case, marks of order and stray space. */
export function headerName(text: string): string {
  return text
    .replace(/^\ufeff/, '')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
}

/** Where each meaning stands in a table. The first header that is there wins. */
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

/** The cells of a row by meaning. A guard against formulas, which our own exports put before text, is taken off. */
export function fieldsOf(record: CsvRecord, columns: ReadonlyMap<Meaning, number>): Fields {
  const fields: Fields = {}
  for (const [meaning, index] of columns) {
    const cell = record.cells[index]?.trim()
    if (cell) fields[meaning] = cell
  }
  return fields
}

/** A line of words among rows, such as a disclaimer: at most one cell of a table of several columns. */
export function isAside(record: CsvRecord, header: CsvRecord): boolean {
  const filled = record.cells.filter(cell => cell !== '').length
  return filled === 0 || (filled === 1 && header.cells.length > 3)
}

export function isSameRow(a: CsvRecord, b: CsvRecord): boolean {
  return a.cells.length === b.cells.length && a.cells.every((cell, index) => cell === b.cells[index])
}
