import { contract, type Filter } from '@plumbline/contract'
import { type PositionRow, positionRows } from '@plumbline/engine'
import { wirePosition } from '../../figures/position-rows.ts'
import { pageRows } from '../../platform/http/page-links.ts'
import { defineEndpointQuery, type EndpointCall, type Portfolio } from '../../queries/query.ts'
import { describeBasis, netAssetValue, queryEngine, readScope } from '../../queries/query-scope.ts'

type ByBody = typeof contract.positions.searchByBody
type Query = EndpointCall<ByBody>['query']

/** Positions by a part of their name, symbol or ISIN. The filter is a query parameter. */
export const searchQuery = defineEndpointQuery(contract.positions.search, (portfolio, { query }) => {
  const { filter, ...rest } = query
  const body = filter ?? { settings: {}, filters: {} }
  const found = search(portfolio, rest, body)
  // Links to other pages carry the filter as text, as the caller sent it.
  const links = filter ? { ...rest, filter: JSON.stringify(filter) } : rest
  const basis = describeBasis(portfolio, readScope(portfolio, body))
  return { ...pageRows(found, contract.positions.search.path, links), basis }
})

/** The same search with the filter as the body. */
export const searchByBodyQuery = defineEndpointQuery(
  contract.positions.searchByBody,
  (portfolio, { query, body }) => ({
    ...pageRows(search(portfolio, query, body), contract.positions.searchByBody.path, query),
    basis: describeBasis(portfolio, readScope(portfolio, body)),
  }),
)

function search(portfolio: Portfolio, { type, q }: Query, filter: Filter) {
  const wanted = q.toLowerCase()
  if (wanted === '') return []
  const scope = readScope(portfolio, filter)
  const whole = queryEngine(portfolio, scope)
  const nav = netAssetValue(portfolio, scope)
  const isIn = (position: number) =>
    whole.isIn[position] === 1 && rankMatch(searchTexts(portfolio, position), wanted) < noMatch
  return positionRows(portfolio.snapshot, whole.views, isIn, whole.period, type)
    .map(row => ({ row, rank: rankMatch(searchTexts(portfolio, row.index), wanted) }))
    .sort(
      (a, b) => a.rank - b.rank || magnitude(b.row) - magnitude(a.row) || (a.row.key < b.row.key ? -1 : 1),
    )
    .map(({ row }) => wirePosition(portfolio, row, nav))
}

function searchTexts({ snapshot, metadata }: Portfolio, position: number): string[] {
  const instrument = snapshot.instruments[snapshot.positions.instrument[position] ?? -1]
  if (!instrument) return []
  const { id, name, nameLong, isin } = instrument
  return [metadata.symbols.get(id), name, isin, nameLong].flatMap(text => text?.toLowerCase() ?? [])
}

const noMatch = 3

/** Exact matches rank first, then prefixes, then other matches. */
function rankMatch(texts: readonly string[], wanted: string): number {
  if (texts.includes(wanted)) return 0
  if (texts.some(text => text.startsWith(wanted))) return 1
  return texts.some(text => text.includes(wanted)) ? 2 : noMatch
}

/** The value of a position, or the P/L of one without value. */
function magnitude({ calculated }: PositionRow): number {
  return Math.abs(calculated.value || calculated.pnlAbs.total || 0)
}
