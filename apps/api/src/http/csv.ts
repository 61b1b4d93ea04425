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
  const lines = [Object.keys(columns).map(cellText).join(',')]
  const readers = Object.values(columns)
  for (const row of rows) lines.push(readers.map(read => cellText(read(row))).join(','))
  return `${lines.join('\r\n')}\r\n`
}

const looksLikeFormula = /^[=+\-@\t\r\0]/

function cellText(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'string') return String(cell)
  const guarded = looksLikeFormula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** Whether the caller asks for the whole list as CSV, by what it would like best. */
export function wantsCsv(request: FastifyRequest): boolean {
  return request.headers.accept?.split(',')[0]?.trim().startsWith('text/csv') ?? false
}

export function sendCsv(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment').send(text)
}
