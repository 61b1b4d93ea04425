import { z } from 'zod'
import { archiveTables, firstTables } from './archive-tables.ts'
import { BadArchive } from './archive-trouble.ts'
import type { ArchivedFamily, ArchivedQuote } from './archived-family.ts'
import { transactionsAsCsv } from './transactions-csv.ts'
import { BadZip, readZip, writeZip } from './zip.ts'

const version = 2

const marked = z.object({ format: z.literal('plumbline-archive'), version: z.number() })

const manifest = z.object({
  created_at: z.iso.datetime().nullable().default(null),
  family: z.object({ name: z.string().min(1).max(200), currency: z.string().regex(/^[A-Z]{3}$/) }),
})

/** So much may come out of an archive: memory is bounded whatever was packed. */
const mostUnpackedBytes = 1024 * 1024 * 1024

/** So many prices and so many rates are read: forty years of five hundred instruments. */
const mostQuotes = 5_000_000

const readme = [
  'All data of a family as Plumbline keeps it.',
  '',
  'transactions.csv, prices.csv and rates.csv are for people and spreadsheets.',
  'manifest.json, the other JSON files, prices.csv and rates.csv make the same family again in any installation.',
  '',
  'Strategies, followed tickers, saved filters, reports and rules are those of the person who took this archive, and',
  'go to the person who restores it; rules are paused until somebody switches them on. Not in it: people, their',
  'passwords and settings, what others made for themselves, notifications, the history of imports and the audit log.',
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
        version,
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
  /** When it was made, as it says. */
  createdAt: string | null
}

/** An archive as it was written, of this version or the one before. Throws BadArchive where it is none. */
export async function readArchive(bytes: Buffer): Promise<ReadArchive> {
  const names = ['manifest.json', 'prices.csv', 'rates.csv', ...archiveTables.map(table => `${table}.json`)]
  const files = await readZip(bytes, new Set(names), mostUnpackedBytes).catch(error => refuse(error))
  const partOf = <T>(name: string, read: (text: string) => T): T => {
    const file = files.get(name)
    if (!file) throw new BadArchive('missing', { file: name })
    try {
      return read(file.toString('utf8'))
    } catch (error) {
      if (error instanceof BadZip || error instanceof z.ZodError || error instanceof SyntaxError)
        throw new BadArchive('broken', { file: name })
      throw error
    }
  }
  if (!files.has('manifest.json')) throw new BadArchive('none')
  const found = partOf('manifest.json', text => marked.parse(JSON.parse(text))).version
  if (found !== 1 && found !== version) throw new BadArchive('version', { version: String(found) })
  const { family, created_at } = partOf('manifest.json', text => manifest.parse(JSON.parse(text)))
  const tables = archiveTables.map(table => [
    table,
    found === 1 && !firstTables.has(table) ? [] : partOf(`${table}.json`, rowsOf),
  ])
  return {
    ...family,
    createdAt: created_at,
    // Every table was just read.
    tables: Object.fromEntries(tables) as ArchivedFamily['tables'],
    prices: partOf('prices.csv', quotesFromCsv),
    rates: partOf('rates.csv', quotesFromCsv),
  }
}

function refuse(error: unknown): never {
  if (!(error instanceof BadZip)) throw error
  if (error.isTooLarge) throw new BadArchive('too_large')
  throw error.file === null ? new BadArchive('none') : new BadArchive('broken', { file: error.file })
}

/** Rows stand one to a line, so that they can be told apart without reading their numbers. */
function rowsOf(text: string): string[] {
  const rows = text
    .replace(/^\[/, '')
    .replace(/\]\s*$/, '')
    .split('\n')
    .map(line => line.replace(/,\s*$/, ''))
    .filter(line => line !== '')
  for (const row of rows) {
    const read: unknown = JSON.parse(row)
    if (typeof read !== 'object' || read === null || Array.isArray(read))
      throw new BadZip('a row that is none')
  }
  return rows
}

function quotesAsCsv(title: string, quotes: readonly ArchivedQuote[]): string {
  return `${title},date,value\r\n${quotes.map(({ id, date, value }) => `${id},${date},${value}\r\n`).join('')}`
}

const quoteLine = /^([\w-]{3,36}),(\d{4}-\d\d-\d\d),(-?\d+(?:\.\d+)?)$/

function quotesFromCsv(text: string): ArchivedQuote[] {
  const lines = text.split('\r\n').slice(1)
  if (lines.length > mostQuotes) throw new BadArchive('too_large')
  return lines.flatMap(line => {
    if (line === '') return []
    const [, id, date, value] = quoteLine.exec(line) ?? []
    if (!id || !date || !value) throw new BadZip('a line that is no quote')
    return [{ id, date, value }]
  })
}
