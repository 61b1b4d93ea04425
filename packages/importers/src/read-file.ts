import { hash } from 'node:crypto'
import type { FileFormat } from '@plumbline/contract'
import { guessSeparator } from './csv/dialect.ts'
import {
  type ColumnMapping,
  type CsvPreview,
  guessMapping,
  locateTable,
  mappedReader,
  previewCsv,
} from './csv/mapping.ts'
import type { Preset } from './csv/preset.ts'
import { findHeader, inferDialect, presetReader, readTable } from './csv/read-preset.ts'
import { type CsvRecord, readHead, readRecords, separators } from './csv/records.ts'
import { columnsBySpec, headerName, isAside, isSameRow } from './csv/table.ts'
import { recognizeFormat, statementFormats } from './formats.ts'
import type { PdfPage } from './pdf/file/read-pages.ts'
import { isPlumblineHeader, readPlumblineCsv } from './plumbline/csv.ts'
import { presets } from './presets/presets.ts'
import { type Details, type ProblemCode, UnreadableFile } from './problem.ts'
import { collector, type Reading } from './reading.ts'
import { type Decoded, decode, type Encoding } from './text/decode.ts'

/** The result of reading a file. */
export type FileReading =
  | {
      readonly state: 'read'
      readonly format: FileFormat
      /** The preset that recognized the header. */
      readonly preset: { readonly id: string; readonly name: string } | null
      readonly encoding: Encoding
      readonly reading: Reading
      readonly csv: CsvPreview | null
      /** Hash of the header. A remembered mapping applies to files with the same signature. */
      readonly signature: string | null
      /** The pages of a PDF. Their lines, one after the other, are the lines of the reading. */
      readonly pages?: readonly PdfPage[]
    }
  | {
      /** No preset knows this CSV: the user has to map its columns. */
      readonly state: 'needs_columns'
      readonly format: 'csv'
      readonly encoding: Encoding
      readonly csv: CsvPreview
      readonly signature: string
    }
  | {
      readonly state: 'unreadable'
      readonly format: FileFormat | null
      readonly code: ProblemCode
      readonly line: number
      readonly message: string
      readonly details: Details
    }

export interface ReadOptions {
  /** Column mapping chosen by the user for a CSV; it takes precedence over presets. */
  readonly mapping?: ColumnMapping
}

/**
 * Reads a statement of any known format. Content never makes it throw: an unreadable row becomes a problem with its
 * line, and an unreadable file is reported with line and reason.
 */
export function readFile(bytes: Uint8Array, options: ReadOptions = {}): FileReading {
  let format: ReturnType<typeof recognizeFormat> = null
  try {
    const decoded = decode(bytes, options.mapping?.encoding)
    format = options.mapping ? 'csv' : recognizeFormat(decoded.text)
    if (format === null) throw new UnreadableFile('unknown_format', 1)
    if (format === 'csv') return readCsv(decoded, options.mapping ?? null)
    const { encoding, text } = decoded
    const reading = statementFormats[format].read(text)
    return { state: 'read', format, preset: null, encoding, reading, csv: null, signature: null }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const { code, line, message, details } = error
    return { state: 'unreadable', format, code, line, message, details }
  }
}

function readCsv(decoded: Decoded, mapping: ColumnMapping | null): FileReading {
  if (mapping) return readMapped(decoded, mapping)
  const { text, encoding } = decoded
  const own = readHead(text, ',')[0]
  if (own && isPlumblineHeader(own.cells))
    return {
      state: 'read',
      format: 'plumbline',
      preset: null,
      encoding,
      reading: readPlumblineCsv(text),
      csv: null,
      signature: null,
    }
  const found = findPreset(text)
  if (found) return readPreset(decoded, found)
  const guess = guessMapping(decoded)
  const table = locateTable(text, guess)
  return {
    state: 'needs_columns',
    format: 'csv',
    encoding,
    csv: previewCsv(text, guess, table),
    signature: hashHeader(table.header),
  }
}

interface FoundPreset {
  readonly preset: Preset
  readonly separator: (typeof separators)[number]
  readonly header: CsvRecord
}

/** Finds the preset that recognizes the header, trying the likeliest separator first. */
function findPreset(text: string): FoundPreset | null {
  const likely = guessSeparator(text)
  for (const separator of [likely, ...separators.filter(other => other !== likely)]) {
    const head = readHead(text, separator)
    for (const preset of presets) {
      const header = findHeader(preset, head)
      if (header) return { preset, separator: preset.separator ?? separator, header }
    }
  }
  return null
}

function readPreset(
  { text, encoding }: Decoded,
  { preset, separator, header: found }: FoundPreset,
): FileReading {
  const records = readRecords(text, separator)
  const header = records.find(record => record.line === found.line) ?? found
  const dialect = inferDialect(preset, header, records)
  const collect = collector()
  const reader = presetReader(preset, header, dialect)
  for (const rows of splitByAccount(preset, header, records)) {
    beginStatement(collect, preset, header, rows)
    readTable(collect, reader, header, rows)
  }
  return {
    state: 'read',
    format: preset.format,
    preset: { id: preset.id, name: preset.name },
    encoding,
    reading: collect.finish(),
    csv: null,
    signature: hashHeader(header),
  }
}

/** The header with the rows of each account of the file; rows that name none belong to the first. */
function splitByAccount(
  preset: Preset,
  header: CsvRecord,
  records: readonly CsvRecord[],
): readonly (readonly CsvRecord[])[] {
  const column = columnsBySpec(header, preset.columns).get('account')
  if (column === undefined) return [records]
  const readAccount = (row: CsvRecord) =>
    isAside(row, header) || isSameRow(row, header) ? '' : (row.cells[column]?.trim() ?? '')
  const groups = Map.groupBy(records.slice(records.indexOf(header) + 1), readAccount)
  const unnamed = groups.get('') ?? []
  groups.delete('')
  if (groups.size < 2) return [records]
  const [first = [], ...others] = groups.values()
  const firstRows = [...first, ...unnamed].sort((a, b) => a.line - b.line)
  return [firstRows, ...others].map(rows => [header, ...rows])
}

/** Takes the account from the first row that names one. */
function beginStatement(
  collect: ReturnType<typeof collector>,
  preset: Preset,
  header: CsvRecord,
  records: readonly CsvRecord[],
): void {
  const columns = columnsBySpec(header, preset.columns)
  const first = (meaning: 'account' | 'account_name') => {
    const index = columns.get(meaning)
    if (index === undefined) return null
    const rows = records.slice(records.indexOf(header) + 1, records.indexOf(header) + 50)
    return rows.map(record => record.cells[index]).find(Boolean) ?? null
  }
  collect.statement({
    account: first('account'),
    name: first('account_name'),
    currency: preset.currency ?? null,
  })
}

function readMapped({ text, encoding }: Decoded, mapping: ColumnMapping): FileReading {
  const table = locateTable(text, mapping)
  const collect = collector()
  collect.statement({})
  readTable(collect, mappedReader(mapping, table), table.header, table.records)
  return {
    state: 'read',
    format: 'csv',
    preset: null,
    encoding,
    reading: collect.finish(),
    csv: previewCsv(text, mapping, table),
    signature: hashHeader(table.header),
  }
}

function hashHeader(header: CsvRecord): string {
  return hash('sha256', JSON.stringify(header.cells.map(headerName)), 'hex').slice(0, 32)
}
