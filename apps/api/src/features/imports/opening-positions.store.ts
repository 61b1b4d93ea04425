import { sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'

/**
 * Holdings open an account that has no transactions, neither posted nor from another file up to their day: there they would
 * be held twice.
 */
export async function refuseOpenings(tx: Scoped, importId: string, familyId: string): Promise<void> {
  await sql`
    update import_row set trouble = null
    where import_id = ${importId} and trouble ->> 'code' = 'account_not_empty'`.execute(tx)
  const place = (file: string) => sql`
    coalesce(${sql.ref(`${file}.account_id`)}::text, 'new ' || lower(${sql.ref(`${file}.new_account`)} ->> 'name'))`
  await sql`
    update import_row r set state = 'problem', trouble = jsonb_build_object('code', 'account_not_empty')
    from import_file f
    where r.family_id = ${familyId} and r.import_id = ${importId} and r.state = 'new'
      and f.id = r.file_id and f.family_id = r.family_id and f.mapping ->> 'rowsAre' = 'opening'
      and (exists (
        select from transaction t where t.family_id = r.family_id and t.account_id = f.account_id
          and t.superseded_by is null and t.status <> 'void'
      ) or exists (
        select from import_file g join import_row o on o.file_id = g.id and o.family_id = g.family_id
        where g.family_id = r.family_id and g.import_id = ${importId} and g.id <> f.id and ${place('g')} = ${place('f')}
          and o.state in ('new', 'changed') and o.date <= r.date
      ))`.execute(tx)
}
