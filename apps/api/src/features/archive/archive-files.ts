import { z } from 'zod'
import { csvOf } from '../../http/csv.ts'
import { BadZip, readZip, writeZip } from './zip.ts'

/** Tables that are kept row by row, each row the JSON text that PostgreSQL gave: no number is ever rounded. */
export const archiveTables = [
  'custodian',
  'account',
  'instrument',
  'instrument_identifier',
  'split',
  'instrument_event',
  'booking',
  'linked_position',
] as const
export type ArchiveTable = (typeof archiveTables)[number]

/** A close of an instrument or a rate of a currency, as decimal text. */
export interface ArchivedQuote {
  id: string
  date: string
  value: string
}

export interface ArchivedFamily {
  name: string
  currency: string
  tables: Record<ArchiveTable, readonly string[]>
  prices: readonly ArchivedQuote[]
  rates: readonly ArchivedQuote[]
}

const manifest = z.object({
  format: z.literal('plumbline-archive'),
  version: z.literal(1),
  family: z.object({ name: z.string().min(1).max(200), currency: z.string().regex(/^[A-Z]{3}$/) }),
})

/** So much may come out of an archive: memory is bounded whatever was packed. */
const mostUnpackedBytes = 1024 * 1024 * 1024

const readme = [
  'All data of a family as Plumbline keeps it.',
  '',
  'transactions.csv, prices.csv and rates.csv are for people and spreadsheets.',
  'manifest.json, the other JSON files, prices.csv and rates.csv make the same family again in any installation.',
  '',
].join('\n')

export async function writeArchive(family: ArchivedFamily, now: Date): Promise<Buffer> {
  const { name, currency, tables, prices, rates } = family
  const entries = [
    ['README.txt', readme],
    [
      'manifest.json',
      JSON.stringify({
        format: 'plumbline-archive',
        version: 1,
        created_at: now.toISOString(),
        family: { name, currency },
        counts: Object.fromEntries(archiveTables.map(table => [table, tables[table].length])),
      }),
    ],
    ...archiveTables.map(table => [`${table}.json`, `[${tables[table].join(',\n')}]`]),
    ['prices.csv', quotesAsCsv('instrument_id', prices)],
    ['rates.csv', quotesAsCsv('currency', rates)],
    ['transactions.csv', transactionsAsCsv(tables)],
  ]
  return writeZip(entries.map(([title = '', words = '']) => ({ name: title, bytes: Buffer.from(words) })))
}

/** An archive as it was written; null where it is none, or one of a version that is not known. */
export async function readArchive(bytes: Buffer): Promise<ArchivedFamily | null> {
  try {
    const names = ['manifest.json', 'prices.csv', 'rates.csv', ...archiveTables.map(table => `${table}.json`)]
    const files = await readZip(bytes, new Set(names), mostUnpackedBytes)
    const textOf = (name: string): string => {
      const file = files.get(name)
      if (!file) throw new BadZip(`${name} is missing`)
      return file.toString('utf8')
    }
    const { family } = manifest.parse(JSON.parse(textOf('manifest.json')))
    const tables = archiveTables.map(table => [table, rowsOf(textOf(`${table}.json`))])
    return {
      ...family,
      // Every table was just read.
      tables: Object.fromEntries(tables) as ArchivedFamily['tables'],
      prices: quotesFromCsv(textOf('prices.csv')),
      rates: quotesFromCsv(textOf('rates.csv')),
    }
  } catch (error) {
    if (error instanceof BadZip || error instanceof z.ZodError || error instanceof SyntaxError) return null
    throw error
  }
}

/** Rows stand one to a line, so that they can be told apart without reading their numbers. */
function rowsOf(text: string): string[] {
  const rows = text
    .replace(/^\[/, '')
    .replace(/\]\s*$/, '')
    .split('\n')
    .map(line => line.replace(/,\s*$/, ''))
    .filter(line => line !== '')
  for (const row of rows) if (typeof JSON.parse(row) !== 'object') throw new BadZip('a row that is none')
  return rows
}

function quotesAsCsv(title: string, quotes: readonly ArchivedQuote[]): string {
  return `${title},date,value\r\n${quotes.map(({ id, date, value }) => `${id},${date},${value}\r\n`).join('')}`
}

const quoteLine = /^([\w-]{3,36}),(\d{4}-\d\d-\d\d),(-?\d+(?:\.\d+)?)$/

function quotesFromCsv(text: string): ArchivedQuote[] {
  const lines = text.split('\r\n').slice(1)
  return lines.flatMap(line => {
    if (line === '') return []
    const [, id, date, value] = quoteLine.exec(line) ?? []
    if (!id || !date || !value) throw new BadZip('a line that is no quote')
    return [{ id, date, value }]
  })
}

interface ReadableBooking {
  status: string
  superseded_by: string | null
  account_id: string
  instrument_id: string | null
  [field: string]: unknown
}

const cells = [
  'date',
  'settle_date',
  'transaction_type',
  'quantity',
  'price',
  'amount',
  'currency',
  'net',
  'rate',
  'fees',
  'taxes',
  'counter_currency',
  'counter_amount',
  'note',
] as const

/** The transactions in force as a spreadsheet shows them. They are read here, so figures may lose digits past the 15th. */
function transactionsAsCsv(tables: ArchivedFamily['tables']): string {
  const byId = (table: ArchiveTable) =>
    new Map(
      tables[table].map(row => {
        const parsed: { id: string; name: string; isin?: string | null } = JSON.parse(row)
        return [parsed.id, parsed]
      }),
    )
  const [accounts, instruments] = [byId('account'), byId('instrument')]
  const bookings = tables.booking
    .map((row): ReadableBooking => JSON.parse(row))
    .filter(({ status, superseded_by: later }) => status !== 'void' && later === null)
  const subjectOf = ({ instrument_id: id }: ReadableBooking) =>
    id === null ? undefined : instruments.get(id)
  return csvOf<ReadableBooking>(
    {
      account: row => accounts.get(row.account_id)?.name,
      name: row => subjectOf(row)?.name,
      isin: row => subjectOf(row)?.isin,
      // A cell of these fields is a text or a number.
      ...Object.fromEntries(cells.map(field => [field, row => row[field] as string | number | null])),
    },
    bookings,
  )
}
