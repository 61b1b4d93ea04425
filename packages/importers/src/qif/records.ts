import { limits } from '../limits.ts'
import { RowProblem, UnreadableFile } from '../problem.ts'
import type { Place } from '../row-outcomes.ts'
import { type DateOrder, parseMoment } from '../text/date.ts'
import { type DecimalMark, parseDecimal } from '../text/decimal.ts'

/** Lines that each begin with a field letter, up to '^'. */
export interface QifRecord {
  readonly section: string
  readonly place: Place
  readonly fields: ReadonlyMap<string, string>
}

export interface QifStyle {
  readonly decimalMark: DecimalMark
  readonly dateOrder: DateOrder
}

export function readRecords(text: string): QifRecord[] {
  const records: QifRecord[] = []
  let section = ''
  let fields = new Map<string, string>()
  let begin = 0
  const lines = text.split('\n')
  const end = () => {
    if (fields.size > 0) {
      const raw = lines.slice(begin, Math.min(begin + 30, begin + fields.size + 1)).join(' ')
      records.push({ section, fields, place: { line: begin + 1, raw } })
    }
    fields = new Map()
  }
  for (let index = 0; index < lines.length; index += 1) {
    const line = (lines[index] ?? '').replace(/^\ufeff/, '').trimEnd()
    if (line === '') continue
    if (line.length > limits.cellChars)
      throw new UnreadableFile('too_long', index + 1, { value: String(limits.cellChars) })
    if (records.length > limits.rows)
      throw new UnreadableFile('too_many_rows', index + 1, { value: String(limits.rows) })
    if (line.startsWith('!')) {
      end()
      const name = line.slice(1).trim().toLowerCase()
      // '!Option:AutoSwitch' and '!Clear:…' only concern lists of accounts.
      if (!/^(option|clear):/.test(name)) section = name.replace(/^type:\s*/, '')
    } else if (line.startsWith('^')) end()
    else {
      if (fields.size === 0) begin = index
      const letter = line[0] ?? ''
      // Parts of a split category repeat their letters; the first of each belongs to the whole.
      if (!fields.has(letter)) fields.set(letter, line.slice(1).trim())
    }
  }
  if (fields.size > 0) {
    // A truncated last record is read too, and reported if incomplete.
    end()
  }
  return records
}

export function readNumber(record: QifRecord, style: QifStyle, ...letters: string[]): string | null {
  for (const letter of letters) {
    const text = record.fields.get(letter)
    if (text) return parseDecimal(text, style.decimalMark, letter)
  }
  return null
}

/** Reads dates such as 1/6'26, or 12/ 9/18 with a space for a leading zero. */
export function readDate(record: QifRecord, style: QifStyle): string {
  const text = record.fields.get('D')
  if (!text) throw new RowProblem('no_date', { field: 'D' })
  return parseMoment(text.replace(/\s/g, ''), style.dateOrder).date
}

/** A category in brackets names the other account of a transfer. */
export const transferAccount = (record: QifRecord) =>
  /^\[(.+)\]/.exec(record.fields.get('L') ?? '')?.[1] ?? null
