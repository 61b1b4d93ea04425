import type { QuoteColumn } from '@plumbline/demo-world'
import { type Day, dayOf } from '@plumbline/engine'
import { type RawBuilder, sql } from 'kysely'
import type { Scoped } from '../platform/db/database.ts'
import { type YearChunk, yearChunks } from '../platform/db/year-chunks.ts'

/** Where quotes of the demo world say that they come from. */
export const demoSource = 'demo'

/** Closes are rows of `price`, rates are rows of `fx_rate`; beside both stand the chunks they are loaded from. */
type QuoteKind = 'price' | 'rate'

/**
 * Writes quotes as rows, which are the truth. The numbers go as one text per column: a list of parameters would
 * cost more than the rows themselves. Where the table may hold some of the days already, those stay as they are;
 * in an empty one not looking for them saves a fifth of the time.
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

/** The chunks of quotes that nobody can have changed yet. */
export async function writeChunks(
  tx: Scoped,
  kind: QuoteKind,
  id: string,
  column: QuoteColumn,
): Promise<void> {
  const quotes = column.days.map((day, index) => [day, column.values[index] ?? Number.NaN] as const)
  await storeChunks(tx, kind, id, yearChunks(quotes))
}

/** The chunks of the years from a day on, from the rows as they stand: people may have set prices among them. */
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
    const chunks = yearChunks(quotes.map(({ date, value }) => [dayOf(date), Number(value)] as const))
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
