import { hash } from 'node:crypto'
import { readCamt } from './camt053/read.ts'
import { guessSeparator } from './csv/dialect.ts'
import {
  type ColumnMapping,
  type CsvLook,
  guessMapping,
  lookAt,
  mappedReader,
  tableOf,
} from './csv/mapping.ts'
import type { Preset } from './csv/preset.ts'
import { dialectOf, headerOf, presetReader, readTable } from './csv/read-preset.ts'
import { type CsvRecord, readHead, readRecords, separators } from './csv/records.ts'
import { columnsBySpec, headerName } from './csv/table.ts'
import { readGhostfolio } from './ghostfolio/read.ts'
import { readIbkrFlex } from './ibkr-flex/read.ts'
import { readOfx } from './ofx/read.ts'
import { isPlumblineHeader, readPlumblineCsv } from './plumbline/csv.ts'
import { readPortfolioPerformanceXml } from './portfolio-performance/read-xml.ts'
import { presets } from './presets/presets.ts'
import { type Details, type ProblemCode, UnreadableFile } from './problem.ts'
import { readQif } from './qif/read.ts'
import { collector, type Reading } from './reading.ts'
import { type FileFormat, recognise } from './recognise.ts'
import { readMt535 } from './swift/mt535.ts'
import { readMt940 } from './swift/mt940.ts'
import { type Decoded, decode, type Encoding } from './text/decode.ts'

/** What became of a file. */
export type FileReading =
  | {
      readonly state: 'read'
      readonly format: FileFormat
      /** Id and name of the preset that knew the header. */
      readonly preset: { readonly id: string; readonly name: string } | null
      readonly encoding: Encoding
      readonly reading: Reading
      readonly csv: CsvLook | null
      /** The same for files with the same header: what a mapping is remembered under. */
      readonly signature: string | null
    }
  | {
      /** A CSV that no preset knows: somebody has to say what its columns mean. */
      readonly state: 'needs_columns'
      readonly format: 'csv'
      readonly encoding: Encoding
      readonly csv: CsvLook
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
  /** How a CSV is to be read, as somebody said; it wins over presets. */
  readonly mapping?: ColumnMapping
}

const readers: Readonly<Partial<Record<FileFormat, (text: string) => Reading>>> = {
  ibkr_flex: readIbkrFlex,
  ofx: readOfx,
  camt053: readCamt,
  mt940: readMt940,
  mt535: readMt535,
  qif: readQif,
  ghostfolio: readGhostfolio,
  portfolio_performance: readPortfolioPerformanceXml,
}

/**
 * Reads a statement of any format that is known. It never throws for what a file says: a row that cannot be read
 * is a problem with its line, and a file that cannot be read says in which line and why.
 */
export function readFile(bytes: Uint8Array, options: ReadOptions = {}): FileReading {
  let format: FileFormat | null = null
  try {
    const decoded = decode(bytes, options.mapping?.encoding)
    format = options.mapping ? 'csv' : recognise(decoded.text)
    if (format === null) throw new UnreadableFile('unknown_format', 1)
    if (format === 'csv') return readCsv(decoded, options.mapping ?? null)
    const read = readers[format]
    if (!read) throw new UnreadableFile('unknown_format', 1)
    const { encoding, text } = decoded
    return { state: 'read', format, preset: null, encoding, reading: read(text), csv: null, signature: null }
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
  const table = tableOf(text, guess)
  return {
    state: 'needs_columns',
    format: 'csv',
    encoding,
    csv: lookAt(text, guess, table),
    signature: signatureOf(table.header),
  }
}

interface FoundPreset {
  readonly preset: Preset
  readonly separator: (typeof separators)[number]
  readonly header: CsvRecord
}

/** The preset that knows the header, trying the separator that fits best first. */
function findPreset(text: string): FoundPreset | null {
  const likely = guessSeparator(text)
  for (const separator of [likely, ...separators.filter(other => other !== likely)]) {
    const head = readHead(text, separator)
    for (const preset of presets) {
      const header = headerOf(preset, head)
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
  const dialect = dialectOf(preset, header, records)
  const collect = collector()
  beginStatement(collect, preset, header, records)
  readTable(collect, presetReader(preset, header, dialect), header, records)
  return {
    state: 'read',
    format: preset.format,
    preset: { id: preset.id, name: preset.name },
    encoding,
    reading: collect.finish(),
    csv: null,
    signature: signatureOf(header),
  }
}

/** The account of a file whose rows name it: the first that does. */
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
  const table = tableOf(text, mapping)
  const collect = collector()
  collect.statement({})
  readTable(collect, mappedReader(mapping, table), table.header, table.records)
  return {
    state: 'read',
    format: 'csv',
    preset: null,
    encoding,
    reading: collect.finish(),
    csv: lookAt(text, mapping, table),
    signature: signatureOf(table.header),
  }
}

function signatureOf(header: CsvRecord): string {
  return hash('sha256', JSON.stringify(header.cells.map(headerName)), 'hex').slice(0, 32)
}
