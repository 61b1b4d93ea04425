import {
  contract,
  groupOfNone,
  groupOfOverlap,
  type Position,
  type PositionField,
  positionFieldNames,
} from '@plumbline/contract'
import { type PositionList, positionRows } from '@plumbline/engine'
import { describedColumns, fieldColumns } from '../../figures/export-columns.ts'
import { groupMembers } from '../../figures/group-members.ts'
import { sortRows } from '../../figures/order.ts'
import { sumPositions, wirePosition } from '../../figures/position-rows.ts'
import type { OwnStrategy } from '../../figures/strategies-and-links.store.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { csvChunks } from '../../platform/http/bodies/csv.ts'
import { computePagedList } from '../../queries/paged-list.ts'
import { defineEndpointQuery, type EndpointCall, type Portfolio } from '../../queries/query.ts'
import { describeBasis, netAssetValue, queryEngine, readScope } from '../../queries/query-scope.ts'

type Detail = typeof contract.grouped.detail

/** The positions of one group. The open list includes its cash, so that it adds up to the group, unless it is left out. */
export const groupedDetailQuery = defineEndpointQuery<Detail, OwnStrategy[]>(
  contract.grouped.detail,
  (portfolio, call, strategies) => {
    const { limit, offset } = call.query
    const listCall = { ...call, strategies }
    const { rows, count, totals, basis } = computePagedList(
      portfolio,
      contract.grouped.detail.path,
      listCall,
      () => totalGroup(portfolio, call, strategies),
    )
    return { data: rows.slice(offset, offset + limit), total: totals.value, count, totals, basis }
  },
  (portfolio, call, strategies) => {
    const { rows, scope } = listGroup(portfolio, call, strategies)
    return csvChunks(describedColumns(columns, describeBasis(portfolio, scope)), rows)
  },
)

/** The positions of a group with their totals. */
function totalGroup(portfolio: Portfolio, call: EndpointCall<Detail>, strategies: OwnStrategy[]) {
  const { rows, nav, scope } = listGroup(portfolio, call, strategies)
  const positions = rows.map(row => row.id)
  const combined = queryEngine(portfolio, { ...scope, filter: { ...scope.filter, positions } })
  return {
    count: rows.length,
    rows,
    totals: sumPositions(rows, combined, nav),
    basis: describeBasis(portfolio, scope),
  }
}

function listGroup(portfolio: Portfolio, { query, body }: EndpointCall<Detail>, strategies: OwnStrategy[]) {
  const { filter_key: key, filter_value: value } = query
  const scope = readScope(portfolio, body)
  const groupBy = key === 'strategy' ? null : key
  const whole = queryEngine(portfolio, scope, { groupBy })
  const isKnown =
    key === 'strategy'
      ? value === groupOfNone || value === groupOfOverlap || strategies.some(({ id }) => id === value)
      : whole.scope.groups.includes(value)
  if (!isKnown) throw new AppError('not_found')
  const members = new Set(groupMembers(portfolio, whole, key, strategies)(value))
  const nav = netAssetValue(portfolio, scope, groupBy)
  const open: PositionList[] = query.cash ? ['open', 'cash'] : ['open']
  const lists: PositionList[] = query.position_type === 'open' ? open : ['closed']
  const rows = lists
    .flatMap(list =>
      positionRows(portfolio.snapshot, whole.views, position => members.has(position), whole.period, list),
    )
    .map(row => wirePosition(portfolio, row, nav))
  return { rows: sortRows(rows, query.order_by, row => row.id, portfolio.view.language), nav, scope }
}

const columns = fieldColumns<Position, PositionField>(positionFieldNames)
