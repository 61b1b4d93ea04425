import { positionResults } from '@plumbline/engine'
import { type AmountSums, sumAmounts, type WireAmounts, wireAmounts } from '../../figures/position-rows.ts'
import type { Portfolio } from '../../queries/query.ts'
import type { queryEngine } from '../../queries/query-scope.ts'

/** The amounts of each position in the period, by its index. Cash has no cost. */
export function amountsByPosition(
  { snapshot }: Portfolio,
  whole: ReturnType<typeof queryEngine>,
): Map<number, WireAmounts> {
  const isIn = (position: number) => whole.isIn[position] === 1
  return new Map(
    positionResults(snapshot, whole.views, isIn, whole.period).map(position => {
      const amounts = wireAmounts(position)
      return [position.index, position.list === 'cash' ? { ...amounts, cost: 0 } : amounts]
    }),
  )
}

export function sumMembers(amounts: ReadonlyMap<number, WireAmounts>, members: Iterable<number>): AmountSums {
  return sumAmounts([...members].flatMap(index => amounts.get(index) ?? []))
}
