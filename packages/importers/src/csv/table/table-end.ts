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
    // Headers are few; the cheap tests come first.
    if (filled(record) < 3 || hasValues(record) || countHeaderNames(record) < 3) continue
    const next = records[at + 1]
    if (next && hasValues(next)) return at
  }
  return records.length
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
