import { namedPeriod, toIsoDate } from '@plumbline/engine'
import { defineQuery } from '../../queries/query.ts'
import { queryEngine, readPerformance, readScope } from '../../queries/query-scope.ts'

/** The P/L of the last business day in the accounts of a rule. */
export interface DayMove {
  date: string
  currency: string
  value: number | null
  /** Whether the value leaves positions without a price or rate out. */
  isPartial: boolean
  abs: number | null
  rel: number | null
}

export const dayMoveQuery = defineQuery('dayMove', (portfolio, _input: undefined, filter): DayMove => {
  const { asOf } = portfolio.view
  const scope = readScope(portfolio, filter)
  const period = namedPeriod('1d', asOf, scope.firstTransaction) ?? { from: asOf, to: asOf }
  const { balance, pnl, flags } = readPerformance(queryEngine(portfolio, { ...scope, period }))
  return {
    date: toIsoDate(asOf),
    currency: scope.currency,
    value: balance.total,
    isPartial: flags.includes('partial'),
    abs: pnl.abs.total,
    rel: pnl.rel.total,
  }
})
