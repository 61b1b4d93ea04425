import { hash } from 'node:crypto'
import type { FileFormat } from '@plumbline/contract'
import { guessMapping, guessTable, listTables, proposeAnswers } from './csv/guess-mapping.ts'
import { mappedReader } from './csv/mapped-reader.ts'
import { type ColumnMapping, type CsvTable, locateTable } from './csv/mapping.ts'
import type { Preset } from './csv/preset.ts'
import { type CsvPreview, previewTable } from './csv/preview.ts'
import { findHeader, inferDialect, presetReader, readTable } from './csv/read-preset.ts'
import { type CsvRecord, readHead, type Separator } from './csv/records.ts'
import { columnsBySpec, headerName, isAside, isSameRow } from './csv/table.ts'
import { sheetsSource, type TableSource, textSource } from './csv/table-source.ts'
import { recognizeFormat, statementFormats } from './formats.ts'
import { isPlumblineHeader, readPlumblineCsv } from './plumbline/csv.ts'
import { presets } from './presets/presets.ts'
import { type Details, type ProblemCode, UnreadableFile } from './problem.ts'
import { collector, type Reading } from './reading.ts'
import { openMarkup, openWorkbook } from './spreadsheet/open-spreadsheet.ts'
import { checkSize, type Decoded, decode } from './text/decode.ts'
import type { Encoding } from './text/encoding.ts'

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
    }
  | {
      /** No preset knows this table: the user has to map its columns. */
      readonly state: 'needs_columns'
      readonly format: 'csv' | 'spreadsheet'
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
  /** Column mapping chosen by the user for a table; it takes precedence over presets. */
  readonly mapping?: ColumnMapping
  /**
   * What of the mapping is proposed anew: all of it for another place in the file, how values are read
   * for other columns, or only what is still open. Otherwise it is used as it is.
   */
  readonly renew?: 'table' | 'answers' | 'open'
  /** Reads a table by its cells alone, whatever preset knows its header. */
  readonly ignorePresets?: true
}

/**
 * Reads a statement of any known format. Content never makes it throw: an unreadable row becomes a problem with its
 * line, and an unreadable file is reported with line and reason.
 */
export function readFile(bytes: Uint8Array, options: ReadOptions = {}): FileReading {
  const { mapping = null } = options
  let format: ReturnType<typeof recognizeFormat> | 'spreadsheet' = null
  try {
    checkSize(bytes)
    const workbook = openWorkbook(bytes)
    if (workbook) {
      format = 'spreadsheet'
      return readTables(sheetsSource(workbook), options)
    }
    const decoded = decode(bytes, mapping?.encoding)
    format = mapping ? 'csv' : recognizeFormat(decoded.text)
    const page = format === null || mapping ? openMarkup(decoded.text) : null
    if (page) {
      format = 'spreadsheet'
      return readTables(sheetsSource(page), options)
    }
    if (format === null) throw new UnreadableFile('unknown_format', 1)
    if (format === 'csv') return readCsv(decoded, options)
    const { encoding, text } = decoded
    const reading = statementFormats[format].read(text)
    return { state: 'read', format, preset: null, encoding, reading, csv: null, signature: null }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const { code, line, message, details } = error
    return { state: 'unreadable', format, code, line, message, details }
  }
}

function readCsv(decoded: Decoded, options: ReadOptions): FileReading {
  const { text, encoding } = decoded
  const own = mayUsePresets(options) ? readHead(text, ',')[0] : undefined
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
  return readTables(textSource(decoded, options.mapping?.separator), options)
}

const mayUsePresets = ({ mapping, ignorePresets }: ReadOptions): boolean => !mapping && ignorePresets !== true

