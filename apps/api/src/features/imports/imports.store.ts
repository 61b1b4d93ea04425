import type { ImportStatus } from '@plumbline/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { withoutClaim } from '../../platform/db/idempotency-claim.ts'
import { familyCondition } from '../../platform/db/listing.ts'
import { nameUsers } from '../../platform/db/name-users.ts'
import { readLatestDay } from '../../platform/db/today.ts'
import { followImport } from './follow-import.store.ts'
import { openImports } from './open-imports.store.ts'

export type ImportsStore = ReturnType<typeof importsStore>

export interface ImportRecord {
  id: string
  family_id: string
  family_name: string
  user_id: string | null
  user_name: string | null
  /** The feed that delivered it; null for an import of a person. */
  source_name: string | null
  status: ImportStatus
  account_ids: string[]
  transactions_count: number
  value_change: string | null
  currency: string
  job_id: string | null
  created_at: Date
  applied_at: Date | null
  undone_at: Date | null
  file_names: string[]
}

/** Limit of open imports per user; those that were started together for several families count apart. */
const maxOpen = 20
const maxOpenInBatches = 500

const selection = sql`
  select i.id, i.family_id, fam.name as family_name, i.user_id, i.source_name, i.status, i.account_ids,
    i.transactions_count, i.value_change::text, i.currency, i.job_id, i.created_at, i.applied_at, i.undone_at,
    array(select f.name from import_file f where f.family_id = i.family_id and f.import_id = i.id order by f.position, f.id) as file_names
  from import i join family fam on fam.id = i.family_id`

export async function readImport(tx: Scoped, id: string): Promise<ImportRecord | null> {
  await openImports(tx, [id])
  return (await readImports(tx, sql`where i.id = ${id}`))[0] ?? null
}

async function readImports(tx: Scoped, part: RawBuilder<unknown>): Promise<ImportRecord[]> {
  const { rows } = await sql<Omit<ImportRecord, 'user_name'>>`${selection} ${part}`.execute(tx)
  const names = await nameUsers(
    tx,
    rows.map(({ user_id: id }) => id),
  )
  return rows.map(row => ({ ...row, user_name: names.get(row.user_id ?? '') ?? row.source_name }))
}

/** An import whose job failed or was cancelled can be applied again: nothing was posted. */
async function failStoppedImports(tx: Scoped): Promise<void> {
  const { rows } = await sql<{ job_id: string }>`
    select job_id from import where status = 'applying' and job_id is not null`.execute(tx)
  if (rows.length === 0) return
  const stopped = await sql<{ id: string }>`
    select id from background_job
    where id = any(${rows.map(row => row.job_id)}::uuid[]) and status in ('failed', 'cancelled')`.execute(tx)
  await sql`
    update import set status = 'failed'
    where status = 'applying' and job_id = any(${stopped.rows.map(({ id }) => id)}::uuid[])`.execute(tx)
}

export function importsStore(database: () => Database) {
  return {
    latestDay(userId: string): Promise<string> {
      return database().within({ user: userId }, readLatestDay)
    },

    list(userId: string, page: { limit: number; offset: number; family?: string | undefined }) {
      return database().within({ user: userId }, async tx => {
        await failStoppedImports(tx)
        const wanted = familyCondition('i', page.family)
        const part = sql`where ${wanted} order by i.created_at desc, i.id limit ${page.limit} offset ${page.offset}`
        await sql`select open_imports(array(select i.id from import i ${part}))`.execute(tx)
        const rows = await readImports(tx, part)
        const total = await sql<{ count: number }>`
          select count(*)::int as count from import i where ${wanted}`.execute(tx)
        return { rows, count: total.rows[0]?.count ?? 0 }
      })
    },

    /** Null if too many are open. */
    create(userId: string, familyId: string, batchId: string | null = null): Promise<ImportRecord | null> {
      return database().within({ user: userId }, async tx => {
        const open = await sql<{ count: number }>`
          select count(*)::int as count from import
          where user_id = ${userId} and status in ('open', 'failed')
            and (batch_id is null) = ${batchId === null}`.execute(tx)
        if ((open.rows[0]?.count ?? 0) >= (batchId === null ? maxOpen : maxOpenInBatches)) return null
        const { rows } = await sql<{ id: string }>`
          insert into import (family_id, user_id, currency, batch_id)
          select id, ${userId}, base_currency, ${batchId}::uuid from family where id = ${familyId}
          on conflict (user_id, batch_id, family_id) where batch_id is not null
            do update set batch_id = excluded.batch_id
          returning id`.execute(tx)
        const id = rows[0]?.id
        return id === undefined ? null : readImport(tx, id)
      })
    },

    /** The imports that the user started together, by family. */
    listBatch(userId: string, batchId: string): Promise<ImportRecord[]> {
      return withoutClaim(() =>
        database().within({ user: userId }, async tx => {
          await failStoppedImports(tx)
          const wanted = sql`i.batch_id = ${batchId} and i.user_id = ${userId}`
          await sql`select open_imports(array(select i.id from import i where ${wanted}))`.execute(tx)
          return readImports(tx, sql`where ${wanted} order by lower(fam.name), i.id`)
        }),
      )
    },

    find(userId: string, id: string): Promise<ImportRecord | null> {
      // Outside of the idempotency claim: failing a stopped import is not part of the calling operation.
      return withoutClaim(() =>
        database().within({ user: userId }, async tx => {
          await failStoppedImports(tx)
          return readImport(tx, id)
        }),
      )
    },

    /** False if it is no longer open. */
    discard(userId: string, id: string): Promise<boolean> {
      return database().within({ user: userId }, async tx => {
        const { numAffectedRows } =
          await sql`delete from import where id = ${id} and status in ('open', 'failed')`.execute(tx)
        if (numAffectedRows === 1n) await followImport(tx, id)
        return numAffectedRows === 1n
      })
    },
  }
}
