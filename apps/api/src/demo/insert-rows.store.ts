import { sql } from 'kysely'
import type { Scoped } from '../platform/db/database.ts'
import type { Row } from './world-rows.ts'

const rowsPerStatement = 1_000

/** Inserts rows in batches. Columns that the rows do not name get their defaults; existing rows are kept. */
export async function insertRows(tx: Scoped, table: string, rows: readonly Row[]): Promise<number> {
  const first = rows[0]
  if (!first) return 0
  const into = sql.table(table)
  const columns = sql.join(Object.keys(first).map(name => sql.ref(name)))
  let added = 0n
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    const batch = JSON.stringify(rows.slice(from, from + rowsPerStatement))
    const result = await sql`
      insert into ${into} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${into}, ${batch}::jsonb)
      on conflict do nothing`.execute(tx)
    added += result.numAffectedRows ?? 0n
  }
  return Number(added)
}
