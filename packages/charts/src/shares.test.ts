import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareBar } from './shares.ts'
import { treemap } from './treemap.ts'

describe('shareBar', () => {
  it('divides its width in proportion', () => {
    const [one, other] = shareBar([3, 1], 102)
    expect(one).toMatchObject({ index: 0, x: 0, width: 75 })
    expect(other).toMatchObject({ index: 1, x: 77, width: 25 })
  })

  it('sizes negative values by magnitude and marks them', () => {
    expect(shareBar([50, -50], 102).map(share => share.isNegative)).toEqual([false, true])
  })

  it('gives zero no width and tiny parts a minimum, within the total width', () => {
    const shares = shareBar([1000, 0.001, 0, null], 200)
    expect(shares.map(share => share.index)).toEqual([0, 1])
    expect(shares[1]?.width).toBeGreaterThan(1.9)
    expect((shares[1]?.x ?? 0) + (shares[1]?.width ?? 0)).toBeCloseTo(200, 9)
  })
})

describe('treemap', () => {
  const amounts = fc.array(fc.double({ min: 0.01, max: 1000, noNaN: true }), { minLength: 1, maxLength: 30 })

  it('fills its rectangle in proportion to the values', () => {
    fc.assert(
      fc.property(amounts, values => {
        const sum = values.reduce((total, value) => total + value, 0)
        const tiles = treemap(values, 320, 180)
        expect(tiles).toHaveLength(values.length)
        for (const tile of tiles) {
          const share = (values[tile.index] ?? 0) / sum
          expect(tile.width * tile.height).toBeCloseTo(share * 320 * 180, 4)
          expect(tile.x + tile.width).toBeLessThanOrEqual(320 + 1e-6)
          expect(tile.y + tile.height).toBeLessThanOrEqual(180 + 1e-6)
        }
      }),
    )
  })

  it('makes tiles nearly square where possible', () => {
    const tiles = treemap([6, 6, 4, 3, 2, 2, 1], 600, 400)
    const ratios = tiles.map(({ width, height }) => Math.max(width / height, height / width))
    expect(Math.max(...ratios)).toBeLessThan(3)
  })

  it('has no tile for values that are not positive', () => {
    expect(treemap([1, 0, -5, null], 10, 10).map(tile => tile.index)).toEqual([0])
    expect(treemap([0], 10, 10)).toEqual([])
  })
})
