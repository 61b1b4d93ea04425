import { contract, type Position, positionFieldNames } from '@plumbline/contract'
import { positionRows } from '@plumbline/engine'
import { inOrder } from '../../figures/order.ts'
import { totalsOf, wirePosition } from '../../figures/position-rows.ts'
import { csvPieces } from '../../platform/http/csv.ts'
import { pageOfRows } from '../../platform/http/page-links.ts'
import { type Asked, answer, type Portfolio } from '../../queries/query.ts'
import { basisOf, netAssetValue, queryEngine, readScope } from '../../queries/query-scope.ts'

type List = typeof contract.positions.list

/** Open positions, or those closed within the period. */
export const positionsListAnswer = answer<List>(
  contract.positions.list,
  (portfolio, asked) => {
    const { rows, nav, scope } = listed(portfolio, asked)
    const positions = rows.map(row => row.id)
    const together = queryEngine(portfolio, { ...scope, filter: { ...scope.filter, positions } })
    return {
      ...pageOfRows(rows, contract.positions.list.path, asked.query),
      total: totalsOf(rows, together, nav),
      basis: basisOf(portfolio, scope),
    }
  },
  (portfolio, asked) => csvPieces(columns, listed(portfolio, asked).rows),
)

/** Every position of the list, in order. */
function listed(portfolio: Portfolio, { query, body }: Asked<List>) {
  const scope = readScope(portfolio, body)
  const whole = queryEngine(portfolio, scope)
  const nav = netAssetValue(portfolio, scope)
  const isIn = (position: number) => whole.isIn[position] === 1
  const found = positionRows(portfolio.snapshot, whole.views, isIn, whole.period, query.type)
  const rows = found.map(row => wirePosition(portfolio, row, nav, query.trend))
  return { rows: inOrder(rows, query.order_by, row => row.id, portfolio.view.language), nav, scope }
}

type CellReader = (row: Position) => string | number | null

const columns: Record<string, CellReader> = Object.fromEntries(
  positionFieldNames.map((field): [string, CellReader] => [field, row => cellOf(row[field])]),
)

/** Of something named its name. */
function cellOf(value: Position[(typeof positionFieldNames)[number]]): string | number | null {
  return typeof value === 'object' && value !== null ? value.name : value
}
