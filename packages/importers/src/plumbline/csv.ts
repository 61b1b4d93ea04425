import { readRecords } from '../csv/table/records.ts'
import { headerName } from '../csv/table/table.ts'
import { RowProblem, UnreadableFile } from '../problem.ts'
import { collector, type Reading as FileReading, type ReadContext } from '../reading.ts'
import { columns, type Exported, type Reading, readInstrument } from './columns.ts'

/**
 * Text that a spreadsheet may run as a formula, after any number of guards: a formula sign, also full-width or after
 * white space and control characters, or a control character that starts another cell.
 */
const guarded = /^'*(?:[\t\r\0]|[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u

function cellText(cell: string | null, isText: boolean): string {
  if (cell === null) return ''
  const safe = isText && guarded.test(cell) ? `'${cell}` : cell
  return /[",\n\r]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Writes transactions as Plumbline CSV. Reading it returns the same transactions under the same keys. */
export function writePlumblineCsv(drafts: Iterable<Exported>): string {
  const lines = [columns.map(column => column.name).join(',')]
  for (const draft of drafts)
    lines.push(columns.map(column => cellText(column.write(draft), column.isText)).join(','))
  return `${lines.join('\r\n')}\r\n`
}

/** Whether a header is that of a Plumbline CSV. */
export function isPlumblineHeader(cells: readonly string[]): boolean {
  const names = new Set(cells.map(headerName))
  return ['transaction_type', 'counter_currency', 'numerator', 'key'].every(name => names.has(name))
}

/** Reads Plumbline CSV. Columns may be in any order; missing ones are empty. */
export function readPlumblineCsv(text: string, context: ReadContext = {}): FileReading {
  const records = readRecords(text, ',')
  const header = records[0]
  if (!header || !isPlumblineHeader(header.cells)) throw new UnreadableFile('no_header', 1)
  const at = new Map(header.cells.map((name, index) => [headerName(name), index]))
  const collect = collector({ ...context, isOwnExport: true })
  for (const record of records.slice(1)) {
    const place = { line: record.line, raw: record.raw }
    if (record.isUnended && record.cells.length < header.cells.length) {
      collect.problem(place, 'cut_row')
      continue
    }
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
        const draft = { ...read.draft, type, date, instrument: readInstrument(read.instrument) }
        collect.draft(place, draft, read.key === null ? null : { kind: 'key', key: read.key })
      },
      () => ({ ...read.draft, instrument: readInstrument(read.instrument) }),
    )
  }
  return collect.finish()
}
