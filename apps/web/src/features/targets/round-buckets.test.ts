import { describe, expect, it } from 'vitest'
import { isWhole, roundBuckets } from './round-buckets.ts'

const bucket = (weight: number | null, target: number | null = null) => ({
  weight,
  target,
  drift: weight === null || target === null ? null : weight - target,
})

describe('shown groups', () => {
  it('add up to 100%, with drifts of the weights beside them', () => {
    const shown = roundBuckets([bucket(1 / 3, 0.3), bucket(1 / 3, 0.5), bucket(1 / 3, 0.2)])
    expect(shown.map(({ weight }) => weight)).toEqual([0.3334, 0.3333, 0.3333])
    expect(shown.map(({ drift }) => drift)).toEqual([0.0334, -0.1667, 0.1333])
    expect(isWhole(shown)).toBe(true)
  })

  it('keep what is not known, and claim no whole then', () => {
    const shown = roundBuckets([bucket(0.20004, 0.2), bucket(null, 0.8)])
    expect(shown).toEqual([
      { weight: 0.2, target: 0.2, drift: 0 },
      { weight: null, target: 0.8, drift: null },
    ])
    expect(isWhole(shown)).toBe(false)
  })
})
