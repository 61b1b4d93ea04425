import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { benchmarkRows, comparedInstruments, targetRows } from './archive-comparisons.store.ts'
import type { ArchiveTable } from './archive-tables.ts'
import type { ArchivedFamily, ArchivedQuote } from './archived-family.ts'

export type ArchiveStore = ReturnType<typeof archiveStore>

/** An archive states the instrument that a merge kept: it has no merges of its own. */
const redirected = sql`left join instrument_redirect m on m.merged_id = t.instrument_id`
const keptInstrument = sql`coalesce(m.kept_id, t.instrument_id)`

/**
 * The family's own instruments, those it ever held, those of its benchmarks and targets and those the caller follows, with
 * their underlyings.
 */
const heldInstruments = (familyId: string) => sql`
  with recursive held as (
    select i.id, i.underlying_id from instrument i
    where i.family_id = ${familyId} and i.deleted_at is null
        and (i.account_id is null or i.account_id in (select id from account where family_id = ${familyId}))
      or i.id in (select w.instrument_id from (${followed(familyId)}) w)
      or i.id in (select ${keptInstrument} from transaction t ${redirected} where t.family_id = ${familyId})
      or i.id in (${comparedInstruments(familyId)})
    union
    select u.id, u.underlying_id from instrument u join held h on h.underlying_id = u.id
  )`

/** The tickers of the caller, without private instruments of other families. */
const followed = (familyId: string) => sql`
  select t.* from watched_ticker t join instrument i on i.id = t.instrument_id
  where t.deleted_at is null and i.deleted_at is null and (i.family_id is null or i.family_id = ${familyId})`

export function archiveStore(database: () => Database) {
  return {
    /** The archive holds all data of a family, so every download is audited, those of its members included. */
    async auditDownload(actor: Actor, family: { id: string; name: string }): Promise<void> {
      await database().within({ user: actor.id }, tx =>
        writeAudit(tx, {
          actorId: actor.id,
          familyId: family.id,
          action: 'archive_downloaded',
          subject: family.name,
          details: { kind: 'family', id: family.id },
          address: actor.address,
        }),
      )
    },

    /** Reads all data of a family that this user may see, in one database snapshot. Null if there is no such family. */
    read(userId: string, familyId: string): Promise<ArchivedFamily | null> {
      return database().withinSnapshot({ user: userId }, async tx => {
        const { rows } = await sql<{ name: string; currency: string }>`
          select name, base_currency as currency from family where id = ${familyId}`.execute(tx)
        const family = rows[0]
        if (!family) return null
        const tables = { ...(await readTables(tx, familyId)), ...(await readPersonalTables(tx, familyId)) }
        // Together they have every table.
        return {
          ...family,
          tables: tables as ArchivedFamily['tables'],
          ...(await readQuotes(tx, familyId)),
        }
      })
    },
  }
}

type Rows = Partial<Record<ArchiveTable, string[]>>

async function readTables(tx: Scoped, familyId: string): Promise<Rows> {
  const held = heldInstruments(familyId)
  const ofHeld = sql`t.instrument_id in (select id from held)`
  return readRows(tx, {
    // Custodians are shared: their creation date belongs to the installation, not to the family.
    custodian: sql`select (to_jsonb(t) - 'created_at')::text as row from custodian t
      where t.id in (select custodian_id from account where family_id = ${familyId}) order by t.id`,
    account: sql`select (to_jsonb(t) - array['family_id', 'name_copy'])::text as row from account t
      where t.family_id = ${familyId} order by t.created_at, t.id`,
    // References to accounts or underlyings that this user may not see are removed.
    instrument: sql`${held} select (to_jsonb(t) - array['family_id', 'created_by']
        || jsonb_build_object('is_own', t.family_id is not null,
          'account_id', case when t.account_id in (select id from account where family_id = ${familyId})
            then t.account_id end,
          'underlying_id', (select u.id from held u where u.id = t.underlying_id)))::text as row
      from instrument t where t.id in (select id from held) order by t.created_at, t.id`,
    instrument_identifier: sql`${held} select to_jsonb(t)::text as row from instrument_identifier t
      where ${ofHeld} order by t.instrument_id, t.kind, t.value`,
    split: sql`${held} select to_jsonb(t)::text as row from split t
      where ${ofHeld} order by t.instrument_id, t.ex_date`,
    instrument_event: sql`${held} select to_jsonb(t)::text as row from instrument_event t
      where ${ofHeld} order by t.instrument_id, t.date, t.id`,
    // Users and imports belong to the installation.
    transaction: sql`select (to_jsonb(t) - array['family_id', 'created_by', 'import_id']
        || jsonb_build_object('instrument_id', ${keptInstrument})
        || ${visibleTakes(familyId)})::text as row from transaction t ${redirected}
      where t.family_id = ${familyId} order by t.date, t.sequence, t.root_id, t.revision`,
    linked_position: sql`select (to_jsonb(t) - array['family_id', 'created_by'])::text as row
      from linked_position t where t.family_id = ${familyId} order by t.created_at, t.id`,
    account_statement: sql`select (to_jsonb(t) - array['family_id', 'received_from', 'import_id'])::text as row
      from account_statement t where t.family_id = ${familyId} order by t.date, t.id`,
    account_tolerance: sql`select (to_jsonb(t) - 'family_id')::text as row from account_tolerance t
      where t.family_id = ${familyId} order by t.account_id`,
    // Of the mappings of several users for the same files only the latest is kept, without its author.
    import_mapping: sql`select (to_jsonb(t) - array['family_id', 'made_by'])::text as row
      from (
        select distinct on (m.signature, m.account_id) m.* from import_mapping m
        where m.family_id = ${familyId} order by m.signature, m.account_id, m.made_at desc, m.made_by) t
      order by t.made_at, t.signature, t.account_id`,
    finding_decision: sql`select (to_jsonb(t) - array['family_id', 'decided_by'])::text as row
      from finding_decision t where t.family_id = ${familyId} order by t.decided_at, t.finding`,
    benchmark: sql`${held} ${benchmarkRows(familyId)}`,
    target_allocation: sql`${held} ${targetRows(familyId)}`,
    // Row-level security returns tasks and notes to staff only.
    client_task: sql`select (to_jsonb(t) - array['family_id', 'assignee_id', 'done_by', 'created_by'])::text as row
      from client_task t where t.family_id = ${familyId} order by t.created_at, t.id`,
  })
}

