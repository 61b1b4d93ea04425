import { describe, expect, it } from 'vitest'
import { differences } from './differences.ts'

describe('the engine and its twin in decimals', () => {
  it('agree on 500 ledgers to 1e-9', () => {
    for (let seed = 1; seed <= 500; seed += 1) expect(differences(seed)).toEqual([])
  })
})
