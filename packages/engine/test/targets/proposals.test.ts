import { describe, expect, it } from 'vitest'
import { checkCase } from './check-case.ts'

const CASES = 200

describe('proposals to rebalance', () => {
  it(`land within the bands where they can, with the weights of their orders, on ${CASES} random portfolios`, () => {
    const violations = Array.from({ length: CASES }, (_, seed) => checkCase(seed)).flat()
    expect(violations).toEqual([])
  })
})
