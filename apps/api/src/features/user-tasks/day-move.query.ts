import { namedPeriod, toIsoDate } from '@plumbline/engine'
import { defineQuery } from '../../queries/query.ts'
import { queryEngine, readScope } from '../../queries/query-scope.ts'

/** The P/L of the last business day in the accounts of a rule. */
export interface DayMove {
  date: string
  currency: string
  value: number | null
  abs: number | null
  rel: number | null
}

export const dayMoveQuery = defineQuery('dayMove', (portfolio, _input: undefined, filter): DayMove => {
  const { asOf } = portfolio.view
  const scope = readScope(portfolio, filter)
  const period = namedPeriod('1d', asOf, scope.firstTransaction) ?? { from: asOf, to: asOf }
  const { performance } = queryEngine(portfolio, { ...scope, period })
  return {
    date: toIsoDate(asOf),
    currency: scope.currency,
    value: performance.balance.total,
    abs: performance.pnl.abs.total,
    rel: performance.pnl.rel.total,
  }
})
