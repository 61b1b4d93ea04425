import { findPositions } from '../../figures/find-positions.ts'
import type { Portfolio } from '../../queries/query.ts'
import type { LinkRow, StrategyRow } from './strategies.store.ts'

/** The visible positions of a strategy, in snapshot order, without duplicates. */
export function visiblePositions({ snapshot, view }: Portfolio, positionIds: readonly string[]): number[] {
  const accounts = new Set(view.accounts)
  const places = findPositions(snapshot, positionIds).filter(
    place => place >= 0 && accounts.has(snapshot.accounts[snapshot.positions.account[place] ?? -1]?.id ?? ''),
  )
  return [...new Set(places)].sort((a, b) => a - b)
}

export function positionKeys({ snapshot }: Portfolio, places: readonly number[]): string[] {
  return places.map(place => snapshot.positions.keys[place] ?? '')
}

export function nameAt({ snapshot }: Portfolio, place: number): { id: string; name: string } {
  const instrument = snapshot.instruments[snapshot.positions.instrument[place] ?? -1]
  return { id: snapshot.positions.keys[place] ?? '', name: instrument?.name ?? '' }
}

/** Positions that hedge another one of the strategy: the second end of a hedge link. */
export function hedgesAmong(
  portfolio: Portfolio,
  places: readonly number[],
  links: readonly LinkRow[],
): Set<number> {
  const isIn = new Set(places)
  const hedges = new Set<number>()
  for (const link of links.filter(({ kind }) => kind === 'hedge')) {
    const [hedged = -1, hedge = -1] = findPositions(portfolio.snapshot, [
      link.position_id,
      link.linked_position_id,
    ])
    if (isIn.has(hedged) && isIn.has(hedge)) hedges.add(hedge)
  }
  return hedges
}

/** Positions linked to the strategy but not part of it. */
export function suggestLinked(
  portfolio: Portfolio,
  strategy: Pick<StrategyRow, 'position_ids'>,
  links: readonly LinkRow[],
) {
  const isIn = new Set(visiblePositions(portfolio, strategy.position_ids))
  const offered = new Set<number>()
  return links.flatMap(link => {
    const sides = linkEnds(portfolio, link)
    const [inside, outside] = sides.toSorted((a, b) => Number(isIn.has(b)) - Number(isIn.has(a)))
    if (inside === undefined || outside === undefined) return []
    if (!isIn.has(inside) || isIn.has(outside) || offered.has(outside)) return []
    offered.add(outside)
    return [
      {
        position: nameAt(portfolio, outside),
        linked_to: nameAt(portfolio, inside),
        kind: link.kind,
        note: link.note,
      },
    ]
  })
}

function linkEnds(portfolio: Portfolio, link: LinkRow): number[] {
  const sides = [link.position_id, link.linked_position_id].flatMap(id => visiblePositions(portfolio, [id]))
  return sides.length === 2 ? sides : []
}
