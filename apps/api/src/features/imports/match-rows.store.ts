import { sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'
import { resetHiddenInstruments, resolveRows, withHashJoins } from './drafts/resolve-drafts.store.ts'
import { openImports } from './open-imports.store.ts'
import { refuseOpenings } from './opening-positions.store.ts'
import { markProbableDuplicates, resetProbableDuplicates } from './probable-duplicates.store.ts'
import { statementFacts } from './statement-facts.store.ts'
import { markTradeCash, resetTradeCash } from './trade-cash/mark-trade-cash.store.ts'
import { undoneReason } from './undo.store.ts'

/**
 * Recomputes the states of an import's rows if its files or the ledger have changed. Rows of an applied import
 * keep their states.
 *
 * @returns the family of the import, null if it is not visible.
 */
export async function matchRows(tx: Scoped, importId: string): Promise<string | null> {
  await openImports(tx, [importId])
  await resetHiddenInstruments(tx, importId)
  const { rows } = await sql<{ family_id: string; version: number; is_current: boolean }>`
    select i.family_id, v.version, i.status = 'applied' or i.judged_version is not distinct from v.version as is_current
    from import i join family_version v on v.family_id = i.family_id where i.id = ${importId}`.execute(tx)
  const [found] = rows
  if (!found) return null
  if (found.is_current) return found.family_id
  await resetProbableDuplicates(tx, importId)
  await resetTradeCash(tx, importId)
  await resolveRows(tx, importId, found.family_id)
  await matchWithLedger(tx, importId, found.family_id)
  await markTradeCash(tx, importId, found.family_id)
  // The version read before: of a later one the rows have to be judged again.
  await sql`
    update import set judged_version = ${found.version}
    where family_id = ${found.family_id} and id = ${importId}`.execute(tx)
  return found.family_id
}

/**
 * Sets the state of every row. Rows are compared with earlier files of the same import, else with the ledger by
 * account and source key. A corrected transaction still matches its row, one that a user voided stays void, and
 * transactions that an undone import took back are ignored, also while that import is applied again.
 */
async function matchWithLedger(tx: Scoped, importId: string, familyId: string): Promise<void> {
  await withHashJoins(tx, () =>
    sql`
      with placed as (
        select r.file_id, r.number, r.kind, r.key, r.facts is not null as has_facts, r.is_left_out, f.position,
          f.account_id, coalesce(f.account_id::text, 'new ' || lower(f.new_account ->> 'name'), f.id::text) as place
        from import_row r join import_file f on f.id = r.file_id and f.family_id = r.family_id
        where r.family_id = ${familyId} and r.import_id = ${importId}
      ), counted as (
        select * from placed where not is_left_out and (has_facts or kind = 'cancellation')
      ), repeated as (
        select place, key from counted group by place, key having count(*) > 1
      ), following as (
        select c.file_id, c.number, r.facts, lag(r.facts) over earlier as facts_before,
          lag(c.kind) over earlier as kind_before
        from counted c join repeated using (place, key)
        join import_row r on r.family_id = ${familyId} and r.file_id = c.file_id and r.number = c.number
        window earlier as (partition by c.place, c.key order by c.position, c.number)
      ), known as (
        select distinct on (b.account_id, b.source_key) b.account_id, b.source_key, b.root_id, b.status
        from transaction b
        where b.family_id = ${familyId} and b.superseded_by is null
          and b.account_id in (select account_id from placed) and b.source_key in (select key from placed)
          and (b.status <> 'void' or b.reason is distinct from ${undoneReason})
        order by b.account_id, b.source_key, b.status = 'void', b.created_at desc
      ), said as (
        select v.root_id, array_agg(${statementFacts('v')}) as versions from transaction v
        where v.family_id = ${familyId} and v.root_id in (select root_id from known) group by v.root_id
      ), found as (
        select p.file_id, p.number, k.root_id, k.status, r.facts = any (s.versions) as is_said
        from placed p join known k on k.account_id = p.account_id and k.source_key = p.key
        join said s on s.root_id = k.root_id
        join import_row r on r.family_id = ${familyId} and r.file_id = p.file_id and r.number = p.number
      ), judged as (
        select p.file_id, p.number, k.root_id, case
          when p.is_left_out then 'left_out'
          when p.kind = 'cancellation' then
            case when k.status <> 'void' or e.kind_before = 'draft' then 'changed' else 'duplicate' end
          when not p.has_facts then 'problem'
          when e.facts_before is not null then case when e.facts_before = e.facts then 'duplicate' else 'changed' end
          when k.root_id is null then 'new'
          when k.status = 'void' or k.is_said then 'duplicate'
          else 'changed' end as state
        from placed p
        left join following e on e.file_id = p.file_id and e.number = p.number
        left join found k on k.file_id = p.file_id and k.number = p.number
      )
      update import_row r set state = j.state, transaction_root = j.root_id
      from judged j where r.family_id = ${familyId} and r.import_id = ${importId} and r.file_id = j.file_id and r.number = j.number
        and (r.state, r.transaction_root) is distinct from (j.state, j.root_id)`.execute(tx),
  )
  await markProbableDuplicates(tx, importId, familyId)
  await refuseUnknownSecurities(tx, importId, familyId)
  await refuseOpenings(tx, importId, familyId)
}

/**
 * A row of cash creates no instrument unless it says in which currency the security is quoted. It joins the only
 * listing that another row of the import creates; otherwise it is a problem until the security is known.
 */
async function refuseUnknownSecurities(tx: Scoped, importId: string, familyId: string): Promise<void> {
  const made = sql`
    select distinct new_instrument, regexp_replace(new_instrument, '[|][^|]*$', '|') as unlisted from import_row
    where family_id = ${familyId} and import_id = ${importId} and state in ('new', 'changed') and new_instrument is not null
      and (facts ? 'quantity' or new_instrument not like '%|')`
  await sql`
    with made as (${made}), single as (
      select unlisted, min(new_instrument) as new_instrument from made group by unlisted having count(*) = 1
    )
    update import_row r set new_instrument = s.new_instrument from single s
    where r.family_id = ${familyId} and r.import_id = ${importId}
      and r.new_instrument = s.unlisted and r.new_instrument <> s.new_instrument`.execute(tx)
  await sql`
    update import_row set trouble = null
    where family_id = ${familyId} and import_id = ${importId} and trouble ->> 'code' = 'unknown_security'`.execute(
    tx,
  )
  await sql`
    with made as (${made})
    update import_row r set state = 'problem',
      trouble = jsonb_object(array['code', 'value'], array['unknown_security', r.name])
    where r.family_id = ${familyId} and r.import_id = ${importId} and r.state in ('new', 'changed') and r.new_instrument is not null
      and r.new_instrument not in (select new_instrument from made)`.execute(tx)
}
