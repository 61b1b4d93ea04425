import { currencyCode } from '@plumbline/contract'
import { positionRows } from '@plumbline/engine'
import { defineQuery } from '../../queries/query.ts'
import { queryEngine, readScope } from '../../queries/query-scope.ts'

type Balances = Record<string, { currency: ReturnType<typeof currencyCode.parse>; amount: number }[]>

/** The cash of some accounts by currency, at the last close. */
export const accountCashQuery = defineQuery(
  'accountCash',
  (portfolio, accounts: string[], filter): Balances => {
    const { views, isIn, period } = queryEngine(portfolio, readScope(portfolio, filter))
    const balances: Balances = Object.fromEntries(accounts.map(id => [id, []]))
    const { snapshot } = portfolio
    for (const row of positionRows(snapshot, views, position => isIn[position] === 1, period, 'cash')) {
      const currency = snapshot.currencies[snapshot.positions.currency[row.index] ?? -1]
      balances[row.account]?.push({ currency: currencyCode.parse(currency), amount: row.quantity })
    }
    return balances
  },
)
