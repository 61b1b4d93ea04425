import { contract, type Filter } from '@plumbline/contract'
import { type PositionRow, positionRows } from '@plumbline/engine'
import { wirePosition } from '../../figures/position-rows.ts'
import { pageOfRows } from '../../platform/http/page-links.ts'
import { type Asked, answer, type Portfolio } from '../../queries/query.ts'
import { basisOf, netAssetValue, queryEngine, readScope } from '../../queries/query-scope.ts'

type ByBody = typeof contract.positions.searchByBody
type Query = Asked<ByBody>['query']

/** Positions by a part of their name, symbol or ISIN; the filter travels in the query. */
export const searchAnswer = answer(contract.positions.search, (portfolio, { query }) => {
  const { filter, ...rest } = query
  const body = filter ?? { settings: {}, filters: {} }
  const found = search(portfolio, rest, body)
  // Pages are asked for with the filter as the caller wrote it: as text.
  const links = filter ? { ...rest, filter: JSON.stringify(filter) } : rest
  const basis = basisOf(portfolio, readScope(portfolio, body))
  return { ...pageOfRows(found, contract.positions.search.path, links), basis }
})

/** The same with the filter as the body. */
export const searchByBodyAnswer = answer(contract.positions.searchByBody, (portfolio, { query, body }) => ({
  ...pageOfRows(search(portfolio, query, body), contract.positions.searchByBody.path, query),
  basis: basisOf(portfolio, readScope(portfolio, body)),
}))

function search(portfolio: Portfolio, { type, q }: Query, filter: Filter) {
  const wanted = q.toLowerCase()
  if (wanted === '') return []
  const scope = readScope(portfolio, filter)
  const whole = queryEngine(portfolio, scope)
  const nav = netAssetValue(portfolio, scope)
  const isIn = (position: number) =>
    whole.isIn[position] === 1 && rankOf(textsOf(portfolio, position), wanted) < unfound
  return positionRows(portfolio.snapshot, whole.views, isIn, whole.period, type)
    .map(row => ({ row, rank: rankOf(textsOf(portfolio, row.index), wanted) }))
    .sort((a, b) => a.rank - b.rank || sizeOf(b.row) - sizeOf(a.row) || (a.row.key < b.row.key ? -1 : 1))
    .map(({ row }) => wirePosition(portfolio, row, nav, false))
}

function textsOf({ snapshot, names }: Portfolio, position: number): string[] {
  const instrument = snapshot.instruments[snapshot.positions.instrument[position] ?? -1]
  if (!instrument) return []
  const { id, name, nameLong, isin } = instrument
  return [names.symbols.get(id), name, isin, nameLong].flatMap(text => text?.toLowerCase() ?? [])
}

const unfound = 3

/** What is called exactly so comes first, then what begins so, then what contains it. */
function rankOf(texts: readonly string[], wanted: string): number {
  if (texts.includes(wanted)) return 0
  if (texts.some(text => text.startsWith(wanted))) return 1
  return texts.some(text => text.includes(wanted)) ? 2 : unfound
}

/** Larger positions first; of closed ones those that earned or lost more. */
function sizeOf({ calculated }: PositionRow): number {
  return Math.abs(calculated.value || calculated.pnlAbs.total || 0)
}
