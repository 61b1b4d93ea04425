import { sql } from 'kysely'
import type { Scoped } from './database.ts'

/** What people edit, with a count of its changes. */
type Versioned =
  | 'strategy'
  | 'template'
  | 'user_task'
  | 'report'
  | 'watched_ticker'
  | 'instrument'
  | 'custodian'
  | 'account'
  | 'family'
  | 'app_user'

/** A change was made from a copy of a row that somebody changed since. */
export class OutdatedVersion extends Error {
  constructor() {
    super('the row was changed since it was read')
  }
}

/**
 * Counts a change of a row, and locks the row until the transaction ends: of several changes made from the same
 * version one gets through. Without an expected version the last change wins. A missing row is left to the caller.
 */
export async function countChange(
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
