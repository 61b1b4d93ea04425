import { readRecords } from '../csv/table/records.ts'
import { limits } from '../limits.ts'
import { UnreadableFile } from '../problem.ts'
import type { Place } from '../row-outcomes.ts'

/** A row of a section: its cells by the names of the section's header. */
export interface SectionRow {
  readonly section: string
  readonly place: Place
  readonly cells: Readonly<Record<string, string>>
  /** Total of other rows. */
  readonly isTotal: boolean
}

export interface Sections {
  readonly rows: readonly SectionRow[]
  readonly headers: readonly Place[]
}

const isEnglish = (name: string): boolean => name === 'Field Name'

/**
 * Reads the sections of an activity statement. Every line names its section and says whether it is a header, data or a
 * total. A section may have several headers, one for each kind of asset.
 */
export function readSections(text: string): Sections {
  const rows: SectionRow[] = []
  const headers: Place[] = []
  const named = new Map<string, readonly string[]>()
  for (const { line, raw, cells } of readRecords(text, ',')) {
    const place = { line, raw }
    const [section = '', kind = '', ...values] = cells
    if (kind === 'Header') {
      if (section === 'Statement' && !isEnglish(values[0] ?? ''))
        throw new UnreadableFile('other_language', line)
      named.set(section, values)
      headers.push(place)
      continue
    }
    const names = named.get(section) ?? []
    rows.push({ section, place, cells: nameCells(names, values), isTotal: isTotal(kind, values) })
    if (rows.length > limits.rows)
      throw new UnreadableFile('too_many_rows', line, { value: String(limits.rows) })
  }
  return { rows, headers }
}

function nameCells(names: readonly string[], values: readonly string[]): Record<string, string> {
  const cells: Record<string, string> = {}
  names.forEach((name, index) => {
    const value = values[index]?.trim() ?? ''
    if (value !== '' && value !== '--') cells[name.trim()] = value
  })
  return cells
}

const isTotal = (kind: string, values: readonly string[]): boolean =>
  kind === 'Total' || kind === 'SubTotal' || /^(sub)?total\b/i.test(values.find(value => value !== '') ?? '')
