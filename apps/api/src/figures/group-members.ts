import { type GroupKey, groupOfNone, groupOfOverlap } from '@plumbline/contract'
import type { Portfolio } from '../queries/query.ts'
import type { queryEngine } from '../queries/query-scope.ts'
import { findPositions } from './find-positions.ts'
import type { OwnStrategy } from './strategies-and-links.store.ts'

/** The positions of each group within a scope. `whole` has to be grouped by the same key. */
export function groupMembers(
  portfolio: Portfolio,
  whole: ReturnType<typeof queryEngine>,
  key: GroupKey,
  strategies: readonly OwnStrategy[],
): (group: string) => readonly number[] {
  const groups = key === 'strategy' ? groupByStrategy(portfolio, whole, strategies) : groupByAttribute(whole)
  return group => groups.get(group) ?? []
}

function groupByAttribute({ scope }: ReturnType<typeof queryEngine>): Map<string, number[]> {
  const groups = new Map<string, number[]>(scope.groups.map(group => [group, []]))
  scope.groupIndex.forEach((group, place) => {
    if (group >= 0) groups.get(scope.groups[group] ?? '')?.push(place)
  })
  return groups
}

function groupByStrategy(
  { snapshot }: Portfolio,
  { isIn }: ReturnType<typeof queryEngine>,
  strategies: readonly OwnStrategy[],
): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  const counts = new Map<number, number>()
  for (const { id, position_ids } of strategies) {
    const places = [...new Set(findPositions(snapshot, position_ids))].filter(place => isIn[place] === 1)
    groups.set(id, places)
    for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  const inScope = [...isIn.keys()].filter(place => isIn[place] === 1)
  groups.set(
    groupOfNone,
    inScope.filter(place => !counts.has(place)),
  )
  groups.set(
    groupOfOverlap,
    inScope.filter(place => (counts.get(place) ?? 0) > 1),
  )
  return groups
}
