import type { FastifyReply, FastifyRequest } from 'fastify'

type Cell = string | number | boolean | null | undefined

/**
 * Rows as CSV after RFC 4180, with a header. Text that a spreadsheet would take for a formula is guarded by an
 * apostrophe; numbers are not, since a guarded minus would corrupt them.
 */
export function csvOf<Row>(
  columns: Readonly<Record<string, (row: Row) => Cell>>,
  rows: Iterable<Row>,
): string {
  return [...csvPieces(columns, rows)].join('')
}

/** So long is a piece before it is given away. */
const pieceLength = 64 * 1024

/** The same piece by piece, for lists that nobody should hold in memory at once. */
export function* csvPieces<Row>(
  columns: Readonly<Record<string, (row: Row) => Cell>>,
  rows: Iterable<Row>,
): Generator<string, void> {
  const readers = Object.values(columns)
  let piece = `${Object.keys(columns).map(csvCell).join(',')}\r\n`
  for (const row of rows) {
    piece += `${readers.map(read => csvCell(read(row))).join(',')}\r\n`
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece
}

/**
 * Text that a spreadsheet may take for a formula, with as many guards before it as there may be: a sign of one, also
 * full-width or after white space and control characters, or a control character that starts another cell.
 */
const looksLikeFormula = /^'*(?:[\t\r\0]|[\s\p{C}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u

/** One cell, quoted and guarded as needed. */
export function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'string') return String(cell)
  const guarded = looksLikeFormula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** Cells of a line; a quoted one may hold the separator, and a quote twice. The guard of our own exports is taken off. */
export function readCsvLine(line: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at]
    if (isQuoted && letter === '"' && line[at + 1] === '"') {
      cell += '"'
      at += 1
    } else if (letter === '"') isQuoted = !isQuoted
    else if (letter === separator && !isQuoted) {
      cells.push(cell.trim())
      cell = ''
    } else cell += letter
  }
  cells.push(cell.trim())
  return cells.map(each => withoutGuard(each.replace(/^\uFEFF/, '')))
}

function withoutGuard(cell: string): string {
  return cell.startsWith("'") && looksLikeFormula.test(cell) ? cell.slice(1) : cell
}

/** Whether the caller asks for the whole list as CSV, by what it would like best. */
export function wantsCsv(request: FastifyRequest): boolean {
  return request.headers.accept?.split(',')[0]?.trim().startsWith('text/csv') ?? false
}

export function sendCsv(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment').send(text)
}
