import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateParts, dayFromParts, parseDay } from '../calendar/day.ts'
import { priceSeries, type Quote, rateSeries } from './market.ts'
import { priceSeriesFromYears, rateSeriesFromYears, type YearColumn } from './year-columns.ts'

function toYearColumns(quotes: readonly Quote[]): YearColumn[] {
  const years = new Map<number, Float64Array>()
  for (const [day, value] of quotes) {
    const { year } = dateParts(day)
    const values = years.get(year) ?? new Float64Array(366).fill(Number.NaN)
    years.set(year, values)
    values[day - dayFromParts(year, 1, 1)] = value
  }
  return [...years].map(([year, values]) => ({ year, values }))
}

const lastDay = parseDay('2026-11-13')
const quotes = fc
  .array(
    fc.tuple(
      fc.integer({ min: lastDay - 900, max: lastDay + 20 }),
      fc.double({ min: 0.01, max: 1e6, noNaN: true }),
    ),
  )
  .map(list => [...new Map(list)].sort((a, b) => a[0] - b[0]))

/** Quotes after the last day do not count. */
const known = (list: Quote[]): Quote[] => list.filter(([day]) => day <= lastDay)

describe('series from yearly columns', () => {
  it('have the same closes as a series from the quotes, with and without splits', () => {
    const split = { day: lastDay - 300, numerator: 3, denominator: 1 }
    fc.assert(
      fc.property(quotes, fc.boolean(), (list, hasSplit) => {
        const options = hasSplit ? { splits: [split] } : {}
        const expected = priceSeries(known(list), lastDay, options)
        const actual = priceSeriesFromYears(toYearColumns(list), lastDay, options)
        expect(actual.firstDay).toBe(expected.firstDay)
        expect([...actual.values]).toEqual([...expected.values])
        expect([...actual.quoteDays]).toEqual([...expected.quoteDays])
      }),
    )
  })

  it('have the same rates as a series from the quotes', () => {
    fc.assert(
      fc.property(quotes, list => {
        const expected = rateSeries(known(list), lastDay)
        const actual = rateSeriesFromYears(toYearColumns(list), lastDay)
        expect([actual.firstDay, ...actual.values]).toEqual([expected.firstDay, ...expected.values])
      }),
    )
  })

  it('are empty and begin after the last day without a quote', () => {
    expect(priceSeriesFromYears([], lastDay)).toMatchObject({ firstDay: lastDay + 1 })
  })
})
