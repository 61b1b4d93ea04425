import { scaleLinear } from 'd3-scale'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linear } from './linear.ts'

const number = fc.integer({ min: -1e9, max: 1e9 }).map(units => units / 100)

describe('a linear scale', () => {
  it('is that of d3', () => {
    fc.assert(
      fc.property(number, number, number, number, number, (from, to, start, end, value) => {
        fc.pre(Math.abs(to - from) > 0.01)
        const expected = scaleLinear([from, to], [start, end])(value)
        // Rounding grows with the largest number on the way, not with a result that may be near zero.
        const tolerance = 1e-12 * (1 + Math.abs(start) + Math.abs(end) + Math.abs(expected))
        expect(Math.abs(linear([from, to], [start, end])(value) - expected)).toBeLessThan(tolerance)
      }),
    )
  })

  it('goes back by exchanging its ranges', () => {
    const there = linear([0, 10], [300, 100])
    const back = linear([300, 100], [0, 10])
    expect(back(there(7))).toBeCloseTo(7, 12)
  })

  it('puts a single point in the middle', () => {
    expect(linear([5, 5], [0, 100])(5)).toBe(50)
  })
})
