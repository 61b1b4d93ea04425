import { expect, it } from 'vitest'
import type { Security, TargetPortfolio } from '../../src/targets/orders.ts'
import { proposeOrders } from '../../src/targets/proposal.ts'

const ONE = 10n ** 12n

const held = (bucket: string, lots: bigint, lotValue: number): Security => ({
  key: bucket,
  bucket,
  pot: 'main/CHF',
  lots,
  lotValue: BigInt(Math.round(lotValue * 1e6)) * 10n ** 6n,
  canBuy: true,
  parcels: null,
})

const options = {
  goal: 'target',
  minCashBps: 0,
  flow: 0n,
  minTrade: 0n,
  feePpm: 0n,
  feeFixed: 0n,
  taxPpm: 0n,
  maxGain: null,
  coin: ONE / 100n,
} as const

it('leads into the bands where the cash does not reach the targets', () => {
  // A house without a target is a quarter of the portfolio.
  const bucket = (key: string, weightBps: number) => ({
    key,
    weightBps,
    minBps: weightBps - 500,
    maxBps: weightBps + 500,
  })
  const portfolio: TargetPortfolio = {
    buckets: [
      bucket('equity', 2500),
      bucket('commodity', 1500),
      bucket('etf', 2000),
      bucket('bond', 2000),
      bucket('fund', 2000),
    ],
    fixed: [{ bucket: 'real_estate', value: 466_783n * ONE }],
    securities: [
      held('equity', 1250n, 255.74),
      held('commodity', 1850n, 67.813),
      held('etf', 1900n, 92.4147),
      held('bond', 250n, 1038.0028),
      held('fund', 13_500_000n, 0.0119945),
    ],
    pots: [{ key: 'main/CHF', bucket: 'cash', amount: 399_929n * ONE }],
    countsCash: true,
    incomplete: new Set(),
    findPot: null,
  }
  const { problems, isWithinBands } = proposeOrders(portfolio, options)
  expect(problems).toEqual([])
  expect(isWithinBands).toBe(true)
})
