import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brokenInvariants } from './invariants.ts'
import { anyRecipe } from './random/any-recipe.ts'

/** Ledgers that once broke a invariant, and what was wrong. */
const onceBroken = [
  // A split without a transaction after the last one was written behind margins of later days.
  { seed: 3_673_520_524, days: 14, postings: 10, isTimed: false, hasGaps: true },
  // Values that cancel but for rounding were taken for capital, and the return on it was astronomical.
  { seed: 2_400_828_081, days: 8, postings: 15, isTimed: true, hasGaps: true },
]

describe('the invariants', () => {
  it('hold on the ledgers that once broke them', () => {
    for (const made of onceBroken) expect(brokenInvariants(made)).toEqual([])
  })

  it('hold on 2,000 generated ledgers', () => {
    fc.assert(
      fc.property(anyRecipe, made => {
        expect(brokenInvariants(made)).toEqual([])
      }),
      { numRuns: 2000, seed: 20_260_101 },
    )
  })
})
