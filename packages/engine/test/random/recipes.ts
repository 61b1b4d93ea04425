import { CORNERS, type Corner } from './corner-names.ts'
import { createRandom, type LedgerRecipe } from './draws.ts'

/** Forty years, with a leap day every four. */
const LONG_DAYS = 14_610
/** A ledger of forty years takes as long as forty others, so one in this many is long. */
const LONG_EVERY = 400

/** Mixes the seed of a run and the number of a ledger into the seed of that ledger. */
function mixSeed(seed: number, ledger: number): number {
  const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d) ^ Math.imul(ledger + 1, 0x9e3779b1)
  return Math.imul(mixed ^ (mixed >>> 13), 0x297a2d39) >>> 0
}

/**
 * The recipe of a ledger by the seed of the run and its number, the same on every machine. One in five is an ordinary
 * ledger, the others have one to four of the given corner cases.
 */
export function makeRecipe(seed: number, ledger: number, corners: readonly Corner[] = CORNERS): LedgerRecipe {
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
