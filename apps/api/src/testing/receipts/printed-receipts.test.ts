import { describe, expect, it } from 'vitest'
import { chooseSize, createRandom, isPlanted, printResult, seed } from '../access/sizes.ts'
import { type CheckResult, checkReceipts } from './check-receipts.ts'
import { demoCases, randomCases } from './receipt-worlds.ts'

function report(name: string, { byFigure, errors }: CheckResult): void {
  const tallies = [...byFigure].sort(([a], [b]) => (a < b ? -1 : 1))
  const sums = tallies.map(
    ([figure, { receipts, calculations, links }]) => `${figure} ${receipts}/${calculations}/${links}`,
  )
  const all = [...byFigure.values()].reduce((sum, { receipts }) => sum + receipts, 0)
  printResult(
    `${name}: ${all} receipts, ${errors.length} errors; receipts/calculations/links: ${sums.join(', ')}`,
  )
}

describe('printed receipts', () => {
  it('of the demo can be recomputed from what is printed', { timeout: 3_600_000 }, () => {
    const random = createRandom(seed)
    const result = checkReceipts(demoCases(random, chooseSize(40, 1500)), random, isPlanted)
    report('demo', result)
    expect(result.errors.slice(0, 20)).toEqual([])
  })

  it('of random ledgers can be recomputed from what is printed', { timeout: 3_600_000 }, () => {
    const random = createRandom(seed + 1)
    const result = checkReceipts(randomCases(random, chooseSize(300, 10_000)), random, isPlanted)
    report('random ledgers', result)
    expect(result.errors.slice(0, 20)).toEqual([])
  })
})
