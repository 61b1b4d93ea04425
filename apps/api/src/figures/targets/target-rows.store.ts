import type { TargetDimension } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'

/** A bucket as stored: weights in whole basis points. */
export interface BucketRow {
  key: string
  weight: number
  min: number
  max: number
}

/** A target allocation of a family or a strategy. */
export interface TargetRow {
  id: string
  family_id: string
  family_name: string
  strategy_id: string | null
  strategy_name: string | null
  dimension: TargetDimension
  name: string
  valid_from: string
  buckets: BucketRow[]
  locked_positions: string[]
  version: number
}

/** What a comparison with a target is computed from. */
export interface TargetsInput {
  /** The targets of the family or the strategy, the latest first. */
  rows: TargetRow[]
  /** The positions of the strategy; null for the whole family. */
  positionIds: string[] | null
}

/** Of two securities that have been merged, the kept one has the weights of both. */
export const bucketsAfterMerges = sql`
  case when t.dimension <> 'position' then t.buckets else (
    select jsonb_agg(jsonb_build_object('key', key, 'weight', weight, 'min', min, 'max', max) order by place)
    from (
      select coalesce(m.kept_id::text, c.value ->> 'key') as key, min(c.ordinality) as place,
        sum((c.value ->> 'weight')::int) as weight, sum((c.value ->> 'min')::int) as min,
        least(sum((c.value ->> 'max')::int), 10000) as max
      from jsonb_array_elements(t.buckets) with ordinality c
        left join instrument_redirect m on m.merged_id::text = c.value ->> 'key'
      group by 1) b) end`

export const targetSelection = sql`
  select t.id, t.family_id, f.name as family_name, t.strategy_id, s.name as strategy_name, t.dimension, t.name,
    t.valid_from::text as valid_from, ${bucketsAfterMerges} as buckets, t.locked_positions, t.version
  from target_allocation t join family f on f.id = t.family_id
    left join strategy s on s.id = t.strategy_id`

/** A target of a deleted strategy is not shown. */
export const targetIsShown = sql`(t.strategy_id is null or s.deleted_at is null)`

/** The targets of families that a user may see, the latest first: of one strategy, or of the families themselves. */
export async function readTargets(
  database: Database,
  userId: string,
  familyIds: readonly string[],
  strategyId: string | null,
): Promise<TargetRow[]> {
  const { rows } = await database.within({ user: userId }, tx =>
    sql<TargetRow>`${targetSelection}
      where t.family_id = any(${familyIds}::uuid[]) and t.strategy_id is not distinct from ${strategyId}::uuid
        and ${targetIsShown}
      order by t.valid_from desc, t.dimension, t.id`.execute(tx),
  )
  return rows
}

/** The targets of families and of their strategies that a user may see, each subject with its positions. */
export async function readTargetsOfAll(
  database: Database,
  userId: string,
  familyIds: readonly string[],
): Promise<TargetsInput[]> {
  const { rows } = await database.within({ user: userId }, tx =>
    sql<TargetRow & { position_ids: string[] }>`
      select shown.*, array(select p.position_id from strategy_position p
        where p.strategy_id = shown.strategy_id order by p.position_id) as position_ids
      from (${targetSelection} where t.family_id = any(${familyIds}::uuid[]) and ${targetIsShown}) shown
      order by strategy_id nulls first, valid_from desc, dimension, id`.execute(tx),
  )
  const subjects = new Map<string | null, TargetsInput>()
  for (const { position_ids, ...row } of rows) {
    const positionIds = row.strategy_id === null ? null : position_ids
    const subject = subjects.get(row.strategy_id) ?? { rows: [], positionIds }
    subject.rows.push(row)
    subjects.set(row.strategy_id, subject)
  }
  return [...subjects.values()]
}
