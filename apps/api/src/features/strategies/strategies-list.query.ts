import { contract, type Strategy } from '@plumbline/contract'
import { coverageOf, groupRows } from '@plumbline/engine'
import { inOrder } from '../../figures/order.ts'
import { pnlFields } from '../../figures/position-rows.ts'
import { csvOf } from '../../platform/http/csv.ts'
import { pageOfRows } from '../../platform/http/page-links.ts'
import { type Asked, answer, type Portfolio } from '../../queries/query.ts'
import { basisOf, queryEngine, readScope, wireFlags } from '../../queries/query-scope.ts'
import type { StrategyRow } from './strategies.store.ts'
import { keysOf, nameAt, placesOf } from './strategy-scope.ts'

type List = typeof contract.strategies.list

/** Every strategy of a user, each as a scope of its own: a position may stand in several, so there is no sum. */
export const strategiesListAnswer = answer<List, StrategyRow[]>(
  contract.strategies.list,
  (portfolio, asked, strategies) => ({
    ...pageOfRows(listed(portfolio, asked, strategies), contract.strategies.list.path, asked.query),
    basis: basisOf(portfolio, readScope(portfolio, asked.body)),
  }),
  (portfolio, asked, strategies) => csvOf(columns, listed(portfolio, asked, strategies)),
)

function listed(portfolio: Portfolio, { query, body }: Asked<List>, strategies: StrategyRow[]): Strategy[] {
  const rows = strategies.map((strategy): Strategy => {
    const places = placesOf(portfolio, strategy.position_ids)
    const scope = readScope(portfolio, body, keysOf(portfolio, places))
    const whole = queryEngine(portfolio, scope)
    const row = groupRows(whole)[0]
    const none = { total: null, realized: null, unrealized: null }
    return {
      strategy_id: strategy.id,
      name: strategy.name,
      description: strategy.description,
      family: { id: strategy.family_id, name: strategy.family_name },
      version: strategy.version,
      positions: places.map(place => nameAt(portfolio, place)),
      total_pnl_abs: row?.pnl.total ?? null,
      total_exposure: row?.exposure ?? null,
      total_value: row?.value ?? null,
      ...pnlFields(row?.pnl ?? none, row?.twr ?? none),
      flags: wireFlags([...(row?.flags ?? []), ...coverageOf(whole).leftOut.map(({ flag }) => flag)]),
    }
  })
  return inOrder(rows, query.order_by, row => row.strategy_id, portfolio.view.language)
}

const columns: Record<string, (row: Strategy) => string | number | null> = {
  strategy_id: row => row.strategy_id,
  name: row => row.name,
  description: row => row.description,
  family: row => row.family.name,
  positions: row => row.positions.length,
  total_exposure: row => row.total_exposure,
  total_value: row => row.total_value,
  total_pnl_abs: row => row.total_pnl_abs,
  pnl_abs_realized: row => row.pnl_abs_realized,
  pnl_abs_unrealized: row => row.pnl_abs_unrealized,
  pnl_rel_total: row => row.pnl_rel_total,
}
