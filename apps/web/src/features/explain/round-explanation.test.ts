import { describe, expect, it } from 'vitest'
import { isExact, roundExplanation } from './round-explanation.ts'
import type { Explanation } from './use-explanation.ts'

const noParts = { price: 0, currency: 0, income: 0, fees: 0, taxes: 0, trading: 0 }

function explanation(rows: { total: number; price: number; currency: number }[]): Explanation {
  const sum = (field: 'total' | 'price' | 'currency') => rows.reduce((all, row) => all + row[field], 0)
  // Partial: the code under test reads only these fields.
  return {
    basis: { currency: 'CHF' },
    pnl_abs_total: sum('total'),
    parts: { ...noParts, price: sum('price'), currency: sum('currency') },
    rows: rows.map(({ total, price, currency }, index) => ({
      key: String(index),
      pnl_abs_total: total,
      parts: { ...noParts, price, currency },
    })),
  } as unknown as Explanation
}

const cents = (value: number | null) => Math.round((value ?? Number.NaN) * 100)

describe('a rounded explanation', () => {
  const thirds = explanation([
    { total: 1 / 3, price: 0.1, currency: 1 / 3 - 0.1 },
    { total: 1 / 3, price: 0.205, currency: 1 / 3 - 0.205 },
    { total: 1 / 3, price: -0.004, currency: 1 / 3 + 0.004 },
  ])

  it('has rows that add up to the explained figure to the cent', () => {
    const rounded = roundExplanation(thirds)
    expect(cents(rounded.total)).toBe(100)
    expect(rounded.rows.reduce((sum, row) => sum + cents(row.total), 0)).toBe(100)
    expect(isExact(rounded)).toBe(true)
  })

  it('has parts that add up to their row', () => {
    for (const { total, parts } of roundExplanation(thirds).rows)
      expect(cents(parts.price) + cents(parts.currency)).toBe(cents(total))
  })

  it('has columns that add up to their totals', () => {
    const rounded = roundExplanation(thirds)
    for (const key of ['price', 'currency'] as const)
      expect(rounded.rows.reduce((sum, row) => sum + cents(row.parts[key]), 0)).toBe(
        cents(rounded.parts[key]),
      )
  })

  it('has no decimals in yen', () => {
    const yen = { ...thirds, basis: { ...thirds.basis, currency: 'JPY' as const } }
    expect(roundExplanation(yen).rows.map(row => row.total)).toEqual([1, 0, 0])
  })

  it('is not exact when a row is unknown', () => {
    const rounded = roundExplanation(thirds)
    expect(isExact({ ...rounded, rows: rounded.rows.map(row => ({ ...row, total: null })) })).toBe(false)
    expect(isExact({ ...rounded, total: 1.01 })).toBe(false)
  })
})
