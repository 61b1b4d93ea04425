import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brokenLaws } from './laws.ts'

const recipe = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  days: fc.integer({ min: 4, max: 24 }),
  bookings: fc.integer({ min: 1, max: 24 }),
  isTimed: fc.boolean(),
  hasGaps: fc.boolean(),
})

describe('the laws', () => {
  it('hold on 2,000 generated ledgers', () => {
    fc.assert(
      fc.property(recipe, made => {
        expect(brokenLaws(made)).toEqual([])
      }),
      { numRuns: 2000, seed: 20_260_101 },
    )
  })
})
