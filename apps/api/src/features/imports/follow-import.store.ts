import { sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'

/** After an import was applied, undone or deleted: the delivery that it came from gets the same state. */
export async function followImport(tx: Scoped, importId: string): Promise<void> {
  await sql`select follow_import(${importId}::uuid)`.execute(tx)
}
