import { contract, type Position, type PositionField, positionFieldNames } from '@plumbline/contract'
import { type PositionRow, positionRows } from '@plumbline/engine'
import { describedColumns, fieldColumns } from '../../figures/export-columns.ts'
import { sortRows } from '../../figures/order.ts'
import { priceTrend, sumPositions, wirePosition } from '../../figures/position-rows.ts'
import { csvChunks } from '../../platform/http/bodies/csv.ts'
import { pageRows } from '../../platform/http/page-links.ts'
import { computePagedList } from '../../queries/paged-list.ts'
import { defineEndpointQuery, type EndpointCall, type Portfolio } from '../../queries/query.ts'
import { describeBasis, netAssetValue, queryEngine, readScope } from '../../queries/query-scope.ts'

type List = typeof contract.positions.list

/** Open positions, or those closed within the period. */
export const positionsListQuery = defineEndpointQuery<List>(
  contract.positions.list,
  (portfolio, call) => {
    const { path } = contract.positions.list
    const { positions, rows, total, basis } = computePagedList(portfolio, path, call, () =>
      totalPositions(portfolio, call),
    )
    const page = pageRows(positions, path, call.query)
    const data = call.query.trend
      ? page.data.map(position => withTrend(portfolio, position, rows))
      : page.data
    return { ...page, data, total, basis }
  },
  (portfolio, call) => {
    const { positions, scope } = listPositions(portfolio, call)
    return csvChunks(describedColumns(columns, describeBasis(portfolio, scope)), positions)
  },
)

/** The list with its totals. */
function totalPositions(portfolio: Portfolio, call: EndpointCall<List>) {
  const { positions, rows, nav, scope } = listPositions(portfolio, call)
  const keys = positions.map(position => position.id)
  const combined = queryEngine(portfolio, { ...scope, filter: { ...scope.filter, positions: keys } })
  return {
    count: positions.length,
    positions,
    rows,
    total: sumPositions(positions, combined, nav),
    basis: describeBasis(portfolio, scope),
  }
}

/** Every position of the list in its order, with the engine's rows by key. */
function listPositions(portfolio: Portfolio, { query, body }: EndpointCall<List>) {
  const scope = readScope(portfolio, body)
  const whole = queryEngine(portfolio, scope)
  const nav = netAssetValue(portfolio, scope)
  const isIn = (position: number) => whole.isIn[position] === 1
  const rows = positionRows(portfolio.snapshot, whole.views, isIn, whole.period, query.type)
  const positions = rows.map(row => wirePosition(portfolio, row, nav))
  return {
    positions: sortRows(positions, query.order_by, position => position.id, portfolio.view.language),
    rows: new Map(rows.map(row => [row.key, row])),
    nav,
    scope,
  }
}

/** Trends are added to one page only: computing them takes as long as the rest of the list. */
function withTrend(
  portfolio: Portfolio,
  position: Position,
  rows: ReadonlyMap<string, PositionRow>,
): Position {
  const row = rows.get(position.id)
  return { ...position, price_trend: row ? priceTrend(portfolio, row) : null }
}

const columns = fieldColumns<Position, PositionField>(positionFieldNames)
