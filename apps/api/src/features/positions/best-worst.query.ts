import { contract, type Position } from '@plumbline/contract'
import { bestWorst, type PositionRow, positionRows } from '@plumbline/engine'
import { wirePosition } from '../../figures/position-rows.ts'
import { defineEndpointQuery, type Portfolio } from '../../queries/query.ts'
import { describeBasis, netAssetValue, queryEngine, readScope } from '../../queries/query-scope.ts'

/** The open positions that gained most in the period, and those that lost most. */
export const bestWorstQuery = defineEndpointQuery(
  contract.positions.bestWorst,
  (portfolio, { query, body }) => {
    const scope = readScope(portfolio, body)
    const whole = queryEngine(portfolio, scope)
    const nav = netAssetValue(portfolio, scope)
    const isIn = (position: number) => whole.isIn[position] === 1
    const rows = positionRows(portfolio.snapshot, whole.views, isIn, whole.period, 'open')
    const isAscending = !query.order_by.startsWith('-')
    const { best, worst } = bestWorst(rows, {
      count: query.count,
      currencyType: query.currency_type,
      orderBy: query.order_by.endsWith('pnl_abs_total') ? 'pnl_abs_total' : 'pnl_rel_total',
    })
    const wire = (found: PositionRow[]) =>
      (isAscending ? found.toReversed() : found).map(row => wireIn(portfolio, row, nav, query.currency_type))
    return { data: { best: wire(best), worst: wire(worst), basis: describeBasis(portfolio, scope) } }
  },
)

/** A position with amounts in the reporting currency or in its own. Its weight is the same in both. */
function wireIn(
  portfolio: Portfolio,
  row: PositionRow,
  nav: number | null,
  currencyType: 'original' | 'calculated',
): Position {
  const position = wirePosition(portfolio, row, nav)
  if (currencyType === 'calculated') return position
  const own = wirePosition(portfolio, { ...row, calculated: row.original }, nav)
  return { ...own, weight: position.weight }
}
