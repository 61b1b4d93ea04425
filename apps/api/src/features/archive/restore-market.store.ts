import { sql } from 'kysely'
import type { Scoped } from '../../db/database.ts'
import { writeCloses, writeRates } from '../../db/market.ts'
import { type Ids, withIds } from './archive-ids.ts'
import { BadArchive } from './archive-trouble.ts'
import type { ArchivedFamily, ArchivedQuote } from './archived-family.ts'
import { writeRows } from './restore-rows.store.ts'

const quotesAtOnce = 20_000

/** Makes the instruments that are not here yet, and takes those that are; gives the ids of those it made. */
export async function writeInstruments(
  tx: Scoped,
  from: ArchivedFamily,
  ids: Ids,
  familyId: string,
): Promise<Set<string>> {
  const made = new Set<string>()
  const missing: string[] = []
  for (const row of from.tables.instrument) {
    const { id, is_own: isOwn }: { id: string; is_own?: boolean } = JSON.parse(row)
    const here = isOwn ? null : await sharedLike(tx, row)
    if (here === null) missing.push(row)
    else ids.set(id, here)
  }
  const written = missing.map(row => withIds(row, ids))
  for (const row of written) made.add(JSON.parse(row).id)
  const family = sql`jsonb_build_object('family_id',
    case when (each.row ->> 'is_own')::boolean then ${familyId}::text end)`
  await writeRows(tx, 'instrument', written, family)
  return made
}

/** The instrument of everyone that a row means: by its ISIN, else by symbol, name and type. */
async function sharedLike(tx: Scoped, row: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select i.id from instrument i, jsonb_populate_record(null::instrument, ${row}::jsonb) as r
    where i.family_id is null and i.deleted_at is null and i.currency = r.currency
      and i.instrument_type = r.instrument_type and case when r.isin is null
        then i.isin is null and lower(i.name) = lower(r.name) and i.symbol is not distinct from r.symbol
          and i.contract_expiration is not distinct from r.contract_expiration
        else i.isin = r.isin end
    order by i.created_at, i.id limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

/** What belongs to instruments that were made; those that were here have their own. */
export function ofThose(rows: readonly string[], instruments: ReadonlySet<string>): string[] {
  return rows.filter(row => instruments.has(JSON.parse(row).instrument_id))
}

/** Closes and rates of days that have none here. */
export async function writeQuotes(tx: Scoped, from: ArchivedFamily, ids: Ids): Promise<number> {
  const prices = from.prices.map(quote => ({ ...quote, id: ids.get(quote.id) ?? '' }))
  if (prices.some(({ id }) => id === '')) throw new BadArchive('unfitting', { file: 'prices.csv' })
  let count = 0
  for (const some of chunksOf(prices)) {
    const known = await sql<{ key: string }>`
      select instrument_id || ' ' || date as key from price
      where (instrument_id, date) in (select id::uuid, date::date
        from unnest(${some.map(({ id }) => id)}::text[], ${some.map(({ date }) => date)}::text[]) as q (id, date))`.execute(
      tx,
    )
    const added = without(some, known.rows)
    await writeCloses(tx, added, 'archive')
    count += added.length
  }
  for (const some of chunksOf(from.rates)) {
    const known = await sql<{ key: string }>`
      select currency || ' ' || date as key from fx_rate
      where (currency, date) in (select id, date::date
        from unnest(${some.map(({ id }) => id)}::text[], ${some.map(({ date }) => date)}::text[]) as q (id, date))`.execute(
      tx,
    )
    const added = without(some, known.rows)
    await writeRates(tx, added, 'archive')
    count += added.length
  }
  return count
}

function chunksOf(quotes: readonly ArchivedQuote[]): ArchivedQuote[][] {
  const chunks: ArchivedQuote[][] = []
  for (let from = 0; from < quotes.length; from += quotesAtOnce)
    chunks.push(quotes.slice(from, from + quotesAtOnce))
  return chunks
}

function without(quotes: readonly ArchivedQuote[], known: readonly { key: string }[]): ArchivedQuote[] {
  const there = new Set(known.map(({ key }) => key))
  return quotes.filter(({ id, date }) => !there.has(`${id} ${date}`))
}
