import type { Filter, Flag as WireFlag } from '@plumbline/contract'
import { defaultDateFormat, formatDate } from '@plumbline/contract/format'
import { fillText, textsIn } from '@plumbline/contract/texts'
import {
  type Day,
  type Filter as EngineFilter,
  type QueryResult as EngineResult,
  type Flag,
  findFirstTransaction,
  findGaps,
  findStaleRates,
  type KnownPerformance,
  knownPerformance,
  knownValue,
  namedPeriod,
  type Period,
  parseDay,
  positionsInScope,
  type Query,
  runQuery,
  toIsoDate,
  weightIn,
} from '@plumbline/engine'
import { AppError } from '../platform/errors/app-error.ts'
import type { Portfolio } from './query.ts'

/** The filter of a call as the engine's filter. */
export function toEngineFilter({ filters }: Filter): EngineFilter {
  return {
    accounts: filters.filter_account,
    custodians: filters.filter_custodian,
    instrumentTypes: filters.filter_instrument_type,
    countries: filters.filter_country,
    sectors: filters.filter_sector,
    currencies: filters.filter_currency,
  }
}

/** The accounts, filter, period and currency of a query. */
export interface QueryScope {
  mask: ReadonlySet<string>
  filter: EngineFilter
  period: Period
  currency: string
  firstTransaction: Day | null
}

/** `positions` narrows the scope to these keys; the period `all` then starts with the first of them. */
export function readScope(portfolio: Portfolio, filter: Filter, positions?: readonly string[]): QueryScope {
  const mask = new Set(portfolio.view.accounts)
  const narrowed = positions ? { ...toEngineFilter(filter), positions } : toEngineFilter(filter)
  const firstTransaction = findFirstTransaction(
    portfolio.snapshot,
    positionsInScope(portfolio.snapshot, mask, narrowed),
  )
  return {
    mask,
    filter: narrowed,
    period: readPeriod(portfolio, filter, firstTransaction),
    currency: filter.settings.currency ?? portfolio.view.currency,
    firstTransaction,
  }
}

function readPeriod(
  portfolio: Portfolio,
  { settings: { period } }: Filter,
  firstTransaction: Day | null,
): Period {
  const { asOf } = portfolio.view
  const everything = { from: Math.min(firstTransaction ?? asOf, asOf), to: asOf }
  if (!period) return everything
  if (period.name !== null) {
    const named = namedPeriod(period.name, asOf, firstTransaction) ?? everything
    refuseOutsideData(portfolio, named, firstTransaction, 'name')
    return named
  }
  const asked = {
    from: period.start_date === null ? everything.from : parseDay(period.start_date),
    to: period.end_date === null ? asOf : parseDay(period.end_date),
  }
  refuseOutsideData(
    portfolio,
    asked,
    firstTransaction,
    period.start_date === null ? 'end_date' : 'start_date',
  )
  const to = period.end_date === null ? asOf : Math.min(parseDay(period.end_date), asOf)
  // A period may reach back for centuries: it starts with the first transaction at the earliest.
  const first = Math.min(everything.from, to)
  const from = period.start_date === null ? first : Math.max(parseDay(period.start_date), first)
  return { from: Math.min(from, to), to }
}

/**
 * Refuses a period that begins after the last close or ends before the first transaction of the portfolio: its figures
 * would be those of other days. A period that overlaps is clipped, and the basis of the reply states its days. A filter
 * may leave a period without transactions, and a portfolio without any has no dates to compare with.
 */
function refuseOutsideData(
  { snapshot, view }: Portfolio,
  { from, to }: Period,
  firstInScope: Day | null,
  field: string,
): void {
  if (from <= view.asOf && firstInScope !== null && to >= firstInScope) return
  const opened = findFirstTransaction(snapshot, positionsInScope(snapshot, new Set(view.accounts), {}))
  if (opened === null) return
  // Transactions may be newer than the last close.
  const first = Math.min(opened, view.asOf)
  if (from <= view.asOf && to >= first) return
  const date = (day: Day) => formatDate(toIsoDate(day), defaultDateFormat, view.language)
  throw new AppError('invalid_field', {
    field: `settings.period.${field}`,
    message: fillText(textsIn(view.language).period_outside_data, {
      first: date(first),
      last: date(view.asOf),
    }),
  })
}

/** Runs the engine's query for a scope. */
export function queryEngine(
  portfolio: Portfolio,
  scope: QueryScope,
  more: Partial<Query> = {},
): EngineResult {
  const { mask, filter, period, currency } = scope
  const { snapshot, columns } = portfolio
  return runQuery(snapshot, portfolio.viewsIn(currency), { mask, filter, period, columns, ...more })
}

/**
 * The net asset value at the end of the period, for which a query of that single day suffices. With `groupBy` values
 * are summed group by group, as in the groups it is compared with: the last bit depends on the order. Null when nothing
 * in it has a value.
 */
export function netAssetValue(
  portfolio: Portfolio,
  scope: QueryScope,
  groupBy: Query['groupBy'] = null,
): number | null {
  const { to } = scope.period
  const lastDay = queryEngine(portfolio, { ...scope, period: { from: to, to } }, { groupBy })
  return knownValue(lastDay.performance.balance.total, findGaps(lastDay).total.end)
}

/**
 * Why weights of known values are missing: their total is 0, negative or unknown, see `weightIn`. Nothing in an empty
 * portfolio needs no reason.
 */
export function weightFlags(
  total: number | null,
  values: Readonly<Record<string, number | null>>,
): WireFlag[] {
  const fields = Object.keys(values).filter(field => {
    const value = values[field] ?? null
    return value !== null && weightIn(total, value) === null && !(total === 0 && value === 0)
  })
  return fields.length === 0 ? [] : [{ code: 'no_base', fields, date: null, amount: null }]
}

/**
 * The performance of a result: null for what depends on a missing price or rate, and flags that say which sums are
 * partial or rest on stale rates.
 */
export function readPerformance(whole: EngineResult): KnownPerformance {
  const known = knownPerformance(whole, findGaps(whole).total)
  return findStaleRates(whole).length === 0 ? known : { ...known, flags: [...known.flags, 'stale_rate'] }
}

/** The family, currency and dates that the figures of a reply are based on. */
export function describeBasis(portfolio: Portfolio, scope: QueryScope) {
  const { period, currency, firstTransaction } = scope
  const has = firstTransaction !== null
  return {
    family: portfolio.view.family,
    currency,
    as_of: toIsoDate(Math.min(period.to, portfolio.view.asOf)),
    start_date: has ? toIsoDate(period.from) : null,
    end_date: has ? toIsoDate(period.to) : null,
    opening_date: has ? toIsoDate(period.from - 1) : null,
  }
}

/** Flags of the engine in the form of the contract. Without fields they concern all figures of their object. */
export function wireFlags(flags: Iterable<Flag>): WireFlag[] {
  return [...new Set(flags)].map(code => ({ code, fields: [], date: null, amount: null }))
}
