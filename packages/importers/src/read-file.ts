import { hash } from 'node:crypto'
import type { FileFormat } from '@plumbline/contract'
import { guessMapping, guessTable, listTables, proposeAnswers } from './csv/guess-mapping.ts'
import { readHoldings, statesHoldings } from './csv/holdings/read-holdings.ts'
import { findStatedDay } from './csv/holdings/stated-day.ts'
import { mappedReader } from './csv/mapped-reader.ts'
import { type ColumnMapping, type CsvTable, locateTable } from './csv/mapping.ts'
import type { Preset } from './csv/preset.ts'
import { type CsvPreview, previewTable } from './csv/preview.ts'
import { findHeader, inferDialect, presetReader, readTable, statesOtherCurrency } from './csv/read-preset.ts'
import { type CsvRecord, readHead, type Separator } from './csv/table/records.ts'
import { columnsBySpec, headerName, isAside, isSameRow } from './csv/table/table.ts'
import { sheetsSource, type TableSource, textSource } from './csv/table/table-source.ts'
import { recognizeFormat, statementFormats } from './formats.ts'
import type { PdfPage } from './pdf/file/read-pages.ts'
import { isPlumblineHeader, readPlumblineCsv } from './plumbline/csv.ts'
import { readPortfolioArchive } from './portfolio-performance/archive.ts'
import { presets } from './presets/presets.ts'
import { type Details, type ProblemCode, UnreadableFile } from './problem.ts'
import { collector, createContext, type ReadContext, type Reading } from './reading.ts'
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
      /** The pages of a PDF. Their lines, one after the other, are the lines of the reading. */
      readonly pages?: readonly PdfPage[]
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
  /** The present day, 'YYYY-MM-DD'. Transactions much later than it are problems. */
  readonly today?: string
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
    const context = createContext(options)
    checkSize(bytes)
    const archived = mapping ? null : readPortfolioArchive(bytes, context)
    if (archived) return portfolioPerformance(rejectEmpty(archived))
    const workbook = openWorkbook(bytes)
    if (workbook) {
      format = 'spreadsheet'
      return readTables(sheetsSource(workbook), options, context)
    }
    const decoded = decode(bytes, mapping?.encoding)
    format = mapping ? 'csv' : recognizeFormat(decoded.text)
    const page = format === null || mapping ? openMarkup(decoded.text) : null
    if (page) {
      format = 'spreadsheet'
      return readTables(sheetsSource(page), options, context)
    }
    if (format === null) throw new UnreadableFile('unknown_format', 1)
    if (format === 'csv') return readCsv(decoded, options, context)
    const { encoding, text } = decoded
    const reading = rejectEmpty(statementFormats[format].read(text, context))
    return { state: 'read', format, preset: null, encoding, reading, csv: null, signature: null }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const { code, line, message, details } = error
    return { state: 'unreadable', format, code, line, message, details }
  }
}

function portfolioPerformance(reading: Reading): FileReading {
  const format = 'portfolio_performance'
  return { state: 'read', format, preset: null, encoding: 'utf-8', reading, csv: null, signature: null }
}

/** A file without rows and balances has nothing to import, which a person should be told. */
function rejectEmpty(reading: Reading): Reading {
  const { rows, statements } = reading
  if (rows.total === 0 && statements.every(({ balances }) => balances.length === 0))
    throw new UnreadableFile('no_rows', 1)
  return reading
}

function readCsv(decoded: Decoded, options: ReadOptions, context: ReadContext): FileReading {
  const { text, encoding } = decoded
  const own = mayUsePresets(options) ? readHead(text, ',')[0] : undefined
  if (own && isPlumblineHeader(own.cells))
    return {
      state: 'read',
      format: 'plumbline',
      preset: null,
      encoding,
      reading: rejectEmpty(readPlumblineCsv(text, context)),
      csv: null,
      signature: null,
    }
  return readTables(textSource(decoded, options.mapping?.separator), options, context)
}

const mayUsePresets = ({ mapping, ignorePresets }: ReadOptions): boolean => !mapping && ignorePresets !== true

