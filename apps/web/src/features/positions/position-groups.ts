import type { Flag, GroupKey, Position } from '@plumbline/contract'
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
  /** The sums of its rows: amounts of the known part, and profit and loss where that of every row is known. */
  sums: Readonly<Record<SumField, number | null>>
  /** Why sums are missing or partial. */
  flags: readonly Flag[]
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
      ...sumRows(members),
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

const needsEveryRow: ReadonlySet<SumField> = new Set([
  'pnl_abs_total',
  'pnl_abs_realized',
  'pnl_abs_unrealized',
])

/** The same rules as for the totals of the server. */
function sumRows(rows: readonly Position[]): Pick<PositionGroup, 'sums' | 'flags'> {
  const partial: SumField[] = []
  const sums = sumFields.map(field => {
    const known = rows.map(row => row[field]).filter(value => value !== null)
    const isWhole = known.length === rows.length
    if (known.length === 0 || (!isWhole && needsEveryRow.has(field))) return [field, null]
    if (!isWhole) partial.push(field)
    return [field, known.reduce((sum, value) => sum + value, 0)]
  })
  const missing = rows
    .filter(row => sumFields.some(field => row[field] === null))
    .flatMap(({ flags }) => flags)
  const reasons = (['no_price', 'no_rate'] as const).filter(code => missing.some(flag => flag.code === code))
  return {
    // fromEntries loses the key type; sumFields has every key.
    sums: Object.fromEntries(sums) as Record<SumField, number | null>,
    flags: [
      ...reasons.map(code => ({ code, fields: [], date: null, amount: null })),
      ...(partial.length > 0
        ? [{ code: 'partial' as const, fields: partial, date: null, amount: null }]
        : []),
    ],
  }
}
