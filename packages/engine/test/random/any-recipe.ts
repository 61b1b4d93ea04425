import fc from 'fast-check'

/** Arbitrary recipes of small ledgers for property tests. */
export const anyRecipe = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  days: fc.integer({ min: 4, max: 24 }),
  transactions: fc.integer({ min: 1, max: 24 }),
  isTimed: fc.boolean(),
  hasGaps: fc.boolean(),
  hasOddPrices: fc.boolean(),
  hasDelays: fc.boolean(),
})
