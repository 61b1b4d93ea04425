import { readRecords } from '../csv/records.ts'
import { headerName } from '../csv/table.ts'
import { RowProblem, UnreadableFile } from '../problem.ts'
import { collector, type Reading as FileReading } from '../reading.ts'
import { columns, type Exported, instrumentOf, type Reading } from './columns.ts'

/**
 * Text that a spreadsheet may take for a formula, with as many guards before it as there may be: a sign of one, also
 * full-width or after white space and control characters, or a control character that starts another cell.
 */
const guarded = /^'*(?:[\t\r\0]|[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u

function cellText(cell: string | null, isText: boolean): string {
  if (cell === null) return ''
  const safe = isText && guarded.test(cell) ? `'${cell}` : cell
  return /[",\n\r]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Bookings as our own CSV. Reading it gives the same bookings under the same keys. */
export function writePlumblineCsv(drafts: Iterable<Exported>): string {
  const lines = [columns.map(column => column.name).join(',')]
  for (const draft of drafts)
    lines.push(columns.map(column => cellText(column.write(draft), column.isText)).join(','))
  return `${lines.join('\r\n')}\r\n`
}

/** Whether a header is that of our own CSV. */
export function isPlumblineHeader(cells: readonly string[]): boolean {
  const names = new Set(cells.map(headerName))
  return ['transaction_type', 'counter_currency', 'numerator', 'key'].every(name => names.has(name))
}

/** Our own CSV. Columns may stand in any order, and those that are missing are empty. */
export function readPlumblineCsv(text: string): FileReading {
  const records = readRecords(text, ',')
  const header = records[0]
  if (!header || !isPlumblineHeader(header.cells)) throw new UnreadableFile('no_header', 1)
  const at = new Map(header.cells.map((name, index) => [headerName(name), index]))
  const collect = collector()
  for (const record of records.slice(1)) {
    const place = { line: record.line, raw: record.raw }
    const read: Reading = { draft: {}, instrument: {}, key: null }
    collect.row(
      place,
      () => {
        for (const column of columns) {
          const cell = record.cells[at.get(column.name) ?? -1] ?? ''
          if (cell === '') continue
          const isGuarded = column.isText && cell.startsWith("'") && guarded.test(cell)
          column.read(isGuarded ? cell.slice(1) : cell, read)
        }
        const { type, date } = read.draft
        if (type === undefined) throw new RowProblem('no_type', { field: 'transaction_type' })
        if (date === undefined) throw new RowProblem('no_date', { field: 'date' })
        const draft = { ...read.draft, type, date, instrument: instrumentOf(read.instrument) }
        collect.draft(place, draft, read.key === null ? null : { kind: 'key', key: read.key })
      },
      () => ({ ...read.draft, instrument: instrumentOf(read.instrument) }),
    )
  }
  return collect.finish()
}
