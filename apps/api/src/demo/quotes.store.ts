import type { QuoteColumn } from '@plumbline/demo-world'
import { type Day, parseDay } from '@plumbline/engine'
import { type RawBuilder, sql } from 'kysely'
import type { Scoped } from '../platform/db/database.ts'
import { type YearChunk, yearChunks } from '../platform/db/market/year-chunks.ts'

/** The source recorded with quotes of the demo world. */
export const demoSource = 'demo'

/** Closes are in `price` and `price_chunk`, rates in `fx_rate` and `fx_chunk`. */
type QuoteKind = 'price' | 'rate'

/**
 * Writes quotes as rows. The numbers are sent as one text per column, because a list of parameters would cost more
 * than the rows. Existing days are kept; skipping that check in an empty table saves a fifth of the time.
 */
export async function writeQuotes(
  tx: Scoped,
  kind: QuoteKind,
  id: string,
  column: QuoteColumn,
  isEmpty: boolean,
): Promise<void> {
  const days = `{${column.days.join(',')}}`
  const values = `{${Array.from(column.values, value => value.toFixed(column.digits)).join(',')}}`
  const quotes = sql`
    select date 'epoch' + day as date, value, (date 'epoch' + day + time '22:15') at time zone 'UTC' as received_at
    from unnest(${days}::int[], ${values}::numeric[]) as quote (day, value)`
  const known = isEmpty ? sql`` : sql`on conflict do nothing`
  if (kind === 'price')
    await sql`
      insert into price (instrument_id, date, close, source, received_at)
      select ${id}::uuid, date, value, ${demoSource}, received_at from (${quotes}) as quote
      ${known}`.execute(tx)
  else
    await sql`
      insert into fx_rate (currency, date, rate, source, received_at)
      select ${id}, date, value, ${demoSource}, received_at from (${quotes}) as quote
      ${known}`.execute(tx)
}

/** Writes chunks from generated quotes, before users can change any. */
export async function writeChunks(
  tx: Scoped,
  kind: QuoteKind,
  id: string,
  column: QuoteColumn,
): Promise<void> {
  const quotes = column.days.map((day, index) => [day, column.values[index] ?? Number.NaN] as const)
  await storeChunks(tx, kind, id, yearChunks(quotes))
}

/** Rebuilds the chunks of the years from a day on from the rows, which may hold prices set by users. */
export async function rewriteChunks(
  tx: Scoped,
  kind: QuoteKind,
  ids: readonly string[],
  from: Day,
): Promise<void> {
  const list = `{${ids.join(',')}}`
  const rows: RawBuilder<{ id: string; date: string; value: string }> =
    kind === 'price'
      ? sql`select instrument_id as id, date, close as value from price
            where instrument_id = any (${list}::uuid[]) and date >= date_trunc('year', date 'epoch' + ${from}::int)
            order by instrument_id, date`
      : sql`select currency as id, date, rate as value from fx_rate
            where currency = any (${list}::text[]) and date >= date_trunc('year', date 'epoch' + ${from}::int)
            order by currency, date`
  const read = await rows.execute(tx)
  for (const [id, quotes] of Map.groupBy(read.rows, row => row.id)) {
    const chunks = yearChunks(quotes.map(({ date, value }) => [parseDay(date), Number(value)] as const))
    await storeChunks(tx, kind, id, chunks)
  }
}

async function storeChunks(
  tx: Scoped,
  kind: QuoteKind,
  id: string,
  chunks: readonly YearChunk[],
): Promise<void> {
  const years = `{${chunks.map(({ year }) => year).join(',')}}`
  const hex = `{${chunks.map(({ bytes }) => bytes.toString('hex')).join(',')}}`
  const parts = sql`unnest(${years}::int[], ${hex}::text[]) as part (year, hex)`
  if (kind === 'price')
    await sql`
      insert into price_chunk (instrument_id, year, closes)
      select ${id}::uuid, year, decode(hex, 'hex') from ${parts}
      on conflict (instrument_id, year) do update set closes = excluded.closes`.execute(tx)
  else
    await sql`
      insert into fx_chunk (currency, year, rates)
      select ${id}, year, decode(hex, 'hex') from ${parts}
      on conflict (currency, year) do update set rates = excluded.rates`.execute(tx)
}
