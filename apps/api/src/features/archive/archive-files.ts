import { z } from 'zod'
import { readZip, writeZip, ZipError } from '../../platform/http/bodies/zip.ts'
import { ArchiveError } from './archive-error.ts'
import { archiveTables, archiveVersion, tablesByVersion } from './archive-tables.ts'
import type { ArchivedFamily, ArchivedQuote } from './archived-family.ts'
import { transactionsAsCsv } from './transactions-csv.ts'

const marked = z.object({ format: z.literal('plumbline-archive'), version: z.number() })

const manifest = z.object({
  created_at: z.iso.datetime().nullable().default(null),
  family: z.object({ name: z.string().min(1).max(200), currency: z.string().regex(/^[A-Z]{3}$/) }),
})

/** Limits memory when unpacking, whatever the archive claims about itself. */
const maxUnpackedBytes = 1024 * 1024 * 1024

/** Limit for prices and for rates: forty years of five hundred instruments. */
const maxQuotes = 5_000_000

const readme = [
  'All data of a family as Plumbline keeps it.',
  '',
  'transactions.csv, prices.csv and rates.csv are for people and spreadsheets.',
  'manifest.json, the other JSON files, prices.csv and rates.csv make the same family again in any installation.',
  '',
  'Strategies, followed tickers, saved filters, reports and rules are those of the person who took this archive, and',
  'go to the person who restores it; rules are paused until somebody switches them on. Tasks and notes of advisers and',
  'administrators are in it only if one of them took it. Not in it: people, their passwords and settings, what others',
  'made for themselves, notifications, the history of imports and the audit log.',
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
        version: archiveVersion,
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

export interface ReadArchive extends ArchivedFamily {
  /** As stated in the manifest. */
  createdAt: string | null
}

/** Reads an archive of the current or an earlier version. Throws ArchiveError if it is not one. */
export async function readArchive(bytes: Buffer): Promise<ReadArchive> {
  const names = ['manifest.json', 'prices.csv', 'rates.csv', ...archiveTables.map(table => `${table}.json`)]
  const files = await readZip(bytes, new Set(names), maxUnpackedBytes).catch(error => refuse(error))
  const readPart = <T>(name: string, read: (text: string) => T): T => {
    const file = files.get(name)
    if (!file) throw new ArchiveError('missing', { file: name })
    try {
      return read(file.toString('utf8'))
    } catch (error) {
      if (error instanceof ZipError || error instanceof z.ZodError || error instanceof SyntaxError)
        throw new ArchiveError('broken', { file: name })
      throw error
    }
  }
  if (!files.has('manifest.json')) throw new ArchiveError('none')
  const found = readPart('manifest.json', text => marked.parse(JSON.parse(text))).version
  const written = tablesByVersion.get(found)
  if (!written) throw new ArchiveError('version', { version: String(found) })
  const { family, created_at } = readPart('manifest.json', text => manifest.parse(JSON.parse(text)))
  const tables = archiveTables.map(table => [
    table,
    written.has(table) ? readPart(`${table}.json`, parseRows) : [],
  ])
  return {
    ...family,
    createdAt: created_at,
    // The list above has every table.
    tables: Object.fromEntries(tables) as ArchivedFamily['tables'],
    prices: readPart('prices.csv', quotesFromCsv),
    rates: readPart('rates.csv', quotesFromCsv),
  }
}

function refuse(error: unknown): never {
  if (!(error instanceof ZipError)) throw error
  if (error.isTooLarge) throw new ArchiveError('too_large')
  throw error.file === null ? new ArchiveError('none') : new ArchiveError('broken', { file: error.file })
}

/** Rows are one per line, so they can be split without parsing their numbers, which would round them. */
function parseRows(text: string): string[] {
  const rows = text
    .replace(/^\[/, '')
    .replace(/\]\s*$/, '')
    .split('\n')
    .map(line => line.replace(/,\s*$/, ''))
    .filter(line => line !== '')
  for (const row of rows) {
    const read: unknown = JSON.parse(row)
    if (typeof read !== 'object' || read === null || Array.isArray(read))
      throw new ZipError('a row that is none')
  }
  return rows
}

function quotesAsCsv(title: string, quotes: readonly ArchivedQuote[]): string {
  return `${title},date,value\r\n${quotes.map(({ id, date, value }) => `${id},${date},${value}\r\n`).join('')}`
}

const quoteLine = /^([\w-]{3,36}),(\d{4}-\d\d-\d\d),(-?\d+(?:\.\d+)?)$/

function quotesFromCsv(text: string): ArchivedQuote[] {
  const lines = text.split('\r\n').slice(1)
  if (lines.length > maxQuotes) throw new ArchiveError('too_large')
  return lines.flatMap(line => {
    if (line === '') return []
    const [, id, date, value] = quoteLine.exec(line) ?? []
    if (!id || !date || !value) throw new ZipError('a line that is no quote')
    return [{ id, date, value }]
  })
}
