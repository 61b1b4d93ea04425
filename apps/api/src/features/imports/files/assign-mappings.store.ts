import { sql } from 'kysely'
import type { Scoped } from '../../../platform/db/database.ts'

/**
 * Assigns a mapping that was saved before its file had an account, replacing the same user's mapping for that
 * account.
 */
export async function assignMappings(tx: Scoped, importId: string, familyId: string): Promise<void> {
  const placed = sql`
    from import_file f
    where f.family_id = ${familyId} and f.import_id = ${importId} and f.account_id is not null
      and m.signature = f.signature and m.made_by = (select scope_user())`
  const unplaced = sql`(
    select from import_mapping u where u.family_id = ${familyId} and u.signature = m.signature
      and u.made_by = m.made_by and u.account_id is null)`
  await sql`
    delete from import_mapping m where m.family_id = ${familyId} and m.account_id is not null and exists ${unplaced}
      and exists (select ${placed} and m.account_id = f.account_id)`.execute(tx)
  await sql`
    update import_mapping m set account_id = (
      select f.account_id ${placed} order by f.position, f.id limit 1)
    where m.family_id = ${familyId} and m.account_id is null and exists (select ${placed})`.execute(tx)
}
