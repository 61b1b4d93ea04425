import { limits } from '../../limits.ts'
import { UnreadableFile } from '../../problem.ts'

export const separators = [',', ';', '\t', '|'] as const
export type Separator = (typeof separators)[number]

export interface CsvRecord {
  /** First line, from 1. */
  readonly line: number
  readonly cells: readonly string[]
  readonly raw: string
  /** The file ends with it, without a line end. */
  readonly isUnended?: true
}

/**
 * Reads CSV after RFC 4180, but tolerates what banks write: a quotation mark inside an unquoted cell and text after a
 * closing one are ordinary characters, and empty lines are skipped. A quoted cell may span lines; an unterminated or
 * overlong one is rejected at its first line, before it swallows the rest of the file.
 */
export function readRecords(text: string, separator: Separator, most: number = limits.rows): CsvRecord[] {
  const records: CsvRecord[] = []
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  let line = 1
  while (at < text.length && records.length < most) {
    if (text.charCodeAt(at) === 10) {
      at += 1
      line += 1
      continue
    }
    const begin = at
    const beginLine = line
    const cells: string[] = []
    for (;;) {
      const cell = readCell(text, at, separator, line)
      cells.push(cell.value)
      line += cell.lines
      at = cell.next
      if (cells.length > limits.columns)
        throw new UnreadableFile('too_many_columns', beginLine, { value: String(limits.columns) })
      if (text[at] !== separator) break
      at += 1
    }
    const raw = text.slice(begin, at)
    // A record ends at a line end or at the end of the file.
    const isUnended = at >= text.length
    if (!isUnended) at += 1
    if (/\S/.test(raw)) records.push({ line: beginLine, cells, raw, ...(isUnended && { isUnended }) })
    line += 1
  }
  if (at < text.length && most === limits.rows)
    throw new UnreadableFile('too_many_rows', line, { value: String(limits.rows) })
  return records
}

/** Reads the first records to recognize a file. Errors are reported when the whole file is read. */
export function readHead(text: string, separator: Separator): CsvRecord[] {
  try {
    return readRecords(text.slice(0, limits.cellChars), separator, 40)
  } catch (error) {
    if (error instanceof UnreadableFile) return []
    throw error
  }
}

interface Cell {
  readonly value: string
  readonly next: number
  /** Line ends inside the cell. */
  readonly lines: number
}

function readCell(text: string, at: number, separator: Separator, line: number): Cell {
  let start = at
  while (text[start] === ' ' && separator !== '\t') start += 1
  if (text[start] !== '"') return bareCell(text, at, separator, line)
  let value = ''
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote < 0) throw new UnreadableFile('open_quote', line)
    value += text.slice(from, quote)
    if (value.length > limits.cellChars) throw tooLong(line)
    if (text[quote + 1] !== '"') {
      const rest = bareCell(text, quote + 1, separator, line)
      return { value: value + rest.value, next: rest.next, lines: countLines(value) }
    }
    value += '"'
    from = quote + 2
  }
}

function bareCell(text: string, at: number, separator: Separator, line: number): Cell {
  let end = at
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end)
    if (code === 10 || code === separator.charCodeAt(0)) break
  }
  if (end - at > limits.cellChars) throw tooLong(line)
  return { value: text.slice(at, end).trim(), next: end, lines: 0 }
}

function tooLong(line: number): UnreadableFile {
  return new UnreadableFile('cell_too_long', line, { value: String(limits.cellChars) })
}

function countLines(value: string): number {
  let count = 0
  for (let at = value.indexOf('\n'); at >= 0; at = value.indexOf('\n', at + 1)) count += 1
  return count
}
