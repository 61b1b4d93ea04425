import type { TargetDimension } from '@plumbline/contract'
import { toIsoDate } from '@plumbline/engine'
import { driftOfTargets } from '../../figures/targets/drift-rows.ts'
import type { TargetsInput } from '../../figures/targets/target-rows.store.ts'
import { defineQuery } from '../../queries/query.ts'
import { queryEngine, readScope } from '../../queries/query-scope.ts'
import { type DoubtInput, listSplitDoubts } from './split-doubts.ts'

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

/** What a rule about bands judges. */
export interface JudgedBands {
  date: string
  /** Every bucket of the targets of a family and its strategies at the last close. */
  buckets: JudgedBucket[]
  /** Buckets without a weight, as `target/key`. */
  unknown: string[]
  /** Instruments whose price may be that after a split which nobody has posted: the weights of all are doubtful. */
  splits: string[]
}

export interface BandsInput extends DoubtInput {
  subjects: TargetsInput[]
}

/** A change like that of a split is open for less than a week. */
const doubtDays = 7

export const bandBreachesQuery = defineQuery(
  'bandBreaches',
  (portfolio, { subjects, ...doubtInput }: BandsInput, filter): JudgedBands => {
    const scope = readScope(portfolio, filter)
    const day = Math.min(scope.period.to, portfolio.view.asOf)
    const date = toIsoDate(day)
    const last = queryEngine(portfolio, { ...scope, period: { from: day, to: day } })
    const judged: JudgedBands = {
      date,
      buckets: [],
      unknown: [],
      splits: listSplitDoubts(portfolio, last, { from: day - doubtDays, to: day }, doubtInput),
    }
    for (const { target, buckets } of subjects.flatMap(subject => driftOfTargets(portfolio, scope, subject)))
      for (const bucket of buckets) {
        const { key, name, state, weight, target: wanted, min, max } = bucket
        if (state === 'no_target') continue
        if (state === 'unknown' || weight === null || wanted === null || min === null || max === null) {
          judged.unknown.push(`${target.id}/${key}`)
          continue
        }
        judged.buckets.push({
          targetId: target.id,
          targetName:
            target.strategy_name === null ? target.name : `${target.strategy_name} · ${target.name}`,
          dimension: target.dimension,
          ...{ key, name, state, date, currency: scope.currency, weight, wanted, min, max },
          drift: bucket.drift ?? 0,
          money: bucket.drift_value ?? 0,
        })
      }
    return judged
  },
)
