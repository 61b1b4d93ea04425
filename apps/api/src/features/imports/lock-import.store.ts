import { sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'

export interface LockedImport {
  status: string
  family_id: string
  currency: string
  opened_account_ids: string[]
  made_instrument_ids: string[]
}

/** Locks an import in one of some states until the transaction ends. A lock needs its family to find its node. */
export async function lockImport(
  tx: Scoped,
  importId: string,
  states: readonly string[],
): Promise<LockedImport | null> {
  const found = await sql<{ family_id: string }>`select family_id from import where id = ${importId}`.execute(
    tx,
  )
  const familyId = found.rows[0]?.family_id
  if (familyId === undefined) return null
  const { rows } = await sql<LockedImport>`
    select status, family_id, currency, opened_account_ids, made_instrument_ids from import
    where family_id = ${familyId} and id = ${importId} and status = any(${states}::text[]) for update`.execute(
    tx,
  )
  return rows[0] ?? null
}
