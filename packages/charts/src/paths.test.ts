import { describe, expect, it } from 'vitest'
import { areasByZero, linePath, stepped } from './paths.ts'

describe('a line', () => {
  it('is broken where a value is missing', () => {
    const path = linePath([
      { x: 0, y: 10 },
      { x: 1, y: 11 },
      { x: 2, y: null },
      { x: 3, y: 12 },
      { x: 4, y: 13 },
    ])
    expect(path).toBe('M0,10L1,11M3,12L4,13')
  })

  it('shows a lone point between gaps as a dot', () => {
    const path = linePath([
      { x: 1, y: null },
      { x: 2, y: 5 },
      { x: 3, y: null },
    ])
    expect(path).toMatch(/^M2,5.*h0$/)
  })

  it('holds each value until the next when stepped', () => {
    const steps = stepped([
      { x: 0, y: 10 },
      { x: 5, y: 20 },
    ])
    expect(linePath(steps)).toBe('M0,10L5,10L5,20')
  })

  it('draws no step into or out of a gap', () => {
    expect(
      stepped([
        { x: 0, y: 10 },
        { x: 5, y: null },
        { x: 6, y: 3 },
      ]),
    ).toHaveLength(3)
  })
})

describe('areasByZero', () => {
  it('splits exactly where the line crosses zero', () => {
    const { above, below } = areasByZero(
      [
        { x: 0, y: 0 },
        { x: 10, y: 200 },
      ],
      100,
    )
    expect(above).toBe('M0,0L5,100L10,100L10,100L5,100L0,100Z')
    expect(below).toBe('M0,100L5,100L10,200L10,100L5,100L0,100Z')
  })

  it('has no area below zero if the line never is', () => {
    expect(
      areasByZero(
        [
          { x: 0, y: 10 },
          { x: 9, y: 90 },
        ],
        100,
      ).below,
    ).toBe('')
  })

  it('leaves gaps open', () => {
    const { above } = areasByZero(
      [
        { x: 0, y: 1 },
        { x: 1, y: 1 },
        { x: 2, y: null },
        { x: 3, y: 1 },
        { x: 4, y: 1 },
      ],
      9,
    )
    expect(above.match(/Z/g)).toHaveLength(2)
  })
})
