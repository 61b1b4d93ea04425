import { sql } from 'kysely'
import type { Scoped } from './database.ts'

/** A close of an instrument, or a rate of a currency against the pivot, as decimal text. */
export interface Quote {
  id: string
  date: string
  value: string
}

const daysOfYear = 366

/**
 * Writes closes: as exact rows, which are the truth, and in the yearly columns that books are loaded from.
 * Both are written in the caller's transaction, and the version of the market counts up.
 */
export async function writeCloses(
  tx: Scoped,
  quotes: readonly Quote[],
  source: string,
  setBy: string | null = null,
) {
  if (quotes.length === 0) return
  await sql`
    insert into price (instrument_id, date, close, source, set_by)
    select id::uuid, date::date, value::numeric, ${source}, ${setBy}::uuid
    from unnest(${ids(quotes)}::text[], ${dates(quotes)}::text[], ${values(quotes)}::text[]) as q (id, date, value)
    on conflict (instrument_id, date) do update
      set close = excluded.close, source = excluded.source, set_by = excluded.set_by, received_at = present_moment()`.execute(
    tx,
  )
  const touched = yearsOf(quotes)
  const known = await sql<{ id: string; year: number; bytes: Buffer }>`
    select instrument_id as id, year, closes as bytes from price_chunk
    where (instrument_id, year) in (select id::uuid, year from unnest(${touched.ids}::text[], ${touched.years}::int[]) as t (id, year))
    for update`.execute(tx)
  const chunks = columnsWith(quotes, known.rows)
  await sql`
    insert into price_chunk (instrument_id, year, closes)
    select id::uuid, year, decode(bytes, 'base64')
    from unnest(${chunks.ids}::text[], ${chunks.years}::int[], ${chunks.bytes}::text[]) as c (id, year, bytes)
    on conflict (instrument_id, year) do update set closes = excluded.closes`.execute(tx)
  await sql`select bump_market_version()`.execute(tx)
}

/** Writes what one unit of each currency is worth in the pivot, in the same way. */
export async function writeRates(tx: Scoped, quotes: readonly Quote[], source: string) {
  if (quotes.length === 0) return
  await sql`
    insert into fx_rate (currency, date, rate, source)
    select id, date::date, value::numeric, ${source}
    from unnest(${ids(quotes)}::text[], ${dates(quotes)}::text[], ${values(quotes)}::text[]) as q (id, date, value)
    on conflict (currency, date) do update
      set rate = excluded.rate, source = excluded.source, received_at = present_moment()`.execute(tx)
  const touched = yearsOf(quotes)
  const known = await sql<{ id: string; year: number; bytes: Buffer }>`
    select currency as id, year, rates as bytes from fx_chunk
    where (currency, year) in (select id, year from unnest(${touched.ids}::text[], ${touched.years}::int[]) as t (id, year))
    for update`.execute(tx)
  const chunks = columnsWith(quotes, known.rows)
  await sql`
    insert into fx_chunk (currency, year, rates)
    select id, year, decode(bytes, 'base64')
    from unnest(${chunks.ids}::text[], ${chunks.years}::int[], ${chunks.bytes}::text[]) as c (id, year, bytes)
    on conflict (currency, year) do update set rates = excluded.rates`.execute(tx)
  await sql`select bump_market_version()`.execute(tx)
}

const ids = (quotes: readonly Quote[]) => quotes.map(quote => quote.id)
const dates = (quotes: readonly Quote[]) => quotes.map(quote => quote.date)
const values = (quotes: readonly Quote[]) => quotes.map(quote => quote.value)

function yearsOf(quotes: readonly Quote[]): { ids: string[]; years: number[] } {
  const keys = [...new Set(quotes.map(quote => `${quote.id} ${quote.date.slice(0, 4)}`))]
  return { ids: keys.map(key => key.slice(0, -5)), years: keys.map(key => Number(key.slice(-4))) }
}

/** The yearly columns with the quotes in them: one float64 per day from 1 January on, NaN where there is none. */
function columnsWith(
  quotes: readonly Quote[],
  known: readonly { id: string; year: number; bytes: Buffer }[],
) {
  const columns = new Map<string, Buffer>()
  for (const { id, year, bytes } of known) columns.set(`${id} ${year}`, Buffer.from(bytes))
  for (const { id, date, value } of quotes) {
    const key = `${id} ${date.slice(0, 4)}`
    const column = columns.get(key) ?? emptyColumn()
    columns.set(key, column)
    column.writeDoubleLE(Number(value), dayOfYear(date) * 8)
  }
  const keys = [...columns.keys()]
  return {
    ids: keys.map(key => key.slice(0, -5)),
    years: keys.map(key => Number(key.slice(-4))),
    bytes: [...columns.values()].map(column => column.toString('base64')),
  }
}

function emptyColumn(): Buffer {
  const column = Buffer.alloc(daysOfYear * 8)
  for (let day = 0; day < daysOfYear; day += 1) column.writeDoubleLE(Number.NaN, day * 8)
  return column
}

function dayOfYear(date: string): number {
  return (Date.parse(date) - Date.parse(`${date.slice(0, 4)}-01-01`)) / 86_400_000
}
