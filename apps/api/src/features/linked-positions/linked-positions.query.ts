import { contract } from '@plumbline/contract'
import { positionRowOf } from '@plumbline/engine'
import { findPositions } from '../../figures/find-positions.ts'
import { linksOf } from '../../figures/position-links.ts'
import { totalsOf, wirePosition } from '../../figures/position-rows.ts'
import { visiblePosition } from '../../figures/positions-by-id.ts'
import type { OwnLink } from '../../figures/strategies-and-links.store.ts'
import { answer, part } from '../../queries/query.ts'
import { basisOf, queryEngine, readScope } from '../../queries/query-scope.ts'

type List = typeof contract.linkedPositions.list

/** A position with those that belong with it, and what they come to together. */
export const linkedPositionsAnswer = answer<List, OwnLink[]>(
  contract.linkedPositions.list,
  (portfolio, { query, body }, made) => {
    const { snapshot } = portfolio
    const position = visiblePosition(portfolio, query.position_id)
    const scope = readScope(portfolio, body)
    const whole = queryEngine(portfolio, scope)
    const nav = whole.performance.balance.total
    const told = (place: number) =>
      wirePosition(portfolio, positionRowOf(snapshot, whole.views, place, whole.period), nav, false)
    const own = told(position)
    const data = linksOf(portfolio, position, made).map(({ position: place, ...link }) => ({
      ...link,
      position: told(place),
    }))
    // One position may be linked for two reasons, and is still one.
    const rows = [...new Map([own, ...data.map(link => link.position)].map(row => [row.id, row])).values()]
    const together = queryEngine(portfolio, { ...scope, filter: { positions: rows.map(row => row.id) } })
    return {
      data,
      count: data.length,
      position: own,
      total: totalsOf(rows, together, nav),
      basis: basisOf(portfolio, scope),
    }
  },
)

/** The two ends of a link by the keys they have now; null for one that does not exist for the caller. */
export type LinkEnds = readonly (string | null)[]

export const linkEndsPart = part<readonly string[], LinkEnds>(({ snapshot, view }, ids) =>
  findPositions(snapshot, ids).map(place => {
    const account = snapshot.accounts[snapshot.positions.account[place] ?? -1]?.id ?? ''
    return view.accounts.includes(account) ? (snapshot.positions.keys[place] ?? null) : null
  }),
)
