import type { Day } from '../calendar/day.ts'
import type { DailySeries } from '../valuation/market.ts'
import { valueOn } from '../valuation/market.ts'

/** Rates of a snapshot's currencies into the reporting currency: one value per day of the snapshot, or null for 1 on every day. */
export type RateColumns = readonly (Float64Array | null)[]

interface RateSource {
  readonly firstDay: Day
  readonly lastDay: Day
  readonly currencies: readonly string[]
  readonly pivot: string
  readonly rates: ReadonlyMap<string, DailySeries>
}

/**
 * Units of `target` for one unit of each currency, per day: value in the pivot / value of the target in the
 * pivot. NaN before the first rate of either. Where the target is the pivot, the market's own column is used without a
 * copy.
 */
export function buildRateColumns(source: RateSource, target: string): RateColumns {
  const { firstDay, lastDay, pivot, rates } = source
  const length = lastDay - firstDay + 1
  return source.currencies.map(currency => {
    if (currency === target) return null
    const own = currency === pivot ? null : rates.get(currency)
    const other = target === pivot ? null : rates.get(target)
    const covers = own && own.firstDay <= firstDay && own.firstDay + own.values.length > lastDay
    if (other === null && covers)
      return own.values.subarray(firstDay - own.firstDay, lastDay - own.firstDay + 1)
    const column = new Float64Array(length)
    for (let index = 0; index < length; index += 1) {
      const ownRate = own === null ? 1 : valueOn(own, firstDay + index)
      const otherRate = other === null ? 1 : valueOn(other, firstDay + index)
      column[index] = ownRate / otherRate
    }
    return column
  })
}

/** The first day with a rate, or a day after every snapshot. */
export function findFirstRateDay(column: Float64Array | null | undefined, firstDay: Day): Day {
  if (column === null) return firstDay
  const index = column?.findIndex(value => !Number.isNaN(value)) ?? -1
  return index < 0 ? 2_147_483_647 : firstDay + index
}