function readTables(source: TableSource, options: ReadOptions, context: ReadContext): FileReading {
  const { format, encoding } = source
  const found = mayUsePresets(options) ? findPreset(source) : null
  if (found && !isInOtherCurrency(source, found)) return readPreset(source, found, context)
  const used = chooseMapping(source, options)
  const table = locateTable(source.records(used), used)
  const reading = readMapped(used, table, context)
  const tables = summarizeTables(source)
  const csv = previewTable(used, table, { reading, tables, firstLines: source.firstLines(used.sheet) })
  const signature = hashHeader(table.header)
  return options.mapping
    ? { state: 'read', format, preset: null, encoding, reading: rejectEmpty(reading), csv, signature }
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
    dollar: mapping.dollar,
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

/** Another broker's file may have the columns of a preset, beside one of currencies. */
function isInOtherCurrency(source: TableSource, { preset, header, ...place }: FoundPreset): boolean {
  if (preset.currency === undefined) return false
  const records = source.records(place)
  return statesOtherCurrency(preset, records.find(({ line }) => line === header.line) ?? header, records)
}

/** Finds the preset that recognizes a header, trying the likeliest separator and the first sheet first. */
function findPreset(source: TableSource): FoundPreset | null {
  for (const { separator, sheet, records } of source.heads())
    for (const preset of presets) {
      const header = findHeader(preset, records)
      if (header && isMentioned(preset, records))
        return { preset, separator: preset.separator ?? separator, sheet, header }
    }
  return null
}

const isMentioned = ({ mentions }: Preset, records: readonly CsvRecord[]) =>
  mentions === undefined || records.some(({ raw }) => mentions.test(raw))

function readPreset(
  source: TableSource,
  { preset, header: found, ...place }: FoundPreset,
  context: ReadContext,
): FileReading {
  const all = source.records(place)
  const first = all.find(record => record.line === found.line) ?? found
  const preamble = all.slice(0, Math.max(0, all.indexOf(first)))
  const collect = collector(context)
  for (const table of splitTables(preset, first, all)) {
    const { header, records } = table
    const reader = presetReader(table.preset, header, inferDialect(table.preset, header, records))
    const account = columnsBySpec(header, table.preset.columns).get('account')
    for (const rows of splitByAccount(account, header, records)) {
      if (header === first) beginStatement(collect, preset, header, rows)
      else collect.skip({ line: header.line, raw: header.raw }, 'not_a_row')
      for (const { line, raw } of preamble.splice(0)) collect.skip({ line, raw }, 'not_a_row')
      readTable(collect, reader, header, rows)
    }
  }
  return {
    state: 'read',
    format: preset.format,
    preset: { id: preset.id, name: preset.name },
    encoding: source.encoding,
    reading: rejectEmpty(collect.finish()),
    csv: null,
    signature: hashHeader(first),
  }
}

interface Table {
  readonly preset: Preset
  readonly header: CsvRecord
  readonly records: readonly CsvRecord[]
}

/** The tables of a file, each with its header. Only presets of a group share a file. */
function splitTables(preset: Preset, first: CsvRecord, all: readonly CsvRecord[]): Table[] {
  if (preset.group === undefined) return [{ preset, header: first, records: all }]
  const group = presets.filter(other => other.group === preset.group)
  const tables: { preset: Preset; header: CsvRecord; records: CsvRecord[] }[] = []
  for (const record of all.slice(Math.max(0, all.indexOf(first)))) {
    const own = group.find(other => findHeader(other, [record]))
    if (own) tables.push({ preset: own, header: record, records: [record] })
    else tables.at(-1)?.records.push(record)
  }
  return tables
}

/** The header with the rows of each account of the file; rows that name none belong to the first. */
function splitByAccount(
  column: number | undefined,
  header: CsvRecord,
  records: readonly CsvRecord[],
  isOther: (row: CsvRecord) => boolean = () => false,
): readonly (readonly CsvRecord[])[] {
  if (column === undefined) return [records]
  const readAccount = (row: CsvRecord) =>
    isAside(row, header) || isSameRow(row, header) || isOther(row) ? '' : (row.cells[column]?.trim() ?? '')
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

function readMapped(mapping: ColumnMapping, table: CsvTable, context: ReadContext): Reading {
  const { header } = table
  const collect = collector(context)
  const reader = mappedReader(mapping, table)
  const day = mapping.asOf ?? findStatedDay(table, mapping)
  const isPast = day !== null && (context.latestDate === undefined || day <= context.latestDate)
  const column = mapping.columns.findIndex(({ meaning }) => meaning === 'account')
  const findAccount = (rows: readonly CsvRecord[]) =>
    column < 0 ? null : (rows.find(row => row !== header && row.cells[column])?.cells[column]?.trim() ?? null)
  for (const rows of splitByAccount(
    column < 0 ? undefined : column,
    header,
    [header, ...table.rows],
    // The word of a total is no account.
    row => reader.findSkip?.(row) != null,
  )) {
    const account = findAccount(rows)
    if (mapping.account !== null && account !== mapping.account) {
      for (const { line, raw } of rows) if (line !== header.line) collect.skip({ line, raw }, 'other_account')
      continue
    }
    collect.statement({ account, ...(statesHoldings(mapping) && isPast ? { endDate: day } : {}) })
    if (statesHoldings(mapping))
      readHoldings({ collect, mapping, reader, header, day: isPast ? day : null }, rows)
    else readTable(collect, reader, header, rows)
  }
  for (const { line, raw } of table.others) collect.skip({ line, raw }, 'other_table')
  return collect.finish()
}

function hashHeader(header: CsvRecord): string {
  return hash('sha256', JSON.stringify(header.cells.map(headerName)), 'hex').slice(0, 32)
}
