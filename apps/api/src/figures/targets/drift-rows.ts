import type { BucketDrift, TargetDimension, TargetRecord } from '@plumbline/contract'
import { textsIn } from '@plumbline/contract/texts'
import { type BucketFigures, compareWithTarget, type Day, parseDay } from '@plumbline/engine'
import type { Portfolio } from '../../queries/query.ts'
import type { QueryScope } from '../../queries/query-scope.ts'
import { groupName } from '../group-names.ts'
import { readAllocation } from './read-allocation.ts'
import type { TargetRow, TargetsInput } from './target-rows.store.ts'

/** The target of a division on a day: the latest that is valid by then. Rows are the latest first. */
export function findTarget(
  rows: readonly TargetRow[],
  dimension: TargetDimension,
  day: Day,
): TargetRow | null {
  return rows.find(row => row.dimension === dimension && parseDay(row.valid_from) <= day) ?? null
}

/** A bucket of a division with its name. */
export function nameBucket(portfolio: Portfolio, dimension: TargetDimension, key: string): string {
  if (dimension !== 'position') return groupName(portfolio, dimension, key)
  const texts = textsIn(portfolio.view.language)
  if (key === 'cash') return texts.instrument_type_cash
  return portfolio.snapshot.instruments.find(({ id }) => id === key)?.name ?? texts.targets_not_held
}

/** A bucket in the form of the contract. Nothing is known of one that is in `unknown`. */
export function wireBucket(
  portfolio: Portfolio,
  dimension: TargetDimension,
  bucket: BucketFigures,
  unknown: ReadonlySet<string>,
): BucketDrift {
  const { key, target } = bucket
  const isUnknown = unknown.has(key)
  const known = <Value>(value: Value) => (isUnknown ? null : value)
  const toShare = (bps: number | undefined) => (bps === undefined ? null : bps / 10_000)
  return {
    key,
    name: nameBucket(portfolio, dimension, key),
    value: known(bucket.value),
    weight: known(bucket.weight),
    target: toShare(target?.weightBps),
    min: toShare(target?.minBps),
    max: toShare(target?.maxBps),
    drift: known(bucket.drift),
    drift_value: known(bucket.driftValue),
    state: target !== null && (isUnknown || bucket.weight === null) ? 'unknown' : bucket.state,
  }
}

export function wireTarget(row: TargetRow): TargetRecord {
  const { id, dimension, name, valid_from, locked_positions, version } = row
  return {
    id,
    family: { id: row.family_id, name: row.family_name },
    strategy: row.strategy_id === null ? null : { id: row.strategy_id, name: row.strategy_name ?? '' },
    dimension,
    name,
    valid_from,
    buckets: row.buckets.map(({ key, weight, min, max }) => ({
      key,
      weight: weight / 10_000,
      min: min / 10_000,
      max: max / 10_000,
    })),
    locked_positions,
    version,
  }
}

/** Every division of a family or a strategy that has a target on the last day of the scope, against it. */
export function driftOfTargets(
  portfolio: Portfolio,
  scope: QueryScope,
  { rows, positionIds }: Pick<TargetsInput, 'rows' | 'positionIds'>,
) {
  const dimensions = [...new Set(rows.map(row => row.dimension))]
  return dimensions.flatMap(dimension => {
    const target = findTarget(rows, dimension, scope.period.to)
    if (target === null) return []
    const subject = { dimension, target, positionIds, locked: [], lotSize: 1 }
    const { allocation, unknown, leftOut } = readAllocation(portfolio, scope, subject)
    const { buckets } = compareWithTarget(allocation)
    return [
      { target, leftOut, buckets: buckets.map(bucket => wireBucket(portfolio, dimension, bucket, unknown)) },
    ]
  })
}
