import { attachment, joinFileName, viewName } from '@plumbline/contract'
import type { FastifyReply } from 'fastify'

type Cell = string | number | boolean | null | undefined

/**
 * Writes rows as CSV (RFC 4180) with a header. An apostrophe guards text that a spreadsheet would evaluate as a
 * formula; numbers have no guard, which would corrupt negative ones.
 */
export function toCsv<Row>(
  columns: Readonly<Record<string, (row: Row) => Cell>>,
  rows: Iterable<Row>,
): string {
  return [...csvChunks(columns, rows)].join('')
}

const chunkLength = 64 * 1024

/** The same in chunks, for lists too long to hold in memory. */
export function* csvChunks<Row>(
  columns: Readonly<Record<string, (row: Row) => Cell>>,
  rows: Iterable<Row>,
): Generator<string, void> {
  const readers = Object.values(columns)
  let chunk = `${Object.keys(columns).map(csvCell).join(',')}\r\n`
  for (const row of rows) {
    chunk += `${readers.map(read => csvCell(read(row))).join(',')}\r\n`
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

/**
 * Text that a spreadsheet may evaluate as a formula, with any number of guards before it: a formula sign, also
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

/** Splits a line into cells. A quoted cell may hold the separator and doubled quotes; the guard of exports is removed. */
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
  return cells.map(each => removeGuard(each.replace(/^\uFEFF/, '')))
}

function removeGuard(cell: string): string {
  return cell.startsWith("'") && looksLikeFormula.test(cell) ? cell.slice(1) : cell
}

/** Sends a CSV export, named after its subjects, such as a family, and what its call lists. */
export function sendCsv(
  reply: FastifyReply,
  text: string,
  subjects: readonly (string | null | undefined)[] = [],
): FastifyReply {
  const name = joinFileName([...subjects, viewName(reply.request.routeOptions.url ?? '')], 'csv')
  return reply.type('text/csv; charset=utf-8').header('content-disposition', attachment(name)).send(text)
}
