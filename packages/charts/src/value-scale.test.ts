import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findExtent, roundTicks, valueScale } from './value-scale.ts'

const panel = { top: 10, bottom: 310 }

describe('valueScale', () => {
  it('maps the maximum above the minimum, with padding around both', () => {
    const { y } = valueScale({ least: -2, most: 8 }, panel)
    expect(y(8)).toBeGreaterThan(10)
    expect(y(-2)).toBeLessThan(310)
    expect(y(8)).toBeLessThan(y(-2))
  })

  it('keeps zero in view if all values are far above it', () => {
    const { y, ticks } = valueScale({ least: 800, most: 900 }, panel)
    expect(y(0)).toBeLessThanOrEqual(310)
    expect(ticks).toContain(0)
  })

  it('can leave zero out, for prices', () => {
    const { ticks } = valueScale({ least: 800, most: 900 }, panel, { hasZero: false })
    expect(ticks).not.toContain(0)
    expect(ticks.length).toBeGreaterThan(1)
  })

  it('draws a flat line in the middle', () => {
    const { y, ticks } = valueScale({ least: 0, most: 0 }, panel)
    expect(y(0)).toBe(160)
    expect(ticks).toContain(0)
  })

  it('draws rounding noise as a flat line', () => {
    expect(valueScale({ least: -5e-324, most: 5e-324 }, panel).ticks).toEqual(
      valueScale({ least: 0, most: 0 }, panel).ticks,
    )
  })

  it('uses round steps', () => {
    expect(roundTicks(-2.2e6, 9.1e6, 4)).toEqual([0, 2.5e6, 5e6, 7.5e6])
    expect(roundTicks(-0.06, 0.42, 5)).toEqual([0, 0.1, 0.2, 0.3, 0.4])
    expect(roundTicks(0, 1, 3)).toEqual([0, 0.5, 1])
    expect(roundTicks(-2.7e6, 10.6e6, 5)).toEqual([-2.5e6, 0, 2.5e6, 5e6, 7.5e6, 10e6])
  })

  it('has at most five steps and a tick at zero for any data', () => {
    const values = fc.double({ min: -1e12, max: 1e12, noNaN: true })
    fc.assert(
      fc.property(values, values, (one, other) => {
        const { ticks, y } = valueScale({ least: Math.min(one, other), most: Math.max(one, other) }, panel)
        expect(ticks.length).toBeLessThanOrEqual(6)
        expect(ticks).toContain(0)
        for (const value of [one, other, 0, ...ticks]) {
          expect(y(value)).toBeGreaterThanOrEqual(10 - 1e-6)
          expect(y(value)).toBeLessThanOrEqual(310 + 1e-6)
        }
      }),
    )
  })
})

describe('findExtent', () => {
  it('spans all columns and skips gaps', () => {
    expect(findExtent([[1, null, 5], [-3]])).toEqual({ least: -3, most: 5 })
  })

  it('returns null without values', () => {
    expect(findExtent([[null], []])).toBeNull()
  })
})
