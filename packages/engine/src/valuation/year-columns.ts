import { type Day, dayFromParts } from '../calendar/day.ts'
import type { Split } from '../ledger/ledger.ts'
import { type DailySeries, type PriceSeries, priceSeries, type Quote, rateSeries } from './market.ts'

/** The quotes of one calendar year: one value per day from 1 January on, NaN where there is none. */
export interface YearColumn {
  readonly year: number
  readonly values: Float64Array
}

/** The quotes up to `lastDay`, in order. */
function listQuotes(years: readonly YearColumn[], lastDay: Day): Quote[] {
  const quotes: Quote[] = []
  for (const { year, values } of years.toSorted((a, b) => a.year - b.year)) {
    const firstDay = dayFromParts(year, 1, 1)
    const until = Math.min(values.length, lastDay - firstDay + 1)
    for (let index = 0; index < until; index += 1) {
      // The column has a value for every day of the year.
      const value = values[index] as number
      if (!Number.isNaN(value)) quotes.push([firstDay + index, value])
    }
  }
  return quotes
}

/**
 * The daily closes of an instrument from its yearly columns, carried forward to `lastDay`. The same as
 * `priceSeries` over the quotes; without splits it is filled in one pass, which keeps loading fast.
 */
export function priceSeriesFromYears(
  years: readonly YearColumn[],
  lastDay: Day,
  options: { adjusted?: boolean; splits?: readonly Split[]; kind?: 'traded' | 'valuation' } = {},
): PriceSeries {
  if ((options.splits ?? []).length > 0) return priceSeries(listQuotes(years, lastDay), lastDay, options)
  const { firstDay, values, quoteDays } = carryForward(years, lastDay)
  return { firstDay, values, quoteDays, kind: options.kind ?? 'traded', splits: [] }
}

/** The value of one unit of a currency in the pivot per day, from yearly columns. */
export function rateSeriesFromYears(years: readonly YearColumn[], lastDay: Day): DailySeries {
  return rateSeries(listQuotes(years, lastDay), lastDay)
}

function carryForward(
  years: readonly YearColumn[],
  lastDay: Day,
): { firstDay: Day; values: Float64Array; quoteDays: Int32Array } {
  const sorted = years.toSorted((a, b) => a.year - b.year)
  const begin = sorted[0] ? dayFromParts(sorted[0].year, 1, 1) : lastDay + 1
  const filled = new Float64Array(Math.max(0, lastDay - begin + 1))
  const days = new Int32Array(filled.length)
  let count = 0
  let last = Number.NaN
  let place = 0
  for (const { year, values } of sorted) {
    const offset = dayFromParts(year, 1, 1) - begin
    const until = Math.min(values.length, filled.length - offset)
    filled.fill(last, place, offset)
    for (let index = 0; index < until; index += 1) {
      const value = values[index] as number
      if (!Number.isNaN(value)) {
        last = value
        days[count] = begin + offset + index
        count += 1
      }
      filled[offset + index] = last
    }
    place = offset + Math.max(0, until)
  }
  filled.fill(last, place)
  if (count === 0) return { firstDay: lastDay + 1, values: new Float64Array(0), quoteDays: new Int32Array(0) }
  const firstDay = days[0] as number
  const values = filled.subarray(firstDay - begin)
  return { firstDay, values, quoteDays: days.slice(0, count) }
}
