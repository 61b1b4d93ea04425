import { sql } from 'kysely'
import { AppError } from '../errors/app-error.ts'
import { standardStorageMb } from '../settings/settings.ts'
import type { Scoped } from './database.ts'

export interface StorageUse {
  usedBytes: number
  /** Null: there is no limit. */
  limitBytes: number | null
}

export type FamilyStorage = ReturnType<typeof familyStorage>

/** What a family stores besides its ledger, and the limit of it. 0 as default means no limit. */
export function familyStorage(defaultMb: number = standardStorageMb) {
  const read = async (tx: Scoped, familyId: string): Promise<StorageUse | null> => {
    const { rows } = await sql<{ used: string; own: number | null }>`
      select family_storage_bytes(id) as used, storage_limit_mb as own from family where id = ${familyId}`.execute(
      tx,
    )
    const [row] = rows
    if (!row) return null
    const limitMb = row.own ?? (defaultMb === 0 ? null : defaultMb)
    return {
      usedBytes: Number(row.used),
      limitBytes: limitMb === null ? null : limitMb * 1_000_000,
    }
  }
  return {
    /** Null if the caller may not see the family. */
    read,

    /**
     * Refuses what the transaction has written if the family is over its limit: the rollback keeps what was there
     * before. The lock makes concurrent uploads of a family count each other.
     */
    async check(tx: Scoped, familyId: string): Promise<void> {
      await sql`select pg_advisory_xact_lock(hashtextextended('storage ' || ${familyId}::text, 0))`.execute(
        tx,
      )
      const use = await read(tx, familyId)
      if (use && use.limitBytes !== null && use.usedBytes > use.limitBytes) throw new AppError('storage_full')
    },
  }
}
