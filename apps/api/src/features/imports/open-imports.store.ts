import { sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'

/**
 * Makes the files and rows of imports visible, if the caller sees the imports. Row-level security hides all others, so
 * every transaction that reads or writes files or rows calls this first.
 */
export async function openImports(
  tx: Scoped,
  importIds: readonly string[],
  { keepsOpened = false } = {},
): Promise<void> {
  await sql`select open_imports(${[...importIds]}::uuid[], ${keepsOpened})`.execute(tx)
}

/** The same for the import of a file. */
export async function openImportOfFile(tx: Scoped, fileId: string): Promise<void> {
  await sql`select open_imports(array[import_of_file(${fileId}::uuid)])`.execute(tx)
}
