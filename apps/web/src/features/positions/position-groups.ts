import type { GroupKey, Position } from '@plumbline/contract'
import type { Words } from '../../portfolio/words.ts'
import { type SumField, sumFields } from './position-columns.tsx'

/** Positions can be divided by what each of them says of itself; strategies may hold one several times. */
export type PositionGroupKey = Exclude<GroupKey, 'strategy'>

/** Stands for those without a country or without a sector. */
const none = 'none'

export interface PositionGroup {
  key: string
  name: string
  count: number
  /** Sums of what its rows show; what is missing is left out. */
  sums: Readonly<Record<SumField, number | null>>
}

/** The key by which a position belongs to a group; also what the server calls the group. */
export function groupKeyOf(position: Position, groupBy: PositionGroupKey): string {
  switch (groupBy) {
    case 'account':
    case 'custodian':
      return position[groupBy].id
    default:
      return position[groupBy] ?? none
  }
}

/** The groups of a list, the largest first; where it is ordered by a sum, in that order. */
export function positionGroups(
  rows: readonly Position[],
  groupBy: PositionGroupKey,
  words: Words,
  order: { field: string; isDescending: boolean },
): PositionGroup[] {
  const groups = [...Map.groupBy(rows, position => groupKeyOf(position, groupBy))].map(
    ([key, members]): PositionGroup => ({
      key,
      name: words.group(groupBy, key, nameOf(members[0], groupBy) ?? key),
      count: members.length,
      sums: sumsOf(members),
    }),
  )
  const field = sumFields.find(one => one === order.field) ?? 'value'
  const direction = field === order.field && !order.isDescending ? -1 : 1
  const sizeOf = ({ sums }: PositionGroup) => sums[field] ?? Number.NEGATIVE_INFINITY
  return groups.toSorted(
    (one, other) => direction * (sizeOf(other) - sizeOf(one) || 0) || one.name.localeCompare(other.name),
  )
}

function nameOf(position: Position | undefined, groupBy: PositionGroupKey): string | undefined {
  return groupBy === 'account' || groupBy === 'custodian' ? position?.[groupBy].name : undefined
}

function sumsOf(rows: readonly Position[]): Record<SumField, number | null> {
  const sums = sumFields.map(field => {
    const known = rows.map(row => row[field]).filter(value => value !== null)
    return [field, known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)]
  })
  // Built from the list of these very fields.
  return Object.fromEntries(sums) as Record<SumField, number | null>
}
