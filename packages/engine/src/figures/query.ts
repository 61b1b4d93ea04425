import type { Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import type { CurrencyViews } from '../currency/view-builder.ts'
import type { FeeGroupKey, GroupKey } from '../ledger/vocabulary.ts'
import { type ColumnSource, newColumns } from '../series/columns.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import type { DailyFigures } from './daily/daily-columns.ts'
import { computeDailyFigures } from './daily/daily-figures.ts'
import { computePerformance, type Performance } from './performance.ts'
import { type Filter, isWholeAccounts, type Partition, partition, positionsInScope } from './scope.ts'

/** A query to a snapshot. Its currency is that of the currency views it runs on. */
export interface Query {
  readonly period: Period
  /** Accounts the caller may see; null is every account of the snapshot. */
  readonly mask: ReadonlySet<string> | null
  readonly filter?: Filter
  readonly groupBy?: Exclude<GroupKey, 'strategy'> | null
  /** Second grouping key, for fees: their basis points need values by that key. */
  readonly feesBy?: FeeGroupKey | null
  /** Allocates the daily columns; new memory by default. */
  readonly columns?: ColumnSource
}

/** The result of a query, from which all figures are computed. */
export interface QueryResult {
  readonly snapshot: PortfolioSnapshot
  readonly views: CurrencyViews
  readonly period: Period
  /** 1 for each position in scope. */
  readonly isIn: Uint8Array
  readonly scope: Partition
  readonly groupBy: Query['groupBy']
  readonly feeScope: Partition | null
  readonly feesBy: FeeGroupKey | null
  /** Per group, and last for the whole scope: whether it consists of whole accounts with their cash. */
  readonly isWhole: readonly boolean[]
  readonly columns: ColumnSource
  readonly dailyFigures: DailyFigures
  readonly performance: Performance
  /** Day of the scope's first transaction; null when it is empty. */
  readonly firstTransaction: Day | null
}

/** Clamps a period to the snapshot's last day, since there are no closes after it; one that starts later is empty. */
function clamp(snapshot: PortfolioSnapshot, period: Period): Period {
  const to = Math.min(period.to, snapshot.lastDay)
  return { from: Math.min(period.from, to + 1), to }
}

/** The day of a scope's first transaction, where the period `all` and averages start; null for an empty scope. */
export function findFirstTransaction(snapshot: PortfolioSnapshot, isIn: Uint8Array): Day | null {
  let first: Day | null = null
  for (let position = 0; position < isIn.length; position += 1) {
    const day = snapshot.positions.openDay[position] ?? 0
    if (isIn[position] === 1 && (first === null || day < first)) first = day
  }
  return first
}

/** The partition that fees are grouped by; fees by transaction type need none. */
function partitionFees(
  snapshot: PortfolioSnapshot,
  isIn: Uint8Array,
  query: Query,
  scope: Partition,
): Partition | null {
  const feesBy = query.feesBy ?? null
  if (feesBy === null || feesBy === 'transaction_type') return null
  return feesBy === query.groupBy ? scope : partition(snapshot, isIn, feesBy)
}

/**
 * Runs a query on a snapshot: scope, daily figures, performance. Daily figures and performance are computed on first
 * access; groups, fees and rows are computed from the result by their own functions. A screen pays only for the figures
 * it shows. The period is clamped to the snapshot's last day. Money in the currency of `views.calculated`.
 */
export function runQuery(snapshot: PortfolioSnapshot, views: CurrencyViews, query: Query): QueryResult {
  const period = clamp(snapshot, query.period)
  const isIn = positionsInScope(snapshot, query.mask, query.filter ?? {})
  const scope = partition(snapshot, isIn, query.groupBy ?? null)
  const feeScope = partitionFees(snapshot, isIn, query, scope)
  const secondary = feeScope === scope ? null : feeScope
  const isWhole = scope.groups.map((_, group) =>
    isWholeAccounts(snapshot, position => scope.groupIndex[position] === group),
  )
  isWhole.push(isWholeAccounts(snapshot, position => isIn[position] === 1))
  const columns = query.columns ?? newColumns
  const view = views.calculated
  let dailyFigures: DailyFigures | null = null
  let performance: Performance | null = null
  return {
    snapshot,
    views,
    period,
    isIn,
    scope,
    groupBy: query.groupBy ?? null,
    feeScope,
    feesBy: query.feesBy ?? null,
    isWhole,
    columns,
    firstTransaction: findFirstTransaction(snapshot, isIn),
    get dailyFigures() {
      dailyFigures ??= computeDailyFigures({ snapshot, views, scope, period, isWhole, columns, secondary })
      return dailyFigures
    },
    get performance() {
      const isWholeScope = isWhole[isWhole.length - 1] === true
      performance ??= computePerformance(this.dailyFigures, view, isWholeScope, columns)
      return performance
    },
  }
}
