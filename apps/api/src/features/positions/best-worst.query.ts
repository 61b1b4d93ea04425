import { contract, type Position } from '@plumbline/contract'
import { bestWorst, type PositionRow, positionRows } from '@plumbline/engine'
import { wirePosition } from '../../figures/position-rows.ts'
import { answer, type Portfolio } from '../../queries/query.ts'
import { basisOf, netAssetValue, queryEngine, readScope } from '../../queries/query-scope.ts'

/** The open positions that gained most in the period, and those that lost most. */
export const bestWorstAnswer = answer(contract.positions.bestWorst, (portfolio, { query, body }) => {
  const scope = readScope(portfolio, body)
  const whole = queryEngine(portfolio, scope)
  const nav = netAssetValue(portfolio, scope)
  const isIn = (position: number) => whole.isIn[position] === 1
  const rows = positionRows(portfolio.snapshot, whole.views, isIn, whole.period, 'open')
  const isTurned = !query.order_by.startsWith('-')
  const { best, worst } = bestWorst(rows, {
    count: query.count,
    currencyType: query.currency_type,
    orderBy: query.order_by.endsWith('pnl_abs_total') ? 'pnl_abs_total' : 'pnl_rel_total',
  })
  const told = (found: PositionRow[]) =>
    (isTurned ? found.toReversed() : found).map(row => toldIn(portfolio, row, nav, query.currency_type))
  return { data: { best: told(best), worst: told(worst), basis: basisOf(portfolio, scope) } }
})

/** Amounts in the currency of the answer, or each in the position's own. Its weight is the same in either. */
function toldIn(
  portfolio: Portfolio,
  row: PositionRow,
  nav: number,
  currencyType: 'original' | 'calculated',
): Position {
  const told = wirePosition(portfolio, row, nav, false)
  if (currencyType === 'calculated') return told
  const own = wirePosition(portfolio, { ...row, calculated: row.original }, nav, false)
  return { ...own, weight: told.weight }
}
