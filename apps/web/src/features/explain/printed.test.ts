import { describe, expect, it } from 'vitest'
import { isExact, printedExplanation } from './printed.ts'
import type { Explanation } from './use-explanation.ts'

const nothing = { price: 0, currency: 0, income: 0, fees: 0, taxes: 0, trading: 0 }

function explanation(rows: { total: number; price: number; currency: number }[]): Explanation {
  const sum = (field: 'total' | 'price' | 'currency') => rows.reduce((all, row) => all + row[field], 0)
  // The table reads no more of an explanation than this.
  return {
    pnl_abs_total: sum('total'),
    parts: { ...nothing, price: sum('price'), currency: sum('currency') },
    rows: rows.map(({ total, price, currency }, index) => ({
      key: String(index),
      pnl_abs_total: total,
      parts: { ...nothing, price, currency },
    })),
  } as unknown as Explanation
}

const cents = (value: number | null) => Math.round((value ?? Number.NaN) * 100)

describe('an explanation in print', () => {
  const thirds = explanation([
    { total: 1 / 3, price: 0.1, currency: 1 / 3 - 0.1 },
    { total: 1 / 3, price: 0.205, currency: 1 / 3 - 0.205 },
    { total: 1 / 3, price: -0.004, currency: 1 / 3 + 0.004 },
  ])

  it('adds its rows up to the figure that is explained, to the cent', () => {
    const printed = printedExplanation(thirds)
    expect(cents(printed.total)).toBe(100)
    expect(printed.rows.reduce((sum, row) => sum + cents(row.total), 0)).toBe(100)
    expect(isExact(printed)).toBe(true)
  })

  it('adds the parts of each row up to it', () => {
    for (const { total, parts } of printedExplanation(thirds).rows)
      expect(cents(parts.price) + cents(parts.currency)).toBe(cents(total))
  })

  it('does not claim to be exact where a row is not known', () => {
    const printed = printedExplanation(thirds)
    expect(isExact({ ...printed, rows: printed.rows.map(row => ({ ...row, total: null })) })).toBe(false)
    expect(isExact({ ...printed, total: 1.01 })).toBe(false)
  })
})
