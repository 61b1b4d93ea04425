import { describe, expect, it } from 'vitest'
import type { Month, Months } from '../../card-queries.ts'
import { compareReturns } from '../return-difference.ts'
import { groupByYear, heatPercent, linkYears, monthDays } from './months.ts'

function month(year: number, of: number | null, twr: number | null): Month {
  return { year, month: of, twr, pnl_abs_total: 0, is_partial: false }
}

function buildMonths(months: Month[], years: Month[]): Months {
  // Partial: the code under test reads only these fields.
  return { months, years, flags: [] } as unknown as Months
}

describe('monthly returns', () => {
  const two = buildMonths(
    [month(2025, 12, 0.1), month(2026, 1, 0.2), month(2026, 2, -0.5)],
    [month(2025, null, 0.1), month(2026, null, -0.4)],
  )

  it('are grouped by year, the latest first', () => {
    expect(groupByYear(two).map(({ year }) => year)).toEqual([2026, 2025])
    expect(groupByYear(two)[0]?.byMonth.get(2)?.twr).toBe(-0.5)
    expect(groupByYear(two)[0]?.whole?.twr).toBe(-0.4)
  })

  it('link to the returns of the years, and these to the total', () => {
    expect(linkYears(two)).toBeCloseTo(1.1 * 0.6 - 1, 12)
  })

  it('have no total when the months do not link to their year', () => {
    expect(linkYears(buildMonths([month(2026, 1, 0.2)], [month(2026, null, 0.21)]))).toBeNull()
    expect(linkYears(buildMonths([month(2026, 1, null)], [month(2026, null, null)]))).toBeNull()
  })

  it('are coloured by size, and stay uncoloured at zero', () => {
    expect(heatPercent(0, 0.1)).toBe(0)
    expect(heatPercent(0.1, 0.1)).toBe(49)
    expect(heatPercent(-0.1, 0.1)).toBe(49)
    expect(heatPercent(0.0001, 0.1)).toBe(9)
  })

  it('span the first to the last day of the month', () => {
    expect(monthDays(2024, 2)).toEqual(['2024-02-01', '2024-02-29'])
    expect(monthDays(2026, 12)).toEqual(['2026-12-01', '2026-12-31'])
  })
})

describe('the difference between XIRR and TWR', () => {
  const of = (twr_annual: number | null, xirr: number | null, flows_count = 9) =>
    compareReturns({ returns: { twr: 0.3, twr_annual, xirr, flows_count }, flags: [] })

  it('is higher or lower', () => {
    expect(of(0.0547, 0.0577)).toBe('higher')
    expect(of(0.0577, 0.0547)).toBe('lower')
  })

  it('is ignored when rounding hides it', () => {
    expect(of(0.05, 0.0503)).toBe('alike')
    expect(of(0.05, 0.05, 1)).toBe('no_flows')
  })

  it('is unknown for periods under a year', () => {
    expect(of(null, null)).toBe('short')
  })
})
