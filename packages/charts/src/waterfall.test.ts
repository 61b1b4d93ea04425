import { describe, expect, it } from 'vitest'
import { bandPath } from './paths.ts'
import { waterfall } from './waterfall.ts'

describe('a waterfall', () => {
  it('begins each bar where the one before it ended, and ends at the total', () => {
    expect(waterfall([10, -4, null, -8])).toEqual({
      steps: [
        { from: 0, to: 10 },
        { from: 10, to: 6 },
        { from: 6, to: 6 },
        { from: 6, to: -2 },
      ],
      total: -2,
      extent: { least: -2, most: 10 },
    })
  })

  it('of nothing is nothing', () => {
    expect(waterfall([])).toEqual({ steps: [], total: 0, extent: { least: 0, most: 0 } })
  })
})

describe('a band between two lines', () => {
  it('goes there along the upper one and back along the lower one', () => {
    const upper = [
      { x: 0, y: 1 },
      { x: 10, y: 2 },
    ]
    const lower = [
      { x: 0, y: 8 },
      { x: 10, y: 9 },
    ]
    expect(bandPath(upper, lower)).toBe('M0,1L10,2L10,9L0,8Z')
  })

  it('is broken where either is not known', () => {
    const upper = [0, 1, 2, 3, 4].map(x => ({ x, y: x === 2 ? null : 1 }))
    const lower = [0, 1, 2, 3, 4].map(x => ({ x, y: 5 }))
    expect(bandPath(upper, lower)).toBe('M0,1L1,1L1,5L0,5ZM3,1L4,1L4,5L3,5Z')
  })
})
