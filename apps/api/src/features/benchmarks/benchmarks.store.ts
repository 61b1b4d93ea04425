import type { BenchmarkGroupKey, BenchmarkReturnType, HeldType, RebalancingRule } from '@plumbline/contract'
import { sql } from 'kysely'
import {
  type BenchmarkData,
  type BenchmarkRow,
  type BenchmarkSubject,
  benchmarkIsShown,
  benchmarkSelection,
  readBenchmark,
} from '../../figures/benchmarks/benchmark-rows.store.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { auditStaffChange } from '../../platform/auth/staff-audit.store.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { requireRow } from '../../platform/db/deleted-concurrently.ts'
import { isSecurity } from '../../platform/db/market/securities.ts'
import { bumpRowVersion } from '../../platform/db/row-version.ts'
import { unlessTaken } from '../../platform/db/unique-violation.ts'

export type BenchmarksStore = ReturnType<typeof benchmarksStore>

export interface BenchmarkFields {
  name: string
  rebalancing: RebalancingRule
  return_type: BenchmarkReturnType
  components: { instrument: string; stands_for: HeldType | null }[]
  weights: { valid_from: string; weights: number[] }[]
}

export interface NewBenchmark extends BenchmarkFields {
  familyId: string
  strategyId: string | null
  group: { by: BenchmarkGroupKey; key: string } | null
}

const maxPerFamily = 500

interface ListFilter {
  family?: string | undefined
  strategy?: string | undefined
}

function isListed({ family, strategy }: ListFilter) {
  return sql`${benchmarkIsShown} and (${family ?? null}::uuid is null or b.family_id = ${family ?? null}::uuid)
    and (${strategy ?? null}::uuid is null or b.strategy_id = ${strategy ?? null}::uuid)`
}

export function benchmarksStore(database: () => Database) {
  return {
    read(userId: string, familyId: string, subject: BenchmarkSubject): Promise<BenchmarkData | null> {
      return readBenchmark(database(), userId, familyId, subject)
    },

    list(userId: string, filter: ListFilter & { limit: number; offset: number }) {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<BenchmarkRow>`${benchmarkSelection} where ${isListed(filter)}
          order by lower(b.name), b.id limit ${filter.limit} offset ${filter.offset}`.execute(tx)
        const counted = await sql<{ count: number }>`
          select count(*)::int as count from benchmark b left join strategy s on s.id = b.strategy_id
          where ${isListed(filter)}`.execute(tx)
        return { rows, count: counted.rows[0]?.count ?? 0 }
      })
    },

    find(userId: string, id: string): Promise<BenchmarkRow | null> {
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

    /** Whether the user may set benchmarks of the whole family: limited users do not see it. */
    seesWholeFamily(userId: string): Promise<boolean> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<{ sees: boolean }>`select scope_sees_all_accounts() as sees`.execute(tx)
        return rows[0]?.sees ?? false
      })
    },

    /** Those of the ids that are quoted instruments or indices that the user sees, and the return of an index. */
    findQuoted(userId: string, ids: readonly string[]): Promise<Map<string, BenchmarkReturnType | null>> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<{ id: string; index_return: BenchmarkReturnType | null }>`
          select i.id, case when i.instrument_type = 'index' then i.terms ->> 'index_return' end as index_return
          from instrument i where i.id = any(${ids}::uuid[]) and ${isSecurity}
            and i.instrument_type not in ('option', 'future', 'fx_forward', 'loan', 'cash')`.execute(tx)
        return new Map(rows.map(row => [row.id, row.index_return]))
      })
    },

    create(actor: Actor, benchmark: NewBenchmark): Promise<BenchmarkRow | 'taken' | 'too_many'> {
      const { familyId, strategyId, group, name, rebalancing, return_type } = benchmark
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          const { rows } = await sql<{ id: string }>`
            insert into benchmark (family_id, strategy_id, group_by, group_key, name, rebalancing, return_type,
              components, weights, created_by)
            select ${familyId}::uuid, ${strategyId}::uuid, ${group?.by ?? null}, ${group?.key ?? null}, ${name},
              ${rebalancing}, ${return_type}, ${JSON.stringify(benchmark.components)}::jsonb,
              ${JSON.stringify(benchmark.weights)}::jsonb, ${actor.id}::uuid
            where (select count(*) from benchmark where family_id = ${familyId}) < ${maxPerFamily}
            returning id`.execute(tx)
          const id = rows[0]?.id
          return id === undefined ? 'too_many' : finishChange(tx, actor, id, 'benchmark_created')
        }),
      )
    },

    change(actor: Actor, id: string, fields: Partial<BenchmarkFields>, version: number | undefined) {
      const { components, weights } = fields
      return database().within({ user: actor.id }, async tx => {
        await bumpRowVersion(tx, 'benchmark', id, version)
        await sql`update benchmark set
            name = coalesce(${fields.name ?? null}, name),
            rebalancing = coalesce(${fields.rebalancing ?? null}, rebalancing),
            return_type = coalesce(${fields.return_type ?? null}, return_type),
            components = coalesce(${components ? JSON.stringify(components) : null}::jsonb, components),
            weights = coalesce(${weights ? JSON.stringify(weights) : null}::jsonb, weights),
            changed_at = present_moment()
          where id = ${id}`.execute(tx)
        return finishChange(tx, actor, id, 'benchmark_changed')
      })
    },

    remove(actor: Actor, id: string): Promise<boolean> {
      return database().within({ user: actor.id }, async tx => {
        const row = await readOne(tx, id)
        if (!row) return false
        await sql`delete from benchmark where id = ${id}`.execute(tx)
        await auditStaffChange(tx, actor, row, { kind: 'benchmark', action: 'benchmark_deleted' })
        return true
      })
    },
  }
}

async function readOne(tx: Scoped, id: string): Promise<BenchmarkRow | null> {
  const { rows } = await sql<BenchmarkRow>`
    ${benchmarkSelection} where b.id = ${id} and ${benchmarkIsShown}`.execute(tx)
  return rows[0] ?? null
}

async function finishChange(tx: Scoped, actor: Actor, id: string, action: string): Promise<BenchmarkRow> {
  const row = requireRow(await readOne(tx, id))
  await auditStaffChange(tx, actor, row, { kind: 'benchmark', action })
  return row
}
