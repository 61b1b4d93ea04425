import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roundParts } from './round-parts.ts'

/** Amounts with more decimals than are printed. */
const amount = fc.integer({ min: -1e9, max: 1e9 }).map(units => units / 7)
const toCents = (value: number | null) => Math.round((value ?? 0) * 100)

describe('rounded parts', () => {
  it('give the missing cent to the part with the largest remainder', () => {
    expect(roundParts([21_210_565.9461, 2_244_464.9174], 23_455_030.8635)).toEqual([
      21_210_565.94, 2_244_464.92,
    ])
  })

  it('add up to the rounded total, each within a cent of its exact value', () => {
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 20 }), values => {
        const total = values.reduce((sum, value) => sum + value, 0)
        const parts = roundParts(values, total)
        const sum = parts.reduce<number>((cents, part) => cents + toCents(part), 0)
        expect(sum).toBe(Math.round(Number((total * 100).toFixed(4))) + 0)
        for (const [index, part] of parts.entries()) {
          expect(Math.abs((part ?? 0) - (values[index] ?? 0))).toBeLessThan(0.0101)
        }
      }),
    )
  })

  it('keep unknown values', () => {
    expect(roundParts([1.005, null, 2], 3.01)).toEqual([1.01, null, 2])
  })

  it('are not a cent short through floating-point error', () => {
    expect(roundParts([0.1 + 0.2, 0.7], 1)).toEqual([0.3, 0.7])
  })
})
