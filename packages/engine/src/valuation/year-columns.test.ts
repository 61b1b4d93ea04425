import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayFromParts, dayOf, partsOf } from '../calendar/day.ts'
import { priceSeries, type Quote, rateSeries } from './market.ts'
import { priceSeriesOfYears, rateSeriesOfYears, type YearColumn } from './year-columns.ts'

function columnsOf(quotes: readonly Quote[]): YearColumn[] {
  const years = new Map<number, Float64Array>()
  for (const [day, value] of quotes) {
    const { year } = partsOf(day)
    const values = years.get(year) ?? new Float64Array(366).fill(Number.NaN)
    years.set(year, values)
    values[day - dayFromParts(year, 1, 1)] = value
  }
  return [...years].map(([year, values]) => ({ year, values }))
}

const lastDay = dayOf('2026-11-13')
const quotes = fc
  .array(
    fc.tuple(
      fc.integer({ min: lastDay - 900, max: lastDay + 20 }),
      fc.double({ min: 0.01, max: 1e6, noNaN: true }),
    ),
  )
  .map(list => [...new Map(list)].sort((a, b) => a[0] - b[0]))

/** Quotes after the last day are not known yet, however they came. */
const known = (list: Quote[]): Quote[] => list.filter(([day]) => day <= lastDay)

describe('yearly columns', () => {
  it('give the same closes as the quotes they hold, with and without splits', () => {
    const split = { day: lastDay - 300, numerator: 3, denominator: 1 }
    fc.assert(
      fc.property(quotes, fc.boolean(), (list, hasSplit) => {
        const options = hasSplit ? { splits: [split] } : {}
        const expected = priceSeries(known(list), lastDay, options)
        const actual = priceSeriesOfYears(columnsOf(list), lastDay, options)
        expect(actual.firstDay).toBe(expected.firstDay)
        expect([...actual.values]).toEqual([...expected.values])
        expect([...actual.quoteDays]).toEqual([...expected.quoteDays])
      }),
    )
  })

  it('give the same rates as the quotes they hold', () => {
    fc.assert(
      fc.property(quotes, list => {
        const expected = rateSeries(known(list), lastDay)
        const actual = rateSeriesOfYears(columnsOf(list), lastDay)
        expect([actual.firstDay, ...actual.values]).toEqual([expected.firstDay, ...expected.values])
      }),
    )
  })

  it('without a quote give an empty series that begins after the last day', () => {
    expect(priceSeriesOfYears([], lastDay)).toMatchObject({ firstDay: lastDay + 1 })
  })
})
