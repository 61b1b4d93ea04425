import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { reviseTransaction } from '../../ledger/ledger.store.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { followImport } from './follow-import.store.ts'
import { lockImport } from './lock-import.store.ts'
import { openImports } from './open-imports.store.ts'
import { unsettleTradeCash } from './trade-cash/trade-cash.store.ts'

export type UndoStore = ReturnType<typeof undoStore>

/** Tells transactions that were taken back with their import from those that a user voided. */
export const undoneReason = 'The import was undone.'

export function undoStore(database: () => Database) {
  return {
    /** Undoes an import in one transaction. False if it is not applied. */
    undo(actor: Actor, importId: string): Promise<boolean> {
      return database().within({ user: actor.id }, async tx => {
        const found = await lockImport(tx, importId, ['applied'])
        if (!found) return false
        const { family_id: familyId, opened_account_ids: opened, made_instrument_ids: made } = found
        await openImports(tx, [importId])
        await sql`select from family_version where family_id = ${familyId} for update`.execute(tx)
        await unsettleTradeCash(tx, { importId, familyId, userId: actor.id }, undoneReason)
        await restoreRevised(tx, actor.id, importId, familyId)
        await voidAdded(tx, actor.id, importId, familyId)
        await sql`
          delete from account_statement where family_id = ${familyId} and import_id = ${importId}`.execute(tx)
        await closeAccounts(tx, importId, familyId, opened)
        await sql`
          update instrument set deleted_at = present_moment()
          where id = any(${made}::uuid[]) and family_id = ${familyId}
            and not is_instrument_held(id, family_id)
            and not exists (select from instrument_merge m where m.kept_id = instrument.id)`.execute(tx)
        await sql`
          update import set status = 'undone', undone_at = present_moment(), judged_version = null,
            opened_account_ids = '{}', made_instrument_ids = '{}', value_change = null
          where id = ${importId}`.execute(tx)
        await followImport(tx, importId)
        await sql`select bump_family_version(${familyId}::uuid)`.execute(tx)
        await writeAudit(tx, {
          actorId: actor.id,
          familyId,
          action: 'import_undone',
          details: { kind: 'import', id: importId },
          address: actor.address,
        })
        return true
      })
    },
  }
}

/** Restores transactions that the import revised, unless someone changed them since. */
async function restoreRevised(tx: Scoped, userId: string, importId: string, familyId: string): Promise<void> {
  const { rows } = await sql<{ root_id: string; revision: number; facts: object }>`
    select b.root_id, b.revision, to_jsonb(v) - array['id', 'root_id', 'family_id', 'revision', 'superseded_by',
      'status', 'created_by', 'created_at', 'reason', 'source', 'source_key', 'import_id', 'lots', 'takes'] as facts
    from import_row r
    join transaction b on b.family_id = ${familyId} and b.root_id = r.transaction_root and b.superseded_by is null
      and b.revision = r.revision_before + 1
    join transaction v on v.family_id = ${familyId} and v.root_id = r.transaction_root and v.revision = r.revision_before
    where r.family_id = ${familyId} and r.import_id = ${importId} and r.outcome in ('revised', 'voided')
    order by r.file_id, r.number`.execute(tx)
  for (const { root_id, revision, facts } of rows)
    await reviseTransaction(tx, familyId, root_id, revision, {
      facts,
      status: 'booked',
      createdBy: userId,
      reason: undoneReason,
    })
}

/** Voids everything the import posted, including later corrections. */
async function voidAdded(tx: Scoped, userId: string, importId: string, familyId: string): Promise<void> {
  // Row-level security accepts only instruments that the caller sees.
  await sql`
    select admit_instruments(array(
      select distinct b.instrument_id from transaction b
      where b.family_id = ${familyId} and b.import_id = ${importId} and b.superseded_by is null))`.execute(tx)
  const doomed = await sql<{ id: string }>`
    select id from transaction
    where family_id = ${familyId} and import_id = ${importId} and superseded_by is null and status <> 'void'`.execute(
    tx,
  )
  const voids = doomed.rows.map(({ id }) => ({ id, void_id: randomUUID() }))
  const marked = await sql<{ void_id: string }>`
    update transaction set superseded_by = d.void_id
    from jsonb_to_recordset(${JSON.stringify(voids)}::jsonb) as d (id uuid, void_id uuid)
    where transaction.family_id = ${familyId} and transaction.id = d.id and transaction.superseded_by is null
    returning d.void_id`.execute(tx)
  await sql`
    insert into transaction (family_id, id, root_id, revision, status, account_id, transaction_type, date, time_of_day,
      sequence, settle_date, ex_date, instrument_id, quantity, price, amount, currency, net, rate, fees, taxes, accrued,
      counter_currency, counter_amount, link, lots, takes, numerator, denominator, basis_share, note, source, source_key, import_id,
      created_by, reason)
    select family_id, superseded_by, root_id, revision + 1, 'void', account_id, transaction_type, date, time_of_day,
      sequence, settle_date, ex_date, instrument_id, quantity, price, amount, currency, net, rate, fees, taxes, accrued,
      counter_currency, counter_amount, link, lots, takes, numerator, denominator, basis_share, note, source, source_key, import_id,
      ${userId}, ${undoneReason}
    from transaction
    where family_id = ${familyId} and superseded_by = any(${marked.rows.map(row => row.void_id)}::uuid[])`.execute(
    tx,
  )
}

/** Erases accounts that the import opened, unless they have other transactions. */
async function closeAccounts(
  tx: Scoped,
  importId: string,
  familyId: string,
  opened: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select a.id from account a
    where a.family_id = ${familyId} and a.id = any(${opened}::uuid[]) and not exists (
      select from transaction b where b.family_id = ${familyId} and b.account_id = a.id and b.superseded_by is null
        and (b.status <> 'void' or b.import_id is distinct from ${importId}))
    order by a.id`.execute(tx)
  for (const { id } of rows) {
    await sql`
      update import set account_ids = array_remove(account_ids, ${id}::uuid) where id = ${importId}`.execute(
      tx,
    )
    await sql`update import_file set account_id = null where import_id = ${importId} and account_id = ${id}`.execute(
      tx,
    )
    await sql`select erase_account(${id}::uuid)`.execute(tx)
  }
}
