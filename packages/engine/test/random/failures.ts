import fc from 'fast-check'
import { CORNERS, type Corner } from './corner-names.ts'
import type { LedgerRecipe } from './draws.ts'
import { type GeneratedWorld, generateWorld } from './random-ledger.ts'
import { makeRecipe } from './recipes.ts'
import { describeWorld, shrinkWorld } from './shrink.ts'

/** Finds the violations of one ledger; an exception is a violation too. */
export type Check = (world: GeneratedWorld, seed: number) => string[]

export function runCheck(check: Check, world: GeneratedWorld, seed: number): string[] {
  try {
    return check(world, seed)
  } catch (error) {
    return [`threw ${error instanceof Error ? error.message : error}`]
  }
}

/** What a violation is about: its text without numbers, keys and values. Violations of one kind have one cause, as a rule. */
export function violationKind(violation: string): string {
  return violation
    .replace(/\bt\d{5}(\.2)?/g, 'T')
    .replace(/\bcash:[abc]:[A-Z]{3}/g, 'cash')
    .replace(/\b[abc]\/(\w+)/g, 'holding of $1')
    .replace(/: .*/s, '')
    .replace(/ on day \d+/, '')
    .replace(/\bNAV of [abc]\b/, 'NAV of an account')
}

/** Leaves out the corner cases that a failure does not need. */
function shrinkRecipe(recipe: LedgerRecipe, fails: (smaller: LedgerRecipe) => boolean): LedgerRecipe {
  let smallest = recipe
  for (const corner of recipe.corners ?? []) {
    const smaller = { ...smallest, corners: (smallest.corners ?? []).filter(other => other !== corner) }
    if (fails(smaller)) smallest = smaller
  }
  return smallest
}

/** A failing ledger for its reader: how to generate it again, what is wrong, and the few transactions that suffice. */
export function describeFailure(name: string, recipe: LedgerRecipe, check: Check): string {
  const findKinds = (world: GeneratedWorld): string[] =>
    runCheck(check, world, recipe.seed).map(violationKind)
  const [kind = ''] = findKinds(generateWorld(recipe))
  const fails = (world: GeneratedWorld): boolean => findKinds(world).includes(kind)
  const smaller = shrinkRecipe(recipe, other => fails(generateWorld(other)))
  const small = shrinkWorld(generateWorld(smaller), fails)
  return [
    `${name}, recipe ${JSON.stringify(smaller)}`,
    ...runCheck(check, small, recipe.seed).slice(0, 5),
    `smallest ledger that fails (${small.ledger.transactions.length} transactions):`,
    describeWorld(small),
  ].join('\n')
}

/** The seed of a test run, which vitest.config.ts prints. */
const runSeed = (): number => fc.readConfigureGlobal().seed ?? 1

/** Checks generated ledgers of a test run up to the first that fails. @returns its description, or null if none does. */
export function findFailure(
  ledgers: number,
  check: Check,
  corners: readonly Corner[] = CORNERS,
): string | null {
  for (let ledger = 0; ledger < ledgers; ledger += 1) {
    const recipe = makeRecipe(runSeed(), ledger, corners)
    if (runCheck(check, generateWorld(recipe), recipe.seed).length > 0)
      return describeFailure(`SEED=${runSeed()} ledger ${ledger}`, recipe, check)
  }
  return null
}
