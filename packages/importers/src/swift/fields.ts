import { limits } from '../limits.ts'
import { UnreadableFile } from '../problem.ts'

/** A field of a SWIFT message: ':61:' and its text, with continuation lines. */
export interface SwiftField {
  readonly tag: string
  readonly lines: readonly string[]
  readonly line: number
}

const fieldStart = /^:(\d{2}[A-Z]?):(.*)$/
const maxFieldLines = 200

/**
 * Reads the fields of SWIFT messages. Headers and trailers in braces and lines before the first field of a message
 * are skipped. A line with '-' ends a message and becomes a field '-'.
 */
export function readFields(text: string): SwiftField[] {
  const fields: SwiftField[] = []
  let current: { tag: string; lines: string[]; line: number } | null = null
  const lines = text.split('\n')
  for (let index = 0; index < lines.length; index += 1) {
    const line = (lines[index] ?? '').replace(/^\s*\{.*\{4:\s*/, '')
    if (line.length > limits.cellChars)
      throw new UnreadableFile('too_long', index + 1, { value: String(limits.cellChars) })
    const start = fieldStart.exec(line)
    if (start) {
      current = { tag: start[1] ?? '', lines: [start[2] ?? ''], line: index + 1 }
      fields.push(current)
    } else if (/^-(\}|\s*$|[A-Z]{3}$)/.test(line)) {
      current = null
      fields.push({ tag: '-', lines: [], line: index + 1 })
    } else if (current && line !== '') {
      if (current.lines.length < maxFieldLines) current.lines.push(line)
    }
    if (fields.length > limits.rows * 4)
      throw new UnreadableFile('too_many_rows', index + 1, { value: String(limits.rows) })
  }
  return fields
}
