import { describe, expect, it } from 'vitest'
import { differences } from './differences.ts'

/** Ledgers on which they once did not agree, and what was wrong. */
const onceDifferent = [
  // The engine did not know that nothing is nothing in a currency without a rate, and took margins for a cost given back,
  2145,
  // or lost what an overdraft had cost.
  7079,
  // A cost that is known in a currency without a rate is not nothing.
  22_483,
  // What a position had cost that could not be valued at first was forgotten when it was told at which price it breaks even.
  793,
  // A lot that came for nothing had no rank,
  310_004_925,
  // and what was there before a split was shared out by units of before and after it.
  310_012_707,
  // Prices of a bond that is paid back in parts are of what is still owed, and rank its lots so.
  12_573,
  // It told two lots of the same price apart by a rounding,
  10_322,
  // took what rounding left of shares and the money for them for the value of an option,
  2791,
  // and forgot what lots had cost because of another one, which was gone.
  19_323,
  // The reference implementation did not know what nothing comes to either: what a contract is entered for, a fee, a cost that is gone;
  1175,
  973, 1393,
  // nor what shares are worth that come without a rate, or with a cost that nobody knows;
  8833, 320_007_887,
  // nor that income is income when a tax has eaten it up.
  320_018_938,
]

describe('the engine and its reference implementation in decimals', () => {
  it('agree on the ledgers on which they once did not', () => {
    for (const seed of onceDifferent) expect(differences(seed)).toEqual([])
  })

  it('agree on 500 ledgers to 1e-9', () => {
    for (let seed = 1; seed <= 500; seed += 1) expect(differences(seed)).toEqual([])
  })
})
