import { contract } from '@plumbline/contract'
import { positionRow } from '@plumbline/engine'
import { findPositions } from '../../figures/find-positions.ts'
import { listLinks } from '../../figures/position-links.ts'
import { sumPositions, wirePosition } from '../../figures/position-rows.ts'
import { visiblePosition } from '../../figures/positions-by-id.ts'
import type { OwnLink } from '../../figures/strategies-and-links.store.ts'
import { defineEndpointQuery, defineQuery } from '../../queries/query.ts'
import { describeBasis, netAssetValue, queryEngine, readScope } from '../../queries/query-scope.ts'

type List = typeof contract.linkedPositions.list

/** A position, the positions linked to it, and their combined figures. */
export const linkedPositionsQuery = defineEndpointQuery<List, OwnLink[]>(
  contract.linkedPositions.list,
  (portfolio, { query, body }, userLinks) => {
    const { snapshot } = portfolio
    const position = visiblePosition(portfolio, query.position_id)
    const scope = readScope(portfolio, body)
    const whole = queryEngine(portfolio, scope)
    const nav = netAssetValue(portfolio, scope)
    const wire = (index: number) =>
      wirePosition(portfolio, positionRow(snapshot, whole.views, index, whole.period), nav)
    const own = wire(position)
    const data = listLinks(portfolio, position, userLinks).map(({ position: index, ...link }) => ({
      ...link,
      position: wire(index),
    }))
    // A position that is linked for two reasons counts once.
    const rows = [...new Map([own, ...data.map(link => link.position)].map(row => [row.id, row])).values()]
    const combined = queryEngine(portfolio, { ...scope, filter: { positions: rows.map(row => row.id) } })
    return {
      data,
      count: data.length,
      position: own,
      total: sumPositions(rows, combined, nav),
      basis: describeBasis(portfolio, scope),
    }
  },
)

/** The present keys of the two ends of a link; null for a position the caller may not see. */
export type LinkEnds = readonly (string | null)[]

export const linkEndsQuery = defineQuery<readonly string[], LinkEnds>('linkEnds', ({ snapshot, view }, ids) =>
  findPositions(snapshot, ids).map(position => {
    const account = snapshot.accounts[snapshot.positions.account[position] ?? -1]?.id ?? ''
    return view.accounts.includes(account) ? (snapshot.positions.keys[position] ?? null) : null
  }),
)
