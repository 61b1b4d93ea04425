import type { Filter, Flag as WireFlag } from '@plumbline/contract'
import {
  type Day,
  dayOf,
  type Filter as EngineFilter,
  type QueryResult as EngineResult,
  type Flag,
  firstTransactionOf,
  isoOf,
  namedPeriod,
  type Period,
  positionsInScope,
  type Query,
  runQuery,
} from '@plumbline/engine'
import type { Portfolio } from './query.ts'

/** A filter as the engine takes it. */
export function engineFilter({ filters }: Filter): EngineFilter {
  return {
    accounts: filters.filter_account,
    custodians: filters.filter_custodian,
    instrumentTypes: filters.filter_instrument_type,
    countries: filters.filter_country,
    sectors: filters.filter_sector,
    currencies: filters.filter_currency,
  }
}

/** The scope, period and currency of a filter, which every answer starts from. */
export interface QueryScope {
  mask: ReadonlySet<string>
  filter: EngineFilter
  period: Period
  currency: string
  firstTransaction: Day | null
}

/** `positions` narrows the scope to some keys; the period `all` then begins with the first of them. */
export function readScope(portfolio: Portfolio, filter: Filter, positions?: readonly string[]): QueryScope {
  const mask = new Set(portfolio.view.accounts)
  const narrowed = positions ? { ...engineFilter(filter), positions } : engineFilter(filter)
  const firstTransaction = firstTransactionOf(
    portfolio.snapshot,
    positionsInScope(portfolio.snapshot, mask, narrowed),
  )
  return {
    mask,
    filter: narrowed,
    period: periodOf(filter, portfolio.view.asOf, firstTransaction),
    currency: filter.settings.currency ?? portfolio.view.currency,
    firstTransaction,
  }
}

function periodOf({ settings: { period } }: Filter, asOf: Day, firstTransaction: Day | null): Period {
  const everything = { from: Math.min(firstTransaction ?? asOf, asOf), to: asOf }
  if (!period) return everything
  if (period.name !== null) return namedPeriod(period.name, asOf, firstTransaction) ?? everything
  const to = period.end_date === null ? asOf : Math.min(dayOf(period.end_date), asOf)
  // Before the first transaction there is nothing: a period that reaches back for centuries begins with it.
  const first = Math.min(everything.from, to)
  const from = period.start_date === null ? first : Math.max(dayOf(period.start_date), first)
  return { from: Math.min(from, to), to }
}

/** Asks the engine, with what the caller wants beyond the scope. */
export function queryEngine(
  portfolio: Portfolio,
  scope: QueryScope,
  more: Partial<Query> = {},
): EngineResult {
  const { mask, filter, period, currency } = scope
  const { snapshot, columns } = portfolio
  return runQuery(snapshot, portfolio.viewsIn(currency), { mask, filter, period, columns, ...more })
}

/** What a scope is worth at the end of its period, which a single day tells. */
export function netAssetValue(portfolio: Portfolio, scope: QueryScope): number {
  const { to } = scope.period
  return queryEngine(portfolio, { ...scope, period: { from: to, to } }).performance.balance.total
}

/** What an answer was computed for, as it stands beside its figures. */
export function basisOf(portfolio: Portfolio, scope: QueryScope) {
  const { period, currency, firstTransaction } = scope
  const has = firstTransaction !== null
  return {
    family: portfolio.view.family,
    currency,
    as_of: isoOf(Math.min(period.to, portfolio.view.asOf)),
    start_date: has ? isoOf(period.from) : null,
    end_date: has ? isoOf(period.to) : null,
    opening_date: has ? isoOf(period.from - 1) : null,
  }
}

/** Flags of the engine as the wire has them, about all figures of their object. */
export function wireFlags(flags: Iterable<Flag>): WireFlag[] {
  return [...new Set(flags)].map(code => ({ code, fields: [], date: null, amount: null }))
}
