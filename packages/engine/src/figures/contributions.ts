import { NOT_LATE } from '../currency/currency-view.ts'
import { addPositionValues } from './daily/daily-values.ts'
import type { QueryResult } from './query.ts'

// Columns have one value per position, event or day by construction; hence `as number` in the loops below.

/**
 * Contribution of each position to the return of a result's scope, by position index; 0 outside the scope.
 *
 *     contribution = sum over days of growth before the day x P/L of the position on it / base of the scope
 *
 * The contributions of all positions, cash included, add up to the time-weighted return exactly. Fractions; null when the
 * scope has no return.
 */
export function positionContributions(result: QueryResult): Float64Array | null {
  const { snapshot, views, isIn, period, performance } = result
  if (performance.pnl.rel.total === null) return null
  const view = views.calculated
  const { weight } = performance
  const open = period.from - 1
  const { positions, events } = snapshot
  const contributions = new Float64Array(positions.count)
  const value = new Float64Array(weight.length)
  for (let position = 0; position < positions.count; position += 1) {
    if (isIn[position] !== 1) continue
    value.fill(0)
    addPositionValues(snapshot, view, position, value, open, period.to)
    let sum = 0
    for (let day = 1; day < weight.length; day += 1)
      sum += (weight[day] as number) * ((value[day] as number) - (value[day - 1] as number))
    const last = positions.eventFrom[position + 1] as number
    for (let event = positions.eventFrom[position] as number; event < last; event += 1) {
      const index = (events.day[event] as number) - open
      if (index < 1 || index >= weight.length) continue
      const netIncome =
        (view.income[event] as number) - (view.fees[event] as number) - (view.taxes[event] as number)
      sum -= (weight[index] as number) * ((view.posted[event] as number) - netIncome)
    }
    const entry = view.entryDay[position] as number
    if (entry !== NOT_LATE && entry > open && entry <= period.to)
      sum -= (weight[entry - open] as number) * (view.entryValue[position] as number)
    contributions[position] = sum
  }
  return contributions
}
