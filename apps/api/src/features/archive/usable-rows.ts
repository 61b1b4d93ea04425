import { contract, newTask, toTemplate } from '@plumbline/contract'
import { checkComponents, checkGroup, readWeights } from '../../figures/benchmarks/check-benchmark.ts'
import { readBuckets } from '../../figures/targets/check-target.ts'

// biome-ignore lint/suspicious/noExplicitAny: a row of an archive may be anything; that is what is looked at.
type Row = any

/** Stored basis points as the fraction of the API. */
const toShare = (bps: unknown) => (typeof bps === 'number' ? bps / 10_000 : bps)

/** Checks that throw for a row that the API would refuse. */
const checks = {
  template: (row: Row) => toTemplate({ ...row, version: 1 }) !== null,
  report: ({ filters, ...row }: Row) =>
    contract.reports.create.body.safeParse({ ...row, ...filters }).success,
  user_task: ({ name, task_type, actions, task_data }: Row) => {
    const { event_types, lookahead_date_offset, ...data } = task_data ?? {}
    const words = { name, task_type, actions, event_types, lookahead_date_offset, task_data: data }
    return newTask.safeParse(words).success
  },
  benchmark: ({ group_by, group_key, strategy_id, weights, ...row }: Row) => {
    const { components, ...body } = contract.benchmarks.create.body.parse({
      ...row,
      strategy: strategy_id,
      group: group_by === null ? null : { by: group_by, key: group_key },
      weights: weights.map((dated: Row) => ({ ...dated, weights: dated.weights.map(toShare) })),
    })
    checkComponents(components)
    checkGroup(body.group)
    readWeights(body.weights, components.length)
    return true
  },
  target_allocation: ({ strategy_id, buckets, ...row }: Row) => {
    const body = contract.targets.create.body.parse({
      ...row,
      strategy: strategy_id,
      buckets: buckets.map(({ key, weight, min, max }: Row) => ({
        key,
        weight: toShare(weight),
        min: toShare(min),
        max: toShare(max),
      })),
    })
    readBuckets(body.dimension, body.buckets)
    return true
  },
}

export type CheckedTable = keyof typeof checks

/** Whether a row could have been saved through the API. */
export function isUsable(table: CheckedTable, row: string): boolean {
  try {
    return checks[table](JSON.parse(row))
  } catch {
    return false
  }
}