/** Personal data of the caller; row-level security excludes that of others. */
function readPersonalTables(tx: Scoped, familyId: string): Promise<Rows> {
  const kept = sql`t.family_id = ${familyId} and t.deleted_at is null`
  const whose = sql`array['family_id', 'user_id', 'deleted_at']`
  return readRows(tx, {
    strategy: sql`select (to_jsonb(t) - ${whose})::text as row from strategy t
      where ${kept} order by t.created_at, t.id`,
    strategy_position: sql`select to_jsonb(p)::text as row from strategy_position p
      where p.strategy_id in (select t.id from strategy t where ${kept}) order by p.strategy_id, p.position_id`,
    watched_ticker: sql`select (to_jsonb(t) - ${whose})::text as row from (${followed(familyId)}) t
      order by t.created_at, t.id`,
    // When a target was set and crossed belongs to this installation and its closes.
    price_target: sql`select (to_jsonb(p) - array['set_at', 'baseline_on', 'crossed_on', 'crossed_at', 'crossed_price', 'doubtful_on', 'checked_version'])::text as row from price_target p
      where p.watched_ticker_id in (select t.id from (${followed(familyId)}) t) order by p.watched_ticker_id, p.id`,
    // Skips filters with accounts of other families.
    template: sql`select (to_jsonb(t) - ${whose})::text as row from template t
      where not exists (
        select from jsonb_array_elements_text(coalesce(t.filters -> 'filterAccount', '[]')) as named (id)
        where named.id not in (select a.id::text from account a where a.family_id = ${familyId}))
      order by t.created_at, t.id`,
    report: sql`select (to_jsonb(t) - ${whose}
        || jsonb_build_object('filters', ${visibleIn(familyId, 'filters', 'filter_account')}))::text as row
      from report t
      where ${kept} and not ${isHidden(familyId, 'filters', 'filter_account')} order by t.created_at, t.id`,
    // Whether a rule is active depends on the installation: a restored copy must not notify twice.
    user_task: sql`select (to_jsonb(t) - ${whose} - array['is_active', 'last_run_at', 'state']
        || jsonb_build_object('task_data', ${visibleIn(familyId, 'task_data', 'accounts')}))::text as row
      from user_task t
      where t.family_id = ${familyId} and not ${isHidden(familyId, 'task_data', 'accounts')}
      order by t.created_at, t.id`,
  })
}

const accountsNamed = (column: string, key: string) =>
  sql`jsonb_array_elements_text(coalesce(${sql.ref(`t.${column}`)} -> ${sql.lit(key)}, '[]'))`
const accountsSeen = (familyId: string) =>
  sql`(select a.id::text from account a where a.family_id = ${familyId})`

/** The filter without accounts that the user may no longer see. */
const visibleIn = (familyId: string, column: string, key: string) => sql`
  case when ${sql.ref(`t.${column}`)} ? ${sql.lit(key)}
    then jsonb_set(${sql.ref(`t.${column}`)}, array[${sql.lit(key)}], (
      select coalesce(jsonb_agg(named.id order by named.place), '[]')
      from ${accountsNamed(column, key)} with ordinality as named (id, place)
      where named.id in ${accountsSeen(familyId)}))
    else ${sql.ref(`t.${column}`)} end`

/** Whether no account of a filter is visible. Without accounts the filter would mean all of them. */
const isHidden = (familyId: string, column: string, key: string) => sql`(
  exists (select from ${accountsNamed(column, key)})
  and not exists (select from ${accountsNamed(column, key)} as named (id) where named.id in ${accountsSeen(familyId)}))`

/** The lots of a sale, without those bought in accounts that the user may not see. */
const visibleTakes = (familyId: string) => sql`
  case when t.takes is null or (select scope_sees_all_accounts()) then '{}'::jsonb
    else jsonb_build_object('takes', (
      select jsonb_agg(taken) from jsonb_array_elements(t.takes) as taken
      where taken ->> 'transaction' in (
        select seen.root_id::text from transaction seen where seen.family_id = ${familyId}))) end`

async function readRows(
  tx: Scoped,
  queries: Partial<Record<ArchiveTable, RawBuilder<unknown>>>,
): Promise<Rows> {
  const tables: Rows = {}
  for (const [table, query] of Object.entries(queries)) {
    const { rows } = await sql<{ row: string }>`${query}`.execute(tx)
    tables[table as ArchiveTable] = rows.map(({ row }) => row)
  }
  return tables
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
