import { CORNERS, type Corner } from './corner-names.ts'
import { createRandom, type LedgerRecipe } from './draws.ts'

/** Forty years, with a leap day every four. */
const LONG_DAYS = 14_610
/** A ledger of forty years takes as long as forty others, so one in this many is long. */
const LONG_EVERY = 400

/**
 * Corner cases that are not drawn unless they are asked for by name. Amounts of 1e12 beside 1e-8 still differ in about
 * one ledger of three hundred: groups of values that cancel keep a rounding residue that the total drops.
 */
const OFF: readonly Corner[] = ['extreme-sizes']

/** The corner cases that are drawn by default. */
export const DEFAULT_CORNERS: readonly Corner[] = CORNERS.filter(corner => !OFF.includes(corner))

/** Mixes the seed of a run and the number of a ledger into the seed of that ledger. */
function mixSeed(seed: number, ledger: number): number {
  const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) ^ Math.imul(ledger + 1, 0x9e3779b1)
  return Math.imul(mixed ^ (mixed >>> 13), 0x297a2d39) >>> 0
}

/**
 * The recipe of a ledger by the seed of the run and its number, the same on every machine. One in five is an ordinary
 * ledger, the others have one to four of the given corner cases.
 */
export function makeRecipe(
  seed: number,
  ledger: number,
  corners: readonly Corner[] = DEFAULT_CORNERS,
): LedgerRecipe {
  const mixed = mixSeed(seed, ledger)
  const draw = createRandom(mixed ^ 0x6a09e667)
  const isLong = corners.includes('long') && ledger % LONG_EVERY === LONG_EVERY - 1
  const short = corners.filter(corner => corner !== 'long')
  const drawn = new Set<Corner>(isLong ? ['long'] : [])
  if (short.length > 0 && draw(5) > 0)
    for (let count = 1 + draw(4); count > 0; count -= 1) {
      const corner = short[draw(short.length)]
      if (corner) drawn.add(corner)
    }
  return {
    seed: mixed,
    days: isLong ? LONG_DAYS : 4 + draw(17),
    transactions: 1 + draw(20),
    isTimed: draw(2) === 0 || drawn.has('mixed-times'),
    hasGaps: draw(3) > 0,
    corners: CORNERS.filter(corner => drawn.has(corner)),
  }
}
