import type { CurrencyViews } from '../figures/capital.ts'
import { type Query, type QueryResult, runQuery } from '../figures/query.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { type GroupRow, groupRows } from './groups.ts'

/** A named group of positions; a position may be in several. */
export interface Strategy {
  readonly id: string
  readonly positions: readonly string[]
}

/**
 * Strategies side by side. They may overlap, so they have no sum: `none` is what is in no strategy, `overlap`
 * what is in more than one, and the whole scope counts every position once.
 */
export interface StrategyRows {
  readonly strategies: readonly GroupRow[]
  readonly none: GroupRow | null
  readonly overlap: GroupRow | null
}

function rowFor(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  query: Query,
  group: string,
  keys: readonly string[],
): GroupRow | null {
  const narrowed = { ...query, groupBy: null, filter: { ...query.filter, positions: keys } }
  const row = groupRows(runQuery(snapshot, views, narrowed))[0]
  return row ? { ...row, group } : null
}

/** One row per strategy within the scope of a query: each is a scope of its own, with its own flows and return. */
export function strategyRows(
  snapshot: PortfolioSnapshot,
  views: CurrencyViews,
  query: Query,
  strategies: readonly Strategy[],
  result: QueryResult,
): StrategyRows {
  const counts = new Map<string, number>()
  for (const strategy of strategies)
    for (const key of new Set(strategy.positions)) counts.set(key, (counts.get(key) ?? 0) + 1)
  const inScope = snapshot.positions.keys.filter((_, position) => result.isIn[position] === 1)
  const none = inScope.filter(key => !counts.has(key))
  const overlap = inScope.filter(key => (counts.get(key) ?? 0) > 1)
  const whole = result.performance.balance.total
  const weighted = (row: GroupRow | null): GroupRow | null =>
    row === null ? null : { ...row, weight: whole === 0 ? null : row.value / whole }
  return {
    strategies: strategies
      .map(strategy => weighted(rowFor(snapshot, views, query, strategy.id, strategy.positions)))
      .filter(row => row !== null),
    none: none.length === 0 ? null : weighted(rowFor(snapshot, views, query, 'none', none)),
    overlap: overlap.length === 0 ? null : weighted(rowFor(snapshot, views, query, 'overlap', overlap)),
  }
}
