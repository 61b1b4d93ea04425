import { readRecords } from '../csv/table/records.ts'
import { limits } from '../limits.ts'
import { UnreadableFile } from '../problem.ts'
import type { Place } from '../row-outcomes.ts'
import {
  englishCategory,
  englishColumns,
  englishField,
  englishSection,
  isKnownLanguage,
} from './languages.ts'

/** A row of a section: its cells by the names of the section's header. */
export interface SectionRow {
  readonly section: string
  readonly place: Place
  readonly cells: Readonly<Record<string, string>>
  /** Total of other rows. */
  readonly isTotal: boolean
  /** A column of a translated header whose meaning is not known: the row may say more than is read. */
  readonly unknownColumn: string | null
}

export interface Sections {
  readonly rows: readonly SectionRow[]
  readonly headers: readonly Place[]
}

interface Header {
  readonly names: readonly string[]
  readonly unknown: string | null
}

const isEnglish = (name: string): boolean => name === 'Field Name'

/**
 * Reads the sections of an activity statement, with their names in English. Every line names its section and says
 * whether it is a header, data or a total. A section may have several headers, one for each kind of asset.
 */
export function readSections(text: string): Sections {
  const rows: SectionRow[] = []
  const headers: Place[] = []
  const named = new Map<string, Header>()
  let isTranslated = false
  for (const { line, raw, cells } of readRecords(text, ',')) {
    const place = { line, raw }
    const [written = '', kind = '', ...values] = cells
    if (kind === 'Header' && written === 'Statement') {
      if (!isKnownLanguage(values[0] ?? '')) throw new UnreadableFile('other_language', line)
      isTranslated = !isEnglish(values[0] ?? '')
    }
    const section = isTranslated ? englishSection(written) : written
    if (kind === 'Header') {
      named.set(section, isTranslated ? englishColumns(section, values) : { names: values, unknown: null })
      headers.push(place)
      continue
    }
    const { names, unknown } = named.get(section) ?? { names: [], unknown: null }
    const own = nameCells(names, values)
    rows.push({
      section,
      place,
      cells: isTranslated ? inEnglish(own) : own,
      isTotal: isTotal(kind, values),
      unknownColumn: unknown,
    })
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
  kind === 'Total' ||
  kind === 'SubTotal' ||
  /^((sub)?total|gesamt|summe|totale)\b|^gesamtwert\b/i.test(values.find(value => value !== '') ?? '')

/** Cells whose words are translated too. */
function inEnglish(cells: Record<string, string>): Record<string, string> {
  const field = cells['Field Name']
  const category = cells['Asset Category']
  const row = cells['Currency Summary']
  const { Currency: currency } = cells
  return {
    ...cells,
    ...(field === undefined ? {} : { 'Field Name': englishField(field) }),
    ...(category === undefined ? {} : { 'Asset Category': englishCategory(category) }),
    ...(row === undefined ? {} : { 'Currency Summary': englishField(row) }),
    ...(currency === undefined ? {} : { Currency: englishField(currency) }),
  }
}
