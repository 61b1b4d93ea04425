import { contract, type Strategy } from '@plumbline/contract'
import { groupRows, knownValue } from '@plumbline/engine'
import { describedColumns } from '../../figures/export-columns.ts'
import { sortRows } from '../../figures/order.ts'
import { pnlFields } from '../../figures/position-rows.ts'
import { toCsv } from '../../platform/http/bodies/csv.ts'
import { pageRows } from '../../platform/http/page-links.ts'
import { defineEndpointQuery, type EndpointCall, type Portfolio } from '../../queries/query.ts'
import {
  describeBasis,
  queryEngine,
  readPerformance,
  readScope,
  wireFlags,
} from '../../queries/query-scope.ts'
import type { StrategyRow } from './strategies.store.ts'
import { nameAt, positionKeys, visiblePositions } from './strategy-scope.ts'

type List = typeof contract.strategies.list

/** The strategies of a user, each as a scope of its own. A position may be in several, so there is no total. */
export const strategiesListQuery = defineEndpointQuery<List, StrategyRow[]>(
  contract.strategies.list,
  (portfolio, call, strategies) => ({
    ...pageRows(listStrategies(portfolio, call, strategies), contract.strategies.list.path, call.query),
    basis: describeBasis(portfolio, readScope(portfolio, call.body)),
  }),
  (portfolio, call, strategies) =>
    toCsv(
      describedColumns(columns, describeBasis(portfolio, readScope(portfolio, call.body))),
      listStrategies(portfolio, call, strategies),
    ),
)

const none = { total: null, realized: null, unrealized: null }

function listStrategies(
  portfolio: Portfolio,
  { query, body }: EndpointCall<List>,
  strategies: StrategyRow[],
): Strategy[] {
  const rows = strategies.map((strategy): Strategy => {
    const places = visiblePositions(portfolio, strategy.position_ids)
    const scope = readScope(portfolio, body, positionKeys(portfolio, places))
    const whole = queryEngine(portfolio, scope)
    const row = groupRows(whole)[0]
    const { pnl, balance, flags } = readPerformance(whole)
    return {
      strategy_id: strategy.id,
      name: strategy.name,
      description: strategy.description,
      family: { id: strategy.family_id, name: strategy.family_name },
      version: strategy.version,
      positions: places.filter(place => whole.isIn[place] === 1).map(place => nameAt(portfolio, place)),
      total_pnl_abs: row ? pnl.abs.total : null,
      total_exposure: row ? knownValue(row.exposure, row.gaps.end) : null,
      total_value: row ? balance.total : null,
      ...pnlFields(row ? pnl.abs : none, row && pnl.abs.total !== null ? row.pnlRel : none),
      capital_base: row && pnl.abs.total !== null ? row.capital : null,
      twr: row ? pnl.rel.total : null,
      flags: wireFlags(flags),
    }
  })
  return sortRows(rows, query.order_by, row => row.strategy_id, portfolio.view.language)
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
  pnl_abs_total: row => row.pnl_abs_total,
  pnl_abs_realized: row => row.pnl_abs_realized,
  pnl_abs_unrealized: row => row.pnl_abs_unrealized,
  pnl_rel_total: row => row.pnl_rel_total,
  capital_base: row => row.capital_base,
  twr: row => row.twr,
  pnl_rel_realized: row => row.pnl_rel_realized,
  pnl_rel_unrealized: row => row.pnl_rel_unrealized,
}
