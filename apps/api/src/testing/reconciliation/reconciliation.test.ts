import { describe, expect, it } from 'vitest'
import { chooseSize } from '../access/sizes.ts'
import { omitContract } from './distortions.ts'
import { drawHousehold } from './household-world.ts'
import { drawEngineWorld, report, runCases } from './run-cases.ts'
import { statementKinds } from './statement-kinds.ts'

describe('reconciliation of random ledgers', () => {
  it('restores agreement in nine of ten cases, and never makes a difference larger', {
    timeout: 3_600_000,
  }, async () => {
    const tally = await runCases(chooseSize(150, 4000), random => drawHousehold(random).world, 3)
    report('private accounts', tally)
    expect(tally.worse).toEqual([])
    expect(tally.restored / tally.broken).toBeGreaterThanOrEqual(0.9)
  })

  it.each(statementKinds)('does so for statements with %s', { timeout: 3_600_000 }, async kind => {
    const tally = await runCases(chooseSize(30, 1000), random => drawHousehold(random).world, 2, kind)
    report(`statements with ${kind}`, tally)
    expect(tally.worse).toEqual([])
    expect(tally.restored / tally.broken).toBeGreaterThanOrEqual(0.9)
  })

  it('does so for every type of instrument and transaction', { timeout: 3_600_000 }, async () => {
    const tally = await runCases(chooseSize(150, 4000), drawEngineWorld, 2)
    report('ledgers with every type', tally)
    expect(tally.worse).toEqual([])
    expect(tally.restored / tally.broken).toBeGreaterThanOrEqual(0.9)
  })

  it('does so for a missing trade in futures or forwards', { timeout: 3_600_000 }, async () => {
    const tally = await runCases(chooseSize(150, 4000), drawEngineWorld, omitContract)
    report('futures and forwards', tally)
    expect(tally.worse).toEqual([])
    expect(tally.restored / tally.broken).toBeGreaterThanOrEqual(0.9)
  })
})
