import { scaleLinear } from 'd3-scale'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linear } from './linear.ts'

const number = fc.integer({ min: -1e9, max: 1e9 }).map(units => units / 100)

describe('linear', () => {
  it('equals the linear scale of d3', () => {
    fc.assert(
      fc.property(number, number, number, number, number, (from, to, start, end, value) => {
        fc.pre(Math.abs(to - from) > 0.01)
        const expected = scaleLinear([from, to], [start, end])(value)
        // Rounding errors grow with the largest operand, not with a result that may be near zero.
        const tolerance = 1e-12 * (1 + Math.abs(start) + Math.abs(end) + Math.abs(expected))
        expect(Math.abs(linear([from, to], [start, end])(value) - expected)).toBeLessThan(tolerance)
      }),
    )
  })

  it('is inverted by swapping its ranges', () => {
    const there = linear([0, 10], [300, 100])
    const back = linear([300, 100], [0, 10])
    expect(back(there(7))).toBeCloseTo(7, 12)
  })

  it('maps a range of length zero to the middle', () => {
    expect(linear([5, 5], [0, 100])(5)).toBe(50)
  })
})
