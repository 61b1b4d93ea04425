import { describe, expect, it } from 'vitest'
import { isSplitOpen, looksLikeSplit } from './split-doubts.ts'

const series = (...closes: number[]) => closes.map((close, day) => ({ day, close }))

describe('a change like that of a split', () => {
  it.each([
    ['equity', 0.5, true],
    ['equity', 0.52, true],
    ['etf', 0.2, true],
    ['fund', 0.1, true],
    ['equity', 3, true],
    ['equity', 0.6, false],
    ['equity', 0.9, false],
    ['equity', 0, false],
    ['equity', Number.NaN, false],
    ['crypto', 0.5, false],
    ['option', 0.5, false],
  ])('of an %s by the factor %d: %s', (type, change, expected) => {
    expect(looksLikeSplit(type, change)).toBe(expected)
  })

  it('is open until the next close holds the level', () => {
    expect(isSplitOpen(series(100, 50), 1, 1)).toBe(true)
    expect(isSplitOpen(series(100, 50, 47), 1, 2)).toBe(false)
  })

  it('is open for five days at most', () => {
    expect(isSplitOpen(series(100, 50), 1, 5)).toBe(true)
    expect(isSplitOpen(series(100, 50), 1, 6)).toBe(false)
  })

  it('is not confirmed when the price returns, neither the fall nor the rise', () => {
    const typo = series(100, 50, 101, 102)
    expect([isSplitOpen(typo, 1, 3), isSplitOpen(typo, 2, 3)]).toEqual([true, true])
    expect([isSplitOpen(typo, 1, 7), isSplitOpen(typo, 2, 7)]).toEqual([false, false])
  })
})
