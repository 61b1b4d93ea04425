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

export const targetSelection = sql`
  select t.id, t.family_id, f.name as family_name, t.strategy_id, s.name as strategy_name, t.dimension, t.name,
    t.valid_from::text as valid_from, t.buckets, t.locked_positions, t.version
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
