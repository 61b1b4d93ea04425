import { positionRows } from '@plumbline/engine'
import { defineQuery } from '../../queries/query.ts'
import { queryEngine, readScope } from '../../queries/query-scope.ts'

export interface AccountFigures {
  currency: string
  nav: number
  netCashflow: number
  pnl: number
  realized: number
  unrealized: number
  /** All balances of the account, in the reporting currency. */
  cash: number
}

/** The figures of the family that a proposal changes. A preview computes them with and without it. */
export const proposalEffectQuery = defineQuery(
  'proposalEffect',
  (portfolio, { account }: { account: string }, filter): AccountFigures => {
    const scope = readScope(portfolio, filter)
    const whole = queryEngine(portfolio, scope)
    const { balance, cashFlow, pnl } = whole.performance
    const isIn = (position: number) => whole.isIn[position] === 1
    const cash = positionRows(portfolio.snapshot, whole.views, isIn, whole.period, 'cash')
    return {
      currency: scope.currency,
      nav: balance.total,
      netCashflow: cashFlow.net,
      pnl: pnl.abs.total,
      realized: pnl.abs.realized,
      unrealized: pnl.abs.unrealized,
      cash: cash
        .filter(row => row.account === account)
        .reduce((sum, row) => sum + (row.calculated.value ?? 0), 0),
    }
  },
)
