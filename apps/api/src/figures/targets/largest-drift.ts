import type { DriftGap, LargestDrift } from '@plumbline/contract'
import type { Portfolio } from '../../queries/query.ts'
import type { QueryScope } from '../../queries/query-scope.ts'
import { driftOfTargets } from './drift-rows.ts'
import type { TargetRow } from './target-rows.store.ts'

/** Exactly one of the two is null. */
export interface ClientDrift {
  largest_drift: LargestDrift | null
  drift_gap: DriftGap | null
}

/** The drift of a portfolio without a target. */
export const noTarget: ClientDrift = { largest_drift: null, drift_gap: 'no_target' }

/**
 * The bucket farthest from its target over all divisions of a family that have one on the last day. A bucket outside its
 * band comes before any that is inside, since that is what calls for orders.
 */
export function findLargestDrift(
  portfolio: Portfolio,
  scope: QueryScope,
  rows: readonly TargetRow[],
): ClientDrift {
  const divisions = driftOfTargets(portfolio, scope, { rows: [...rows], positionIds: null })
  if (divisions.length === 0) return noTarget
  const found = divisions.flatMap(({ target: { dimension }, leftOut, buckets }) =>
    buckets.flatMap(({ key, name, weight, target, min, max, drift, state }): LargestDrift[] => {
      const isKnown = state === 'within' || state === 'below' || state === 'above'
      if (!isKnown || weight === null || target === null || min === null || max === null || drift === null)
        return []
      const is_partial = leftOut.length > 0
      return [{ dimension, key, name, weight, target, min, max, drift, state, is_partial }]
    }),
  )
  const isOutside = ({ state }: LargestDrift) => Number(state !== 'within')
  const [largest] = found.sort((a, b) => isOutside(b) - isOutside(a) || Math.abs(b.drift) - Math.abs(a.drift))
  if (largest) return { largest_drift: largest, drift_gap: null }
  return { largest_drift: null, drift_gap: divisions[0]?.leftOut[0]?.reason ?? 'no_base' }
}
