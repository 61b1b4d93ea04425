import type { PositionType } from '@plumbline/contract'
import { roundPositions } from '../../portfolio/positions/round-positions.ts'
import { replyDecimals } from '../../portfolio/round-parts.ts'
import { closedSum } from './closed-sum.ts'
import { type PositionGroupKey, positionGroupKey } from './position-groups.ts'
import type { PositionList } from './use-positions.ts'

/** The list as displayed: rows add up to the totals, and the totals of closed positions to their result. */
export function roundList(
  list: PositionList | undefined,
  type: PositionType,
  groupBy: PositionGroupKey | null,
): PositionList | undefined {
  // Further pages are still loading.
  if (list === undefined || list.rows.length < list.count) return list
  const decimals = replyDecimals(list.basis)
  const terms = type === 'closed' ? (closedSum(list.total, decimals)?.terms ?? []) : []
  const term = (key: string) => terms.find(one => one.key === key)?.value
  const negated = (key: string) => (term(key) === undefined ? undefined : -(term(key) ?? 0))
  const { total } = list
  return {
    ...list,
    ...roundPositions(
      list.rows,
      {
        ...total,
        proceeds: term('proceeds') ?? total.proceeds,
        cost: negated('cost') ?? total.cost,
        fees: negated('fees') ?? total.fees,
        taxes: negated('taxes') ?? total.taxes,
      },
      decimals,
      row => (groupBy === null ? '' : positionGroupKey(row, groupBy)),
    ),
  }
}
