import type { Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import type { FeeGroupKey, GroupKey } from '../ledger/vocabulary.ts'
import { type ColumnSource, newColumns } from '../series/columns.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import type { CurrencyViews } from './capital.ts'
import { type Pass, runPass } from './daily-pass.ts'
import { type Performance, performanceOf } from './performance.ts'
import { type Filter, isWholeAccounts, type Partition, partition, positionsInScope } from './scope.ts'

/** A query to a snapshot. The currency is the one of the currency views it is run through. */
export interface Query {
  readonly period: Period
  /** Accounts the caller may see; null is every account of the snapshot. */
  readonly mask: ReadonlySet<string> | null
  readonly filter?: Filter
  readonly groupBy?: Exclude<GroupKey, 'strategy'> | null
  /** How fees are grouped beside; their basis points need values by that key. */
  readonly feesBy?: FeeGroupKey | null
  /** Where its daily columns come from; absent, they are new. */
  readonly columns?: ColumnSource
}

/** The result of a query: everything the figures are read from. Nothing in it is kept between queries. */
export interface QueryResult {
  readonly snapshot: PortfolioSnapshot
  readonly views: CurrencyViews
  readonly period: Period
  readonly isIn: Uint8Array
  readonly scope: Partition
  readonly groupBy: Query['groupBy']
  readonly feeScope: Partition | null
  readonly feesBy: FeeGroupKey | null
  /** Per group, and last for the whole scope: whether it is made of whole accounts with their cash. */
  readonly isWhole: readonly boolean[]
  readonly columns: ColumnSource
  readonly pass: Pass
  readonly performance: Performance
  /** First transaction of the scope; null when it is empty. */
  readonly firstTransaction: Day | null
}

/** There are no closes after the snapshot's last day: a period ends with it, and one that begins later is empty. */
function clamp(snapshot: PortfolioSnapshot, period: Period): Period {
  const to = Math.min(period.to, snapshot.lastDay)
  return { from: Math.min(period.from, to + 1), to }
}

/** The first transaction of a scope, for the period `all` and for averages that begin with it; null for an empty scope. */
export function firstTransactionOf(snapshot: PortfolioSnapshot, isIn: Uint8Array): Day | null {
  let first: Day | null = null
  for (let position = 0; position < isIn.length; position += 1) {
    const day = snapshot.positions.openDay[position] ?? 0
    if (isIn[position] === 1 && (first === null || day < first)) first = day
  }
  return first
}

/**
 * Answers a query: scope, one pass over its position-days, performance. The pass is made when the first figure
 * is read from it; groups, fees and rows are read from the result by their own functions. So a screen pays for
 * what it shows.
 */
export function runQuery(snapshot: PortfolioSnapshot, views: CurrencyViews, query: Query): QueryResult {
  const period = clamp(snapshot, query.period)
  const isIn = positionsInScope(snapshot, query.mask, query.filter ?? {})
  const scope = partition(snapshot, isIn, query.groupBy ?? null)
  const feesBy = query.feesBy ?? null
  const needsSide = feesBy !== null && feesBy !== 'transaction_type' && feesBy !== query.groupBy
  const feeScope =
    feesBy === null || feesBy === 'transaction_type'
      ? null
      : needsSide
        ? partition(snapshot, isIn, feesBy)
        : scope
  const isWhole = scope.groups.map((_, group) =>
    isWholeAccounts(snapshot, position => scope.groupOf[position] === group),
  )
  isWhole.push(isWholeAccounts(snapshot, position => isIn[position] === 1))
  const columns = query.columns ?? newColumns
  let pass: Pass | null = null
  let performance: Performance | null = null
  return {
    snapshot,
    views,
    period,
    isIn,
    scope,
    groupBy: query.groupBy ?? null,
    feeScope,
    feesBy,
    isWhole,
    columns,
    firstTransaction: firstTransactionOf(snapshot, isIn),
    get pass() {
      pass ??= runPass(
        snapshot,
        views.calculated,
        scope,
        period,
        isWhole,
        columns,
        needsSide ? feeScope : null,
      )
      return pass
    },
    get performance() {
      performance ??= performanceOf(
        this.pass,
        views.calculated,
        isWhole[isWhole.length - 1] === true,
        columns,
      )
      return performance
    },
  }
}
