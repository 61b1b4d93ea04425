import type { GroupKey, Position } from '@plumbline/contract'
import type { DisplayNames } from '../../portfolio/display-names.ts'
import { type SumField, sumFields } from './position-columns.tsx'

/** Without strategies: one position may belong to several. */
export type PositionGroupKey = Exclude<GroupKey, 'strategy'>

/** The key for positions without a country or sector. */
const none = 'none'

export interface PositionGroup {
  key: string
  name: string
  count: number
  /** The sums of its rows, without missing values. */
  sums: Readonly<Record<SumField, number | null>>
}

/** The key of a position's group, as the server names it. */
export function positionGroupKey(position: Position, groupBy: PositionGroupKey): string {
  switch (groupBy) {
    case 'account':
    case 'custodian':
      return position[groupBy].id
    default:
      return position[groupBy] ?? none
  }
}

/** Groups a list, largest first, or in the order of the list if it is sorted by a sum. */
export function positionGroups(
  rows: readonly Position[],
  groupBy: PositionGroupKey,
  names: DisplayNames,
  order: { field: string; isDescending: boolean },
): PositionGroup[] {
  const groups = [...Map.groupBy(rows, position => positionGroupKey(position, groupBy))].map(
    ([key, members]): PositionGroup => ({
      key,
      name: names.group(groupBy, key, groupName(members[0], groupBy) ?? key),
      count: members.length,
      sums: sumRows(members),
    }),
  )
  const field = sumFields.find(one => one === order.field) ?? 'value'
  const direction = field === order.field && !order.isDescending ? -1 : 1
  const groupSize = ({ sums }: PositionGroup) => sums[field] ?? Number.NEGATIVE_INFINITY
  return groups.toSorted(
    (one, other) =>
      direction * (groupSize(other) - groupSize(one) || 0) || one.name.localeCompare(other.name),
  )
}

function groupName(position: Position | undefined, groupBy: PositionGroupKey): string | undefined {
  return groupBy === 'account' || groupBy === 'custodian' ? position?.[groupBy].name : undefined
}

function sumRows(rows: readonly Position[]): Record<SumField, number | null> {
  const sums = sumFields.map(field => {
    const known = rows.map(row => row[field]).filter(value => value !== null)
    return [field, known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)]
  })
  // fromEntries loses the key type; sumFields has every key.
  return Object.fromEntries(sums) as Record<SumField, number | null>
}
