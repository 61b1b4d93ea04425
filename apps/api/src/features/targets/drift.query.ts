import { type BucketDrift, contract, type LeftOutReason } from '@plumbline/contract'
import { compareWithTarget } from '@plumbline/engine'
import { cashName } from '../../figures/position-rows.ts'
import { findTarget, wireBucket, wireTarget } from '../../figures/targets/drift-rows.ts'
import { findBucket, knownBase, readAllocation } from '../../figures/targets/read-allocation.ts'
import type { TargetsInput } from '../../figures/targets/target-rows.store.ts'
import { toCsv } from '../../platform/http/bodies/csv.ts'
import { defineEndpointQuery, type EndpointCall, type Portfolio } from '../../queries/query.ts'
import { describeBasis, readScope } from '../../queries/query-scope.ts'

type Drift = typeof contract.targets.drift

/** The portfolio of a family or a strategy against its target. The filters of the call do not apply. */
export const targetDriftQuery = defineEndpointQuery<Drift, TargetsInput>(
  contract.targets.drift,
  (portfolio, call, input) => {
    const { leftOutOf: _, ...data } = computeDrift(portfolio, call, input)
    return { data }
  },
  (portfolio, call, input) => {
    const drift = computeDrift(portfolio, call, input)
    const { basis, dimension } = drift
    return toCsv<CsvRow>(
      {
        dimension: () => dimension,
        key: row => row.key,
        name: row => row.name,
        value: row => row.value,
        weight: row => row.weight,
        target: row => row.target,
        min: row => row.min,
        max: row => row.max,
        drift: row => row.drift,
        drift_value: row => row.drift_value,
        state: row => row.state,
        reason: row => row.reasons.join(';'),
        calculated_currency: () => basis.currency,
        as_of: () => basis.as_of,
      },
      listCsvRows(drift),
    )
  },
)

type CsvRow = Omit<BucketDrift, 'state'> & {
  state: BucketDrift['state'] | 'left_out'
  /** Why figures are missing, or lack a part. */
  reasons: LeftOutReason[]
}

/** The buckets, then the positions that are left out of them, each with the reason. */
function listCsvRows({ buckets, left_out: leftOut, leftOutOf }: ReturnType<typeof computeDrift>): CsvRow[] {
  const listReasons = (key: string) =>
    leftOut.filter((_, index) => leftOutOf[index] === key).map(({ reason }) => reason)
  const empty = {
    value: null,
    weight: null,
    target: null,
    min: null,
    max: null,
    drift: null,
    drift_value: null,
  }
  return [
    ...buckets.map(bucket => ({ ...bucket, reasons: [...new Set(listReasons(bucket.key))] })),
    ...leftOut.map(({ position, reason }, index) => ({
      ...empty,
      key: leftOutOf[index] ?? '',
      name: position.name,
      state: 'left_out' as const,
      reasons: [reason],
    })),
  ]
}

function computeDrift(
  portfolio: Portfolio,
  { query, body }: EndpointCall<Drift>,
  { rows, positionIds }: TargetsInput,
) {
  const { dimension } = query
  const scope = readScope(portfolio, { ...body, filters: {} })
  const target = findTarget(rows, dimension, scope.period.to)
  const subject = { dimension, target, positionIds, locked: [], lotSize: 1 }
  const read = readAllocation(portfolio, scope, subject)
  const { allocation, leftOut, unknown } = read
  const { base, buckets } = compareWithTarget(allocation)
  return {
    target: target && wireTarget(target),
    dimension,
    dimensions: [...new Set(rows.map(row => row.dimension))].filter(
      each => findTarget(rows, each, scope.period.to) !== null,
    ),
    base: knownBase(base, read),
    buckets: buckets.map(bucket => wireBucket(portfolio, dimension, bucket, unknown)),
    left_out: wirePlaces<LeftOutReason>(portfolio, leftOut),
    /** The bucket of each position that is left out. */
    leftOutOf: leftOut.map(({ place }) => findBucket(portfolio, place, dimension)),
    basis: describeBasis(portfolio, scope),
  }
}

/** Positions with the reason why they are left out or not traded. */
export function wirePlaces<Reason extends string>(
  portfolio: Portfolio,
  places: readonly { place: number; reason: Reason }[],
) {
  return places.map(({ place, reason }) => ({ position: nameAt(portfolio, place), reason }))
}

function nameAt(portfolio: Portfolio, place: number) {
  const { positions, instruments, currencies } = portfolio.snapshot
  const instrument = instruments[positions.instrument[place] ?? -1]
  const name = instrument?.name ?? cashName(portfolio, currencies[positions.currency[place] ?? -1] ?? '')
  return { id: positions.keys[place] ?? '', name }
}
