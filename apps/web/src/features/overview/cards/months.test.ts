import { describe, expect, it } from 'vitest'
import type { Month, Months } from '../use-lower.ts'
import { heatOf, linksUp, monthDays, yearsOf } from './months.ts'
import { differenceOf } from './why-they-differ.ts'

function month(year: number, of: number | null, twr: number | null): Month {
  return { year, month: of, twr, pnl_abs_total: 0, is_partial: false }
}

function answer(months: Month[], years: Month[]): Months {
  // The tables read no more of the answer than this.
  return { months, years, flags: [] } as unknown as Months
}

describe('returns by month', () => {
  const two = answer(
    [month(2025, 12, 0.1), month(2026, 1, 0.2), month(2026, 2, -0.5)],
    [month(2025, null, 0.1), month(2026, null, -0.4)],
  )

  it('stand under their year, the latest first', () => {
    expect(yearsOf(two).map(({ year }) => year)).toEqual([2026, 2025])
    expect(yearsOf(two)[0]?.byMonth.get(2)?.twr).toBe(-0.5)
    expect(yearsOf(two)[0]?.whole?.twr).toBe(-0.4)
  })

  it('link to years, and the years to the whole', () => {
    expect(linksUp(two)).toBeCloseTo(1.1 * 0.6 - 1, 12)
  })

  it('claim nothing where the months of a year do not link to it', () => {
    expect(linksUp(answer([month(2026, 1, 0.2)], [month(2026, null, 0.21)]))).toBeNull()
    expect(linksUp(answer([month(2026, 1, null)], [month(2026, null, null)]))).toBeNull()
  })

  it('have colour by their size, and none where nothing moved', () => {
    expect(heatOf(0, 0.1)).toBe(0)
    expect(heatOf(0.1, 0.1)).toBe(49)
    expect(heatOf(-0.1, 0.1)).toBe(49)
    expect(heatOf(0.0001, 0.1)).toBe(9)
  })

  it('are explained from their first to their last day', () => {
    expect(monthDays(2024, 2)).toEqual(['2024-02-01', '2024-02-29'])
    expect(monthDays(2026, 12)).toEqual(['2026-12-01', '2026-12-31'])
  })
})

describe('why XIRR is not TWR', () => {
  const of = (twr_annual: number | null, xirr: number | null, flows_count = 9) =>
    differenceOf({ returns: { twr: 0.3, twr_annual, xirr, flows_count } })

  it('says which way it differs', () => {
    expect(of(0.0547, 0.0577)).toBe('higher')
    expect(of(0.0577, 0.0547)).toBe('lower')
  })

  it('gives no reason for a difference that is not printed', () => {
    expect(of(0.05, 0.0503)).toBe('alike')
    expect(of(0.05, 0.05, 1)).toBe('no_flows')
  })

  it('waits for a year', () => {
    expect(of(null, null)).toBe('short')
  })
})
