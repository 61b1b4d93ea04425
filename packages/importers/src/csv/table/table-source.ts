import type { SourceTable } from '../../spreadsheet/sheet-builder.ts'
import type { Decoded } from '../../text/decode.ts'
import type { Encoding } from '../../text/encoding.ts'
import { guessSeparator } from './dialect.ts'
import { type CsvRecord, readHead, readRecords, type Separator, separators } from './records.ts'

/** Where tables come from: a text with separators, or the sheets of a workbook. */
export interface TableSource {
  readonly format: 'csv' | 'spreadsheet'
  readonly encoding: Encoding
  /** Names of the sheets; one empty name for a text. */
  readonly sheets: readonly string[]
  /** The likeliest separator of a text. */
  readonly separator: Separator
  /** The first records of every sheet, or of the text under every separator, to recognize a header. */
  heads(): Iterable<{ separator: Separator; sheet: string | null; records: readonly CsvRecord[] }>
  records(place: { readonly separator: Separator; readonly sheet: string | null }): readonly CsvRecord[]
  firstLines(sheet: string | null): string[]
}

const shownLines = 12

export function textSource(
  { text, encoding }: Decoded,
  separator: Separator = guessSeparator(text),
): TableSource {
  return {
    format: 'csv',
    encoding,
    separator,
    sheets: [''],
    *heads() {
      for (const each of [separator, ...separators.filter(other => other !== separator)])
        yield { separator: each, sheet: null, records: readHead(text, each) }
    },
    records: place => readRecords(text, place.separator),
    firstLines: () =>
      text
        .slice(0, 20_000)
        .split('\n', shownLines)
        .map(line => line.slice(0, 500)),
  }
}

export function sheetsSource(tables: readonly SourceTable[]): TableSource {
  const separator = '\t'
  const records = (sheet: string | null): readonly CsvRecord[] =>
    (tables.find(({ name }) => name === sheet) ?? tables[0])?.records ?? []
  return {
    format: 'spreadsheet',
    encoding: 'utf-8',
    separator,
    sheets: tables.map(({ name }) => name),
    *heads() {
      for (const { name, records: rows } of tables)
        yield { separator, sheet: name, records: rows.slice(0, 40) }
    },
    records: ({ sheet }) => records(sheet),
    firstLines: sheet => {
      const lines = Array.from({ length: shownLines }, () => '')
      for (const { line, cells } of records(sheet)) {
        if (line > shownLines) break
        lines[line - 1] = cells.join('  ').slice(0, 500)
      }
      return lines
    },
  }
}
