import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { writeAudit } from '../../db/audit-line.ts'
import type { Database, Scoped } from '../../db/database.ts'
import { writeCloses, writeRates } from '../../db/market.ts'
import type { ArchivedFamily, ArchivedQuote, ArchiveTable } from './archive-files.ts'

export type RestoreStore = ReturnType<typeof restoreStore>

export interface Restored {
  id: string
  accounts: number
  bookings: number
  instruments: number
  quotes: number
}

const rowsAtOnce = 5000
const quotesAtOnce = 20_000
const anyUuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** What is in the archive does not fit together. */
export class BadArchive extends Error {}

export function restoreStore(database: () => Database) {
  return {
    /**
     * Makes a family of an archive, in one transaction. Everything gets ids of its own, so that it can stand beside
     * the family it came from; instruments that everyone shares are those that are already here.
     */
    restore(actor: { id: string; address: string }, from: ArchivedFamily, name: string): Promise<Restored> {
      return database().within('system', async tx => {
        const { id } = await tx
          .insertInto('family')
          .values({ name, base_currency: from.currency })
          .returning('id')
          .executeTakeFirstOrThrow()
        const ids = newIds(from)
        await write(tx, 'custodian', from.tables.custodian, sql`'{}'::jsonb`, true)
        const own = sql`jsonb_build_object('family_id', ${id}::text)`
        const renamed = (table: ArchiveTable) => from.tables[table].map(row => withIds(row, ids))
        await write(tx, 'account', renamed('account'), own)
        const instruments = await writeInstruments(tx, from, ids, id)
        for (const table of ['instrument_identifier', 'split', 'instrument_event'] as const)
          await write(tx, table, ofThose(renamed(table), instruments), sql`'{}'::jsonb`, true)
        const byNobody = sql`jsonb_build_object('family_id', ${id}::text, 'created_by', null, 'import_id', null)`
        await write(tx, 'booking', renamed('booking'), byNobody)
        await write(
          tx,
          'linked_position',
          renamed('linked_position'),
          sql`jsonb_build_object('family_id', ${id}::text, 'created_by', null)`,
        )
        await refuseStrangers(tx, id, [...ids.values()])
        const quotes = await writeQuotes(tx, from, ids)
        await sql`select bump_family_version(${id}::uuid)`.execute(tx)
        await writeAudit(tx, {
          actorId: actor.id,
          familyId: id,
          action: 'family_created',
          subject: name,
          details: { kind: 'family', id, from: 'archive', bookings: from.tables.booking.length },
          address: actor.address,
        })
        return {
          id,
          accounts: from.tables.account.length,
          bookings: from.tables.booking.length,
          instruments: instruments.size,
          quotes,
        }
      })
    },
  }
}

type Ids = Map<string, string>

/**
 * A new id for everything that has one, in the same order as before: what happened on one day without a time is
 * taken in the order of ids. What is not among them is left as it is: links of two bookings.
 */
function newIds(from: ArchivedFamily): Ids {
  const ids: Ids = new Map()
  for (const table of ['account', 'instrument', 'instrument_event', 'booking', 'linked_position'] as const) {
    const before = from.tables[table].map((row): string => {
      const { id }: { id?: unknown } = JSON.parse(row)
      if (typeof id !== 'string') throw new BadArchive(`a row of ${table} has no id`)
      return id
    })
    const after = before.map(() => randomUUID()).sort()
    for (const [index, id] of before.sort().entries()) ids.set(id, after[index] ?? '')
  }
  return ids
}

/** Ids stand in columns, in the lots of a sale and in names of positions: wherever one is, it is the new one. */
function withIds(row: string, ids: Ids): string {
  return row.replace(anyUuid, id => ids.get(id) ?? id)
}

/** Rows as they are, with what this installation knows better in its place. */
async function write(
  tx: Scoped,
  table: ArchiveTable,
  rows: readonly string[],
  known: ReturnType<typeof sql>,
  mayBeThere = false,
): Promise<void> {
  const into = sql.table(table)
  const conflict = mayBeThere ? sql`on conflict do nothing` : sql``
  const columns = await columnsOf(tx, table)
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = `[${rows.slice(from, from + rowsAtOnce).join(',')}]`
    await sql`
      insert into ${into} (${columns})
      select ${columns} from jsonb_array_elements(${some}::jsonb) as each (row),
        jsonb_populate_record(null::${into}, each.row || ${known})
      ${conflict}`.execute(tx)
  }
}

async function columnsOf(tx: Scoped, table: string) {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(
    tx,
  )
  return sql.join(rows.map(({ name }) => sql.ref(name)))
}

/** Makes the instruments that are not here yet, and takes those that are; gives the ids of those it made. */
async function writeInstruments(
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
  await write(tx, 'instrument', written, family)
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
function ofThose(rows: readonly string[], instruments: ReadonlySet<string>): string[] {
  return rows.filter(row => instruments.has(JSON.parse(row).instrument_id))
}

/** Bookings are about instruments of the archive and nothing else: not about those of another family. */
async function refuseStrangers(tx: Scoped, familyId: string, known: readonly string[]): Promise<void> {
  const { rows } = await sql`
    select from booking where family_id = ${familyId} and instrument_id is not null
      and instrument_id <> all(${known}::uuid[]) limit 1`.execute(tx)
  if (rows.length > 0) throw new BadArchive('a booking about an instrument that is not in it')
}

/** Closes and rates of days that have none here. */
async function writeQuotes(tx: Scoped, from: ArchivedFamily, ids: Ids): Promise<number> {
  const prices = from.prices.map(quote => ({ ...quote, id: ids.get(quote.id) ?? '' }))
  if (prices.some(({ id }) => id === '')) throw new BadArchive('a price of an instrument that is not in it')
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
