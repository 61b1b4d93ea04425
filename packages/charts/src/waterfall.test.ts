import { describe, expect, it } from 'vitest'
import { bandPath } from './paths.ts'
import { waterfall } from './waterfall.ts'

describe('waterfall', () => {
  it('starts each bar at the end of the previous one and ends at the total', () => {
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

  it('is empty without parts', () => {
    expect(waterfall([])).toEqual({ steps: [], total: 0, extent: { least: 0, most: 0 } })
  })
})

describe('bandPath', () => {
  it('follows the upper line and returns along the lower one', () => {
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

  it('breaks where either line has a gap', () => {
    const upper = [0, 1, 2, 3, 4].map(x => ({ x, y: x === 2 ? null : 1 }))
    const lower = [0, 1, 2, 3, 4].map(x => ({ x, y: 5 }))
    expect(bandPath(upper, lower)).toBe('M0,1L1,1L1,5L0,5ZM3,1L4,1L4,5L3,5Z')
  })
})
