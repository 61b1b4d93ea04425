import { describe, expect, it } from 'vitest'
import { roundShares, shownDifference, sumShares } from './compare-rows.ts'

describe('two clients side by side', () => {
  it('differ by what is shown of them', () => {
    expect(shownDifference([0.035944, 0.023651], 4)).toBe(0.0122)
    expect(shownDifference([0.5, null], 4)).toBeNull()
  })

  it('have shares that add up to 100%, unless one is not known', () => {
    const rows = [{ weights: [1 / 3, 0.5] }, { weights: [1 / 3, null] }, { weights: [1 / 3, 0.25] }]
    const shown = roundShares(rows, 3)
    expect(shown.map(({ weights }) => weights)).toEqual([
      [0.334, 0.5],
      [0.333, null],
      [0.333, 0.25],
    ])
    expect([sumShares(shown, 0, 3), sumShares(shown, 1, 3)]).toEqual([1, null])
  })
})
