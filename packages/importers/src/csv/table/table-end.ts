import { isDateCell } from '../date-order.ts'
import { guessMeaning } from '../words/header-words.ts'
import { isNumberCell } from './cell-text.ts'
import type { CsvRecord } from './records.ts'
import { isSameRow } from './table.ts'

/** How many different meanings the cells of a record name as headers. */
export function countHeaderNames(record: CsvRecord): number {
  return new Set(record.cells.map(guessMeaning).filter(meaning => meaning !== 'ignore')).size
}

/** Whether a record has cells of values, which no header has. */
export function hasValues(record: CsvRecord): boolean {
  return record.cells.some(cell => cell !== '' && (isDateCell(cell) || isNumberCell(cell)))
}

const filled = ({ cells }: CsvRecord): number => cells.filter(cell => cell !== '').length

/**
 * The index after the last row of a table: another header follows, or the end of the file. A header repeated on the next
 * page does not end it.
 */
export function endOfTable(records: readonly CsvRecord[], header: number): number {
  const own = records[header]
  for (let at = header + 1; at < records.length; at += 1) {
    const record = records[at]
    if (!record || !own || isSameRow(record, own)) continue
    if (beginsTable(records, at)) return at
  }
  return records.length
}

/** The index of the first table above a header, or that of the header if only a preamble is above it. */
export function startOfTables(records: readonly CsvRecord[], header: number): number {
  for (let at = 0; at < header; at += 1) if (beginsTable(records, at)) return at
  return header
}

/** Whether a record names columns, and values follow. */
function beginsTable(records: readonly CsvRecord[], at: number): boolean {
  const record = records[at]
  const next = records[at + 1]
  // Headers are few; the cheap tests come first.
  if (!record || filled(record) < 3 || hasValues(record) || countHeaderNames(record) < 3) return false
  return next !== undefined && hasValues(next)
}

/** The headers of a file: lines that name at least two columns above lines with values. */
export function findHeaders(records: readonly CsvRecord[]): CsvRecord[] {
  const headers: CsvRecord[] = []
  for (let at = 0; at < records.length && headers.length < 50; at += 1) {
    const record = records[at]
    if (!record || filled(record) < 2 || hasValues(record) || countHeaderNames(record) < 2) continue
    if (headers.some(header => isSameRow(header, record))) continue
    headers.push(record)
  }
  return headers
}
