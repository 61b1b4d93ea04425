import { sql } from 'kysely'
import type { Database, Scoped } from '../../db/database.ts'
import type { ArchivedFamily, ArchivedQuote, ArchiveTable } from './archive-files.ts'

export type ArchiveStore = ReturnType<typeof archiveStore>

/** What an instrument is about belongs to it: the share under an option, the loan's asset. */
const heldInstruments = (familyId: string) => sql`
  with recursive held as (
    select i.id, i.underlying_id from instrument i
    where i.family_id = ${familyId} and i.deleted_at is null
      or i.id in (select instrument_id from booking where family_id = ${familyId})
    union
    select u.id, u.underlying_id from instrument u join held h on h.underlying_id = u.id
  )`

export function archiveStore(database: () => Database) {
  return {
    /** All of a family that this user may see, as of one moment. Null where they see no such family. */
    read(userId: string, familyId: string): Promise<ArchivedFamily | null> {
      return database().withinSnapshot({ user: userId }, async tx => {
        const { rows } = await sql<{ name: string; currency: string }>`
          select name, base_currency as currency from family where id = ${familyId}`.execute(tx)
        const family = rows[0]
        if (!family) return null
        return { ...family, tables: await readTables(tx, familyId), ...(await readQuotes(tx, familyId)) }
      })
    },
  }
}

async function readTables(tx: Scoped, familyId: string): Promise<ArchivedFamily['tables']> {
  const held = heldInstruments(familyId)
  const ofHeld = sql`t.instrument_id in (select id from held)`
  const questions: Record<ArchiveTable, ReturnType<typeof sql>> = {
    custodian: sql`select to_jsonb(t)::text as row from custodian t
      where t.id in (select custodian_id from account where family_id = ${familyId}) order by t.id`,
    account: sql`select (to_jsonb(t) - 'family_id')::text as row from account t
      where t.family_id = ${familyId} order by t.created_at, t.id`,
    instrument: sql`${held} select (to_jsonb(t) - 'family_id'
        || jsonb_build_object('is_own', t.family_id is not null))::text as row
      from instrument t where t.id in (select id from held) order by t.created_at, t.id`,
    instrument_identifier: sql`${held} select to_jsonb(t)::text as row from instrument_identifier t
      where ${ofHeld} order by t.instrument_id, t.kind, t.value`,
    split: sql`${held} select to_jsonb(t)::text as row from split t
      where ${ofHeld} order by t.instrument_id, t.ex_date`,
    instrument_event: sql`${held} select to_jsonb(t)::text as row from instrument_event t
      where ${ofHeld} order by t.instrument_id, t.date, t.id`,
    // Who booked it is a person of this installation, and its import stays here.
    booking: sql`select (to_jsonb(t) - array['family_id', 'created_by', 'import_id'])::text as row from booking t
      where t.family_id = ${familyId} order by t.date, t.sequence, t.root_id, t.revision`,
    linked_position: sql`select (to_jsonb(t) - array['family_id', 'created_by'])::text as row
      from linked_position t where t.family_id = ${familyId} order by t.created_at, t.id`,
  }
  const tables: Partial<Record<ArchiveTable, string[]>> = {}
  for (const [table, question] of Object.entries(questions)) {
    const { rows } = await sql<{ row: string }>`${question}`.execute(tx)
    tables[table as ArchiveTable] = rows.map(({ row }) => row)
  }
  // Every table was just asked for.
  return tables as ArchivedFamily['tables']
}

async function readQuotes(tx: Scoped, familyId: string): Promise<Pick<ArchivedFamily, 'prices' | 'rates'>> {
  const prices = await sql<ArchivedQuote>`${heldInstruments(familyId)}
    select t.instrument_id as id, t.date, trim_scale(t.close)::text as value from price t
    where t.instrument_id in (select id from held) order by t.instrument_id, t.date`.execute(tx)
  const rates = await sql<ArchivedQuote>`
    select currency as id, date, trim_scale(rate)::text as value from fx_rate order by currency, date`.execute(
    tx,
  )
  return { prices: prices.rows, rates: rates.rows }
}
