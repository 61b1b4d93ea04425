import { sql } from 'kysely'
import type { Scoped } from './database.ts'

/** Tables with a version per row. */
type Versioned =
  | 'strategy'
  | 'target_allocation'
  | 'benchmark'
  | 'template'
  | 'user_task'
  | 'report'
  | 'client_task'
  | 'watched_ticker'
  | 'instrument'
  | 'custodian'
  | 'account'
  | 'family'
  | 'app_user'

/** The row changed since the caller read it. */
export class OutdatedVersion extends Error {
  constructor() {
    super('the row was changed since it was read')
  }
}

/**
 * Increments the version of a row and locks the row until the transaction ends, so that of several changes based on
 * one version only the first succeeds. Without an expected version the last change wins. The caller handles a
 * missing row.
 */
export async function bumpRowVersion(
  tx: Scoped,
  table: Versioned,
  id: string,
  expected: number | undefined,
): Promise<void> {
  const isExpected = expected === undefined ? sql`true` : sql`version = ${expected}`
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set version = version + 1 where id = ${id} and ${isExpected}`.execute(tx)
  if (numAffectedRows === 1n || expected === undefined) return
  const { rows } = await sql`select from ${sql.table(table)} where id = ${id}`.execute(tx)
  if (rows.length > 0) throw new OutdatedVersion()
}