function readTables(source: TableSource, options: ReadOptions): FileReading {
  const { format, encoding } = source
  const found = mayUsePresets(options) ? findPreset(source) : null
  if (found) return readPreset(source, found)
  const used = chooseMapping(source, options)
  const table = locateTable(source.records(used), used)
  const reading = readMapped(used, table)
  const context = { reading, tables: summarizeTables(source), firstLines: source.firstLines(used.sheet) }
  const csv = previewTable(used, table, context)
  const signature = hashHeader(table.header)
  return options.mapping
    ? { state: 'read', format, preset: null, encoding, reading, csv, signature }
    : { state: 'needs_columns', format, encoding, csv, signature }
}

function chooseMapping(source: TableSource, { mapping, renew }: ReadOptions): ColumnMapping {
  if (!mapping) return guessMapping(source)
  if (renew === 'table') return guessTable(source, mapping)
  if (renew === undefined) return mapping
  const proposed = proposeAnswers(mapping, locateTable(source.records(mapping), mapping))
  if (renew === 'answers') return proposed
  return {
    ...proposed,
    decimalMark: mapping.decimalMark ?? proposed.decimalMark,
    dateOrder: mapping.dateOrder ?? proposed.dateOrder,
    signs: mapping.signs ?? proposed.signs,
    amountIs: mapping.amountIs,
    priceUnit: mapping.priceUnit,
  }
}

const summarizeTables = (source: TableSource): CsvPreview['tables'] =>
  listTables(source).map(({ sheet, headerLine, rows }) => ({ sheet, headerLine, rowsCount: rows }))

interface FoundPreset {
  readonly preset: Preset
  readonly separator: Separator
  readonly sheet: string | null
  readonly header: CsvRecord
}

/** Finds the preset that recognizes a header, trying the likeliest separator and the first sheet first. */
function findPreset(source: TableSource): FoundPreset | null {
  for (const { separator, sheet, records } of source.heads())
    for (const preset of presets) {
      const header = findHeader(preset, records)
      if (header) return { preset, separator: preset.separator ?? separator, sheet, header }
    }
  return null
}

function readPreset(source: TableSource, { preset, header: found, ...place }: FoundPreset): FileReading {
  const records = source.records(place)
  const header = records.find(record => record.line === found.line) ?? found
  const dialect = inferDialect(preset, header, records)
  const collect = collector()
  const reader = presetReader(preset, header, dialect)
  for (const rows of splitByAccount(columnsBySpec(header, preset.columns).get('account'), header, records)) {
    beginStatement(collect, preset, header, rows)
    readTable(collect, reader, header, rows)
  }
  return {
    state: 'read',
    format: preset.format,
    preset: { id: preset.id, name: preset.name },
    encoding: source.encoding,
    reading: collect.finish(),
    csv: null,
    signature: hashHeader(header),
  }
}

/** The header with the rows of each account of the file; rows that name none belong to the first. */
function splitByAccount(
  column: number | undefined,
  header: CsvRecord,
  records: readonly CsvRecord[],
): readonly (readonly CsvRecord[])[] {
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

/** Reads a table by a mapping, one statement for each account that its rows name. */
function readMapped(mapping: ColumnMapping, table: CsvTable): Reading {
  const { header } = table
  const collect = collector()
  const reader = mappedReader(mapping, table)
  const column = mapping.columns.findIndex(({ meaning }) => meaning === 'account')
  const accountOf = (rows: readonly CsvRecord[]) =>
    column < 0 ? null : (rows.find(row => row !== header && row.cells[column])?.cells[column]?.trim() ?? null)
  for (const rows of splitByAccount(column < 0 ? undefined : column, header, [header, ...table.rows])) {
    const account = accountOf(rows)
    if (mapping.account !== null && account !== mapping.account) {
      for (const { line } of rows) if (line !== header.line) collect.skip(line, 'other_account')
      continue
    }
    collect.statement({ account })
    readTable(collect, reader, header, rows)
  }
  for (const { line } of table.others) collect.skip(line, 'other_table')
  return collect.finish()
}

function hashHeader(header: CsvRecord): string {
  return hash('sha256', JSON.stringify(header.cells.map(headerName)), 'hex').slice(0, 32)
}
