import fc from 'fast-check'

/** Recipes of small ledgers, for invariants that hold on all of them. */
export const anyRecipe = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  days: fc.integer({ min: 4, max: 24 }),
  postings: fc.integer({ min: 1, max: 24 }),
  isTimed: fc.boolean(),
  hasGaps: fc.boolean(),
})
