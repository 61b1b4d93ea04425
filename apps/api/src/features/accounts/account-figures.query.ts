import type { Flag } from '@plumbline/contract'
import { gapFlags, groupRows, knownValue, positionRows, toIsoDate } from '@plumbline/engine'
import { defineQuery } from '../../queries/query.ts'
import { queryEngine, readScope, wireFlags } from '../../queries/query-scope.ts'

export interface AccountFigures {
  value: number | null
  /** The number of open positions without cash. */
  positions: number
  flags: Flag[]
}

/** Value and open positions of each account with transactions. */
export const accountFiguresQuery = defineQuery(
  'accountFigures',
  (portfolio, _input: undefined, filter): { asOf: string; accounts: Record<string, AccountFigures> } => {
    const scope = readScope(portfolio, { settings: filter.settings, filters: {} })
    const whole = queryEngine(portfolio, scope, { groupBy: 'account' })
    const isIn = (position: number) => whole.isIn[position] === 1
    const counts = new Map<string, number>()
    for (const row of positionRows(portfolio.snapshot, whole.views, isIn, whole.period, 'open'))
      counts.set(row.account, (counts.get(row.account) ?? 0) + 1)
    const accounts = Object.fromEntries(
      groupRows(whole, 'value').map(({ group, value, flags, gaps }) => [
        group,
        {
          value: knownValue(value, gaps.end),
          positions: counts.get(group) ?? 0,
          flags: wireFlags([...flags, ...gapFlags(gaps)]),
        },
      ]),
    )
    return { asOf: toIsoDate(portfolio.view.asOf), accounts }
  },
)
