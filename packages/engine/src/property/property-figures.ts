import { addMonths, dateParts } from '../calendar/day.ts'
import { sumPosition } from '../figures/positions/position-sums.ts'
import type { QueryResult } from '../figures/query.ts'
import { EVENT } from '../posting/journal.ts'

/** Rent and running costs of one calendar year, in the property's currency. */
export interface PropertyYear {
  readonly year: number
  readonly income: number
  readonly costs: number
  readonly net: number
}

/** Why a property has no net yield. */
export type MissingYield = 'under_a_year' | 'no_value'

export interface PropertyFigures {
  /** Newest first. */
  readonly years: readonly PropertyYear[]
  /** Of the last twelve months. */
  readonly income: number
  readonly costs: number
  readonly net: number
  readonly value: number | null
  /** A fraction of the value. */
  readonly netYield: number | null
  readonly netYieldReason: MissingYield | null
}

/** Purchases and sales carry costs of their own, which belong to the price and not to running the property. */
function isTrade(kind: number): boolean {
  return kind === EVENT.open || kind === EVENT.close
}

/**
 * Income and running costs of a property held by some positions, until the end of the result's period.
 *
 *     net = income - costs                net yield = net of the last twelve months / value at the end
 *
 * Income is rent and other income; costs are expenses, and fees and taxes on income. Costs of a purchase or sale are left
 * out. In the property's currency. The yield is null for a property held less than a year, or without a value.
 */
export function propertyFigures(result: QueryResult, positions: readonly number[]): PropertyFigures {
  const { snapshot, views, period } = result
  const { events } = snapshot
  const yearAgo = addMonths(period.to, -12)
  const years = new Map<number, { income: number; costs: number }>()
  const recent = { income: 0, costs: 0 }
  let value: number | null = 0
  let opened = Number.POSITIVE_INFINITY
  for (const position of positions) {
    opened = Math.min(opened, snapshot.positions.openDay[position] ?? opened)
    const { end } = sumPosition(snapshot, views.original, position, period)
    value = end === null || value === null ? null : value + end
    const last = snapshot.positions.eventFrom[position + 1] ?? 0
    for (let event = snapshot.positions.eventFrom[position] ?? 0; event < last; event += 1) {
      const day = events.day[event] ?? 0
      if (day > period.to) break
      if (isTrade(events.kind[event] ?? -1)) continue
      const income = views.original.income[event] ?? 0
      const costs = (views.original.fees[event] ?? 0) + (views.original.taxes[event] ?? 0)
      if (income === 0 && costs === 0) continue
      const { year } = dateParts(day)
      const known = years.get(year) ?? { income: 0, costs: 0 }
      years.set(year, { income: known.income + income, costs: known.costs + costs })
      if (day <= yearAgo) continue
      recent.income += income
      recent.costs += costs
    }
  }
  const net = recent.income - recent.costs
  const reason: MissingYield | null =
    opened > yearAgo ? 'under_a_year' : value === null || value <= 0 ? 'no_value' : null
  return {
    years: [...years]
      .map(([year, { income, costs }]) => ({ year, income, costs, net: income - costs }))
      .sort((a, b) => b.year - a.year),
    ...recent,
    net,
    value,
    netYield: reason === null && value !== null ? net / value : null,
    netYieldReason: reason,
  }
}
