import { parseDay } from '@plumbline/engine'
import { sql } from 'kysely'
import type { Scoped } from '../database.ts'
import { yearChunks } from './year-chunks.ts'

/** A close of an instrument, or a rate of a currency against the pivot, as decimal text. */
export interface Quote {
  id: string
  date: string
  value: string
}

/** Subjects of market changes besides instruments: all exchange rates, or an unknown subject. */
export const ratesSubject = 'rates'
export const anySubject = '*'

/**
 * Writes closes twice in the caller's transaction: as exact rows, the source of truth, and into the yearly columns
 * that snapshots are loaded from. It increments the market version first: that row lock serialises writers, who
 * could otherwise overwrite each other's year. What a person set is entered data, which no provider replaces.
 */
export async function writeCloses(
  tx: Scoped,
  quotes: readonly Quote[],
  source: string,
  setBy: string | null = null,
) {
  if (quotes.length === 0) return
  await noteMarketChange(tx, ids(quotes))
  await sql`
    insert into price (instrument_id, date, close, source, set_by, is_entered)
    select id::uuid, date::date, value::numeric, ${source}, ${setBy}::uuid, ${setBy !== null}
    from unnest(${ids(quotes)}::text[], ${dates(quotes)}::text[], ${values(quotes)}::text[]) as q (id, date, value)
    on conflict (instrument_id, date) do update
      set close = excluded.close, source = excluded.source, set_by = excluded.set_by,
        is_entered = excluded.is_entered, received_at = present_moment()`.execute(tx)
  const touched = listYears(quotes)
  const known = await sql<{ id: string; year: number; bytes: Buffer }>`
    select instrument_id as id, year, closes as bytes from price_chunk
    where (instrument_id, year) in (select id::uuid, year from unnest(${touched.ids}::text[], ${touched.years}::int[]) as t (id, year))
    for update`.execute(tx)
  const chunks = mergeChunks(quotes, known.rows)
  await sql`
    insert into price_chunk (instrument_id, year, closes)
    select id::uuid, year, decode(bytes, 'base64')
    from unnest(${chunks.ids}::text[], ${chunks.years}::int[], ${chunks.bytes}::text[]) as c (id, year, bytes)
    on conflict (instrument_id, year) do update set closes = excluded.closes`.execute(tx)
}

/** Removes one close from its row and its yearly column. The last business day with closes may move back. */
export async function removeClose(tx: Scoped, instrumentId: string, date: string): Promise<void> {
  await noteMarketChange(tx, [instrumentId])
  await sql`delete from price where instrument_id = ${instrumentId} and date = ${date}::date`.execute(tx)
  const year = Number(date.slice(0, 4))
  const known = await sql<{ year: number; bytes: Buffer }>`
    select year, closes as bytes from price_chunk where instrument_id = ${instrumentId} and year = ${year} for update`.execute(
    tx,
  )
  for (const { bytes } of yearChunks([[parseDay(date), Number.NaN]], known.rows))
    await sql`
      update price_chunk set closes = ${bytes} where instrument_id = ${instrumentId} and year = ${year}`.execute(
      tx,
    )
  await sql`
    update market_version set last_close = (
      select max(p.date) from price p join instrument i on i.id = p.instrument_id
      where i.family_id is null and p.source <> 'archive' and extract(isodow from p.date) < 6)
    where last_close = ${date}::date`.execute(tx)
}

/** Removes many closes of one instrument. Unlike `removeClose` it leaves the last business day with closes. */
export async function removeCloses(
  tx: Scoped,
  instrumentId: string,
  removed: readonly string[],
): Promise<void> {
  if (removed.length === 0) return
  await noteMarketChange(tx, [instrumentId])
  await sql`delete from price where instrument_id = ${instrumentId} and date = any(${removed}::date[])`.execute(
    tx,
  )
  const years = [...new Set(removed.map(date => Number(date.slice(0, 4))))]
  const known = await sql<{ year: number; bytes: Buffer }>`
    select year, closes as bytes from price_chunk
    where instrument_id = ${instrumentId} and year = any(${years}::int[]) for update`.execute(tx)
  for (const { year, bytes } of yearChunks(
    removed.map(date => [parseDay(date), Number.NaN]),
    known.rows,
  ))
    if (bytes.every((_, place) => place % 8 !== 0 || Number.isNaN(bytes.readDoubleLE(place))))
      await sql`delete from price_chunk where instrument_id = ${instrumentId} and year = ${year}`.execute(tx)
    else
      await sql`update price_chunk set closes = ${bytes} where instrument_id = ${instrumentId} and year = ${year}`.execute(
        tx,
      )
}

/** Invalidates the snapshots that depend on these subjects. */
export async function noteMarketChange(tx: Scoped, subjects: readonly string[]): Promise<void> {
  await sql`select note_market_change(${[...new Set(subjects)]}::text[])`.execute(tx)
}

const ids = (quotes: readonly Quote[]) => quotes.map(quote => quote.id)
const dates = (quotes: readonly Quote[]) => quotes.map(quote => quote.date)
const values = (quotes: readonly Quote[]) => quotes.map(quote => quote.value)

export function listYears(quotes: readonly Quote[]): { ids: string[]; years: number[] } {
  const keys = [...new Set(quotes.map(quote => `${quote.id} ${quote.date.slice(0, 4)}`))]
  return { ids: keys.map(key => key.slice(0, -5)), years: keys.map(key => Number(key.slice(-4))) }
}

/** The yearly columns with the quotes merged in, ready for `unnest`. */
export function mergeChunks(
  quotes: readonly Quote[],
  known: readonly { id: string; year: number; bytes: Buffer }[],
) {
  const chunks = [...Map.groupBy(quotes, quote => quote.id)].flatMap(([id, own]) =>
    yearChunks(
      own.map(({ date, value }) => [parseDay(date), Number(value)]),
      known.filter(chunk => chunk.id === id),
    ).map(chunk => ({ id, ...chunk })),
  )
  return {
    ids: chunks.map(chunk => chunk.id),
    years: chunks.map(chunk => chunk.year),
    bytes: chunks.map(chunk => chunk.bytes.toString('base64')),
  }
}
