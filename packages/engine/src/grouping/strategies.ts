import { type Query, type QueryResult, runQuery } from '../figures/query.ts'
import { weightIn } from '../figures/weight.ts'
import { type GroupRow, groupRows } from './groups.ts'

/** A named set of positions; a position may be in several. */
export interface Strategy {
  readonly id: string
  readonly positions: readonly string[]
}

/**
 * Rows of strategies. They may overlap, so they have no sum: `none` holds the positions in no strategy, `overlap` those
 * in more than one.
 */
export interface StrategyRows {
  readonly strategies: readonly GroupRow[]
  readonly none: GroupRow | null
  readonly overlap: GroupRow | null
}

function rowOfPositions(
  result: QueryResult,
  query: Query,
  group: string,
  keys: readonly string[],
): GroupRow | null {
  const narrowed = { ...query, groupBy: null, filter: { ...query.filter, positions: keys } }
  const row = groupRows(runQuery(result.snapshot, result.views, narrowed))[0]
  return row ? { ...row, group } : null
}

/**
 * One row per strategy within the scope of a query and its result. Each strategy is a scope of its own, with its own
 * flows and return. Its weight is its value / the value of the whole scope, see `weightIn`. `none` and `overlap`
 * are null when empty. Units as in `groupRows`.
 */
export function strategyRows(
  result: QueryResult,
  query: Query,
  strategies: readonly Strategy[],
): StrategyRows {
  const counts = new Map<string, number>()
  for (const strategy of strategies)
    for (const key of new Set(strategy.positions)) counts.set(key, (counts.get(key) ?? 0) + 1)
  const inScope = result.snapshot.positions.keys.filter((_, position) => result.isIn[position] === 1)
  const none = inScope.filter(key => !counts.has(key))
  const overlap = inScope.filter(key => (counts.get(key) ?? 0) > 1)
  const whole = result.performance.balance.total
  const weightedRow = (group: string, keys: readonly string[]): GroupRow | null => {
    const row = rowOfPositions(result, query, group, keys)
    return row === null ? null : { ...row, weight: weightIn(whole, row.value) }
  }
  return {
    strategies: strategies.map(({ id, positions }) => weightedRow(id, positions)).filter(row => row !== null),
    none: none.length === 0 ? null : weightedRow('none', none),
    overlap: overlap.length === 0 ? null : weightedRow('overlap', overlap),
  }
}
