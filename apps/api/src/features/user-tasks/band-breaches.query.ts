import type { TargetDimension } from '@plumbline/contract'
import { toIsoDate } from '@plumbline/engine'
import { driftOfTargets } from '../../figures/targets/drift-rows.ts'
import type { TargetsInput } from '../../figures/targets/target-rows.store.ts'
import { defineQuery } from '../../queries/query.ts'
import { readScope } from '../../queries/query-scope.ts'

/** A bucket of a target that has a weight. */
export interface JudgedBucket {
  targetId: string
  targetName: string
  dimension: TargetDimension
  key: string
  name: string
  state: 'within' | 'below' | 'above'
  date: string
  currency: string
  weight: number
  wanted: number
  min: number
  max: number
  drift: number
  money: number
}

/** Every bucket of the targets of a family and its strategies at the last close. */
export const bandBreachesQuery = defineQuery(
  'bandBreaches',
  (portfolio, subjects: TargetsInput[], filter): JudgedBucket[] => {
    const scope = readScope(portfolio, filter)
    const date = toIsoDate(Math.min(scope.period.to, portfolio.view.asOf))
    const divisions = subjects.flatMap(subject => driftOfTargets(portfolio, scope, subject))
    return divisions.flatMap(({ target, buckets }) =>
      buckets.flatMap(({ key, name, state, weight, target: wanted, min, max, drift, drift_value: money }) =>
        state === 'no_target' ||
        state === 'unknown' ||
        weight === null ||
        wanted === null ||
        min === null ||
        max === null
          ? []
          : [
              {
                targetId: target.id,
                targetName:
                  target.strategy_name === null ? target.name : `${target.strategy_name} · ${target.name}`,
                dimension: target.dimension,
                ...{ key, name, state, date, currency: scope.currency, weight, wanted, min, max },
                drift: drift ?? 0,
                money: money ?? 0,
              },
            ],
      ),
    )
  },
)
