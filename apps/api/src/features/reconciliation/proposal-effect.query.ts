import { positionRows } from '@plumbline/engine'
import { readWholeFigures, type WholeFigures } from '../../figures/whole-figures.ts'
import { defineQuery } from '../../queries/query.ts'
import { queryEngine, readScope } from '../../queries/query-scope.ts'

export interface AccountFigures extends WholeFigures {
  /** All balances of the account, in the reporting currency; null while one has no rate. */
  cash: number | null
}

/** The figures of the family that a proposal changes. A preview computes them with and without it. */
export const proposalEffectQuery = defineQuery(
  'proposalEffect',
  (portfolio, { account }: { account: string }, filter): AccountFigures => {
    const scope = readScope(portfolio, filter)
    const whole = queryEngine(portfolio, scope)
    const isIn = (position: number) => whole.isIn[position] === 1
    const cash = positionRows(portfolio.snapshot, whole.views, isIn, whole.period, 'cash')
      .filter(row => row.account === account)
      .map(row => row.calculated.value)
    return {
      ...readWholeFigures(scope, whole),
      cash: cash.includes(null) ? null : cash.reduce<number>((sum, value) => sum + (value ?? 0), 0),
    }
  },
)
