import { contract, groupOfNone, groupOfOverlap, type Position, positionFieldNames } from '@plumbline/contract'
import { type PositionList, positionRows } from '@plumbline/engine'
import { membersOf } from '../../figures/group-members.ts'
import { inOrder } from '../../figures/order.ts'
import { totalsOf, wirePosition } from '../../figures/position-rows.ts'
import type { OwnStrategy } from '../../figures/strategies-and-links.store.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { csvPieces } from '../../platform/http/csv.ts'
import { type Asked, answer, type Portfolio } from '../../queries/query.ts'
import { basisOf, queryEngine, readScope } from '../../queries/query-scope.ts'

type Detail = typeof contract.grouped.detail

/** The positions of one group. Open ones include its cash, so that they add up to the group. */
export const groupedDetailAnswer = answer<Detail, OwnStrategy[]>(
  contract.grouped.detail,
  (portfolio, asked, strategies) => {
    const { rows, nav, scope } = listed(portfolio, asked, strategies)
    const { limit, offset } = asked.query
    const positions = rows.map(row => row.id)
    const together = queryEngine(portfolio, { ...scope, filter: { ...scope.filter, positions } })
    const totals = totalsOf(rows, together, nav)
    return {
      data: rows.slice(offset, offset + limit),
      total: totals.value,
      count: rows.length,
      totals,
      basis: basisOf(portfolio, scope),
    }
  },
  (portfolio, asked, strategies) => csvPieces(columns, listed(portfolio, asked, strategies).rows),
)

function listed(portfolio: Portfolio, { query, body }: Asked<Detail>, strategies: OwnStrategy[]) {
  const { filter_key: key, filter_value: value } = query
  const scope = readScope(portfolio, body)
  const whole = queryEngine(portfolio, scope, { groupBy: key === 'strategy' ? null : key })
  const isKnown =
    key === 'strategy'
      ? value === groupOfNone || value === groupOfOverlap || strategies.some(({ id }) => id === value)
      : whole.scope.groups.includes(value)
  if (!isKnown) throw new AppError('not_found')
  const members = new Set(membersOf(portfolio, whole, key, strategies)(value))
  const nav = whole.performance.balance.total
  const lists: PositionList[] = query.position_type === 'open' ? ['open', 'cash'] : ['closed']
  const rows = lists
    .flatMap(list =>
      positionRows(portfolio.snapshot, whole.views, place => members.has(place), whole.period, list),
    )
    .map(row => wirePosition(portfolio, row, nav, false))
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
