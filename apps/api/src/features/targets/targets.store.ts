import type { TargetDimension } from '@plumbline/contract'
import { sql } from 'kysely'
import {
  type BucketRow,
  readTargets,
  type TargetRow,
  targetIsShown,
  targetSelection,
} from '../../figures/targets/target-rows.store.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { auditStaffChange } from '../../platform/auth/staff-audit.store.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { requireRow } from '../../platform/db/deleted-concurrently.ts'
import { bumpRowVersion } from '../../platform/db/row-version.ts'
import { unlessTaken } from '../../platform/db/unique-violation.ts'

export type TargetsStore = ReturnType<typeof targetsStore>

export interface TargetFields {
  name: string
  valid_from: string
  buckets: BucketRow[]
  locked_positions: string[]
}

export interface NewTarget extends TargetFields {
  familyId: string
  strategyId: string | null
  dimension: TargetDimension
}

const maxPerFamily = 500

export function targetsStore(database: () => Database) {
  return {
    read(userId: string, familyIds: readonly string[], strategyId: string | null): Promise<TargetRow[]> {
      return readTargets(database(), userId, familyIds, strategyId)
    },

    list(
      userId: string,
      filter: { family?: string | undefined; strategy?: string | undefined; limit: number; offset: number },
    ) {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<TargetRow & { all_count: number }>`
          with shown as (${targetSelection} where ${targetIsShown}
            and (${filter.family ?? null}::uuid is null or t.family_id = ${filter.family ?? null}::uuid)
            and (${filter.strategy ?? null}::uuid is null or t.strategy_id = ${filter.strategy ?? null}::uuid))
          select *, (select count(*)::int from shown) as all_count from shown
          order by valid_from desc, dimension, id limit ${filter.limit} offset ${filter.offset}`.execute(tx)
        const count = rows[0]?.all_count ?? (await countAll(tx, filter))
        return { rows, count }
      })
    },

    find(userId: string, id: string): Promise<TargetRow | null> {
      return database().within({ user: userId }, tx => readOne(tx, id))
    },

    /** The strategy of the user with its positions; null if there is none. */
    findStrategy(userId: string, id: string): Promise<{ family_id: string; position_ids: string[] } | null> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<{ family_id: string; position_ids: string[] }>`
          select s.family_id, (select coalesce(array_agg(p.position_id order by p.position_id), '{}')
            from strategy_position p where p.strategy_id = s.id) as position_ids
          from strategy s where s.id = ${id} and s.deleted_at is null`.execute(tx)
        return rows[0] ?? null
      })
    },

    /** Whether the user may set targets of the whole family: limited users do not see it. */
    seesWholeFamily(userId: string): Promise<boolean> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<{ sees: boolean }>`select scope_sees_all_accounts() as sees`.execute(tx)
        return rows[0]?.sees ?? false
      })
    },

    create(actor: Actor, target: NewTarget): Promise<TargetRow | 'taken' | 'too_many'> {
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          const { rows } = await sql<{ id: string }>`
            insert into target_allocation
              (family_id, strategy_id, dimension, name, valid_from, buckets, locked_positions, created_by)
            select ${target.familyId}::uuid, ${target.strategyId}::uuid, ${target.dimension}, ${target.name},
              ${target.valid_from}::date, ${JSON.stringify(target.buckets)}::jsonb,
              ${target.locked_positions}::text[], ${actor.id}::uuid
            where (select count(*) from target_allocation where family_id = ${target.familyId}) < ${maxPerFamily}
            returning id`.execute(tx)
          const id = rows[0]?.id
          return id === undefined ? 'too_many' : finishChange(tx, actor, id, 'target_created')
        }),
      )
    },

    change(actor: Actor, id: string, fields: Partial<TargetFields>, version: number | undefined) {
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          await bumpRowVersion(tx, 'target_allocation', id, version)
          await sql`update target_allocation set
              name = coalesce(${fields.name ?? null}, name),
              valid_from = coalesce(${fields.valid_from ?? null}::date, valid_from),
              buckets = coalesce(${fields.buckets ? JSON.stringify(fields.buckets) : null}::jsonb, buckets),
              locked_positions = coalesce(${fields.locked_positions ?? null}::text[], locked_positions),
              changed_at = present_moment()
            where id = ${id}`.execute(tx)
          return finishChange(tx, actor, id, 'target_changed')
        }),
      )
    },

    remove(actor: Actor, id: string): Promise<boolean> {
      return database().within({ user: actor.id }, async tx => {
        const row = await readOne(tx, id)
        if (!row) return false
        await sql`delete from target_allocation where id = ${id}`.execute(tx)
        await auditStaffChange(tx, actor, row, { kind: 'target', action: 'target_deleted' })
        return true
      })
    },
  }
}

async function countAll(
  tx: Scoped,
  filter: { family?: string | undefined; strategy?: string | undefined },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from target_allocation t left join strategy s on s.id = t.strategy_id
    where ${targetIsShown}
      and (${filter.family ?? null}::uuid is null or t.family_id = ${filter.family ?? null}::uuid)
      and (${filter.strategy ?? null}::uuid is null or t.strategy_id = ${filter.strategy ?? null}::uuid)`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

async function readOne(tx: Scoped, id: string): Promise<TargetRow | null> {
  const { rows } = await sql<TargetRow>`${targetSelection} where t.id = ${id} and ${targetIsShown}`.execute(
    tx,
  )
  return rows[0] ?? null
}

async function finishChange(tx: Scoped, actor: Actor, id: string, action: string): Promise<TargetRow> {
  const row = requireRow(await readOne(tx, id))
  await auditStaffChange(tx, actor, row, { kind: 'target', action })
  return row
}
