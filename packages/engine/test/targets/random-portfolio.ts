import type { TargetBucket } from '../../src/targets/allocation.ts'
import {
  type CashPot,
  isOrderAllowed,
  type Leg,
  type ProposalOptions,
  realizedGain,
  type Security,
  sumAfter,
  type TargetPortfolio,
} from '../../src/targets/orders.ts'
import { largest } from '../../src/targets/units.ts'
import type { Draw } from '../random/draws.ts'

export interface RandomCase {
  readonly portfolio: TargetPortfolio
  readonly options: ProposalOptions
  /** Whether orders are known that lead into the bands: the proposal has to find some too. */
  readonly isPossible: boolean
}

const ONE = 10n ** 12n

function drawSecurities(draw: Draw, buckets: readonly string[], coarse: boolean): Security[] {
  const securities: Security[] = []
  for (const bucket of buckets)
    for (let index = 0; index <= draw(coarse ? 2 : 4); index += 1) {
      const lotValue = coarse
        ? BigInt(500 + draw(20_000)) * ONE
        : (BigInt(100 + draw(30_000)) * ONE) / 100n + BigInt(draw(1_000_000))
      const lots = coarse ? BigInt(draw(8)) : BigInt(draw(4_000))
      const half = lots / 2n
      const price = (lotValue * BigInt(50 + draw(100))) / 100n
      const parcels = [
        { quantity: half * ONE, cost: half * price },
        { quantity: (lots - half) * ONE, cost: (lots - half) * lotValue },
      ]
      securities.push({
        key: `${bucket}-${index}`,
        bucket,
        pot: `a${draw(3)}/${['CHF', 'USD'][draw(2)]}`,
        lots,
        lotValue,
        canBuy: true,
        parcels: draw(10) === 0 ? null : parcels,
      })
    }
  return securities
}

function drawOptions(draw: Draw): ProposalOptions {
  return {
    goal: draw(5) === 0 ? 'target' : 'bands',
    minCashBps: draw(3) === 0 ? draw(200) : 0,
    flow: draw(3) === 0 ? BigInt(draw(20_000) - 5_000) * ONE : 0n,
    minTrade: draw(2) === 0 ? BigInt(draw(1_000)) * ONE : 0n,
    feePpm: BigInt(draw(3) === 0 ? draw(3_000) : 0),
    feeFixed: draw(3) === 0 ? BigInt(draw(30)) * ONE : 0n,
    taxPpm: BigInt(draw(3) === 0 ? draw(250_000) : 0),
    maxGain: draw(3) === 0 ? BigInt(draw(30_000)) * ONE : null,
    coin: ONE / 100n,
  }
}

/** Random legs that the portfolio could execute: the state after them is possible. */
function drawWitness(draw: Draw, portfolio: TargetPortfolio, options: ProposalOptions): Leg[] {
  return portfolio.securities
    .filter(() => draw(2) === 0)
    .map(security => {
      const sold = security.lots > 0n && draw(2) === 0
      const size = Number(security.lots) || 10
      return { security, lots: sold ? -BigInt(1 + draw(size)) : BigInt(1 + draw(size)) }
    })
    .filter(({ security, lots }) => (lots < 0n ? -lots : lots) * security.lotValue >= options.minTrade)
}

/** Bands around a possible state. Weights are rounded to whole basis points, bands contain the state all the same. */
function drawBands(
  draw: Draw,
  values: ReadonlyMap<string, bigint>,
  base: bigint,
  slack: number,
): TargetBucket[] {
  const exact = [...values].map(([key, value]) => ({ key, floor: Number((value * 10_000n) / base) }))
  let missing = 10_000 - exact.reduce((sum, { floor }) => sum + floor, 0)
  return exact.map(({ key, floor }) => {
    const weightBps = floor + (missing > 0 ? 1 : 0)
    missing -= missing > 0 ? 1 : 0
    const width = slack + draw(400)
    return { key, weightBps, minBps: Math.max(0, floor - width), maxBps: Math.min(10_000, floor + 1 + width) }
  })
}

/**
 * What known orders realise if losses count only where the bucket shrinks: a proposal does not sell a holding for its
 * loss alone and buy another of the same bucket.
 */
function countedGain(legs: readonly Leg[]): bigint {
  const change = new Map<string, bigint>()
  for (const { security, lots } of legs)
    change.set(security.bucket, (change.get(security.bucket) ?? 0n) + lots * security.lotValue)
  return legs
    .filter(({ lots }) => lots < 0n)
    .map(({ security, lots }) => ({ bucket: security.bucket, gain: realizedGain(security, -lots) ?? 0n }))
    .filter(({ bucket, gain }) => gain > 0n || (change.get(bucket) ?? 0n) < 0n)
    .reduce((sum, { gain }) => sum + gain, 0n)
}

function drawPots(draw: Draw): CashPot[] {
  return ['a0/CHF', 'a1/USD', 'a2/CHF']
    .slice(0, 1 + draw(3))
    .map(key => ({ key, bucket: 'cash', amount: (BigInt(draw(8_000_000)) * ONE) / 100n }))
}

/** At times one bucket has a position without a value. */
function leaveIncomplete(
  draw: Draw,
  portfolio: TargetPortfolio,
  buckets: readonly string[],
): TargetPortfolio {
  const incomplete = new Set(draw(4) === 0 ? [buckets[draw(buckets.length)] ?? ''] : [])
  const securities = portfolio.securities.map(each => ({ ...each, canBuy: !incomplete.has(each.bucket) }))
  return { ...portfolio, securities, incomplete }
}

/** A portfolio and bands; `coarse` ones have few lots, so that the plan by amounts can miss. */
export function drawCase(draw: Draw, coarse: boolean): RandomCase {
  const names = ['equity', 'bond', 'etf', 'crypto', 'commodity'].slice(0, coarse ? 1 + draw(2) : 2 + draw(4))
  const options = drawOptions(draw)
  const portfolio: TargetPortfolio = {
    buckets: [],
    fixed: draw(2) === 0 ? [{ bucket: 'real_estate', value: BigInt(draw(50_000)) * ONE }] : [],
    securities: drawSecurities(draw, names, coarse),
    pots: drawPots(draw),
    countsCash: true,
    incomplete: new Set(),
    findPot: null,
  }
  const witness = drawWitness(draw, portfolio, options)
  const drawn = sumAfter(portfolio, options, witness, 'cash')
  const isReachable = drawn.cash >= 0n && drawn.base > 0n
  const { values, base, cash } = isReachable ? drawn : sumAfter(portfolio, options, [], 'cash')
  const hasBands = base > 0n && [...values.values()].every(value => value >= 0n)
  const buckets = hasBands ? drawBands(draw, values, base, coarse ? 0 : 20) : []
  const bound = leaveIncomplete(draw, { ...portfolio, buckets }, names)
  const isAllowed = witness.every(
    ({ security, lots }) =>
      (lots < 0n || !bound.incomplete.has(security.bucket)) && isOrderAllowed({ security, lots }, options),
  )
  const isPossible =
    hasBands &&
    isAllowed &&
    options.goal === 'bands' &&
    (options.maxGain === null || countedGain(isReachable ? witness : []) <= options.maxGain) &&
    cash * 10_000n >= BigInt(options.minCashBps) * base
  return { portfolio: bound, options, isPossible }
}

/** Most of the portfolio has no target, so the cash is too little for the bands: it pays for a part of what is missing. */
export function drawShortCase(draw: Draw): RandomCase {
  const { portfolio, options } = drawCase(draw, false)
  const { base, cash } = sumAfter(portfolio, options, [], 'cash')
  const names = [...new Set(portfolio.securities.map(({ bucket }) => bucket))].slice(0, 1 + draw(2))
  const cashBps = 200 + draw(600)
  const share = Math.floor((10_000 - cashBps) / names.length)
  const band = (key: string, weightBps: number, width: number): TargetBucket => ({
    key,
    weightBps,
    minBps: Math.max(0, weightBps - width),
    maxBps: weightBps + width,
  })
  return {
    portfolio: {
      ...portfolio,
      buckets: [...names.map(key => band(key, share, 500)), band('cash', cashBps, 100)],
      fixed: [...portfolio.fixed, { bucket: 'real_estate', value: largest(base, cash) }],
    },
    options: { ...options, flow: 0n },
    isPossible: false,
  }
}

/** A portfolio by currency, where cash belongs to the buckets. */
export function drawSpreadCase(draw: Draw): RandomCase {
  const { portfolio, options } = drawCase(draw, false)
  const { cash } = sumAfter(portfolio, options, [], 'cash')
  const currencies = ['CHF', 'USD', 'EUR']
  const currencyOf = (pot: string) => pot.slice(pot.indexOf('/') + 1)
  const weights = [2_000 + draw(3_000), 2_000 + draw(3_000)]
  const buckets = currencies.map((key, index) => {
    const weightBps = weights[index] ?? 10_000 - (weights[0] ?? 0) - (weights[1] ?? 0)
    const width = 50 + draw(500)
    return {
      key,
      weightBps,
      minBps: Math.max(0, weightBps - width),
      maxBps: Math.min(10_000, weightBps + width),
    }
  })
  const spread: TargetPortfolio = {
    buckets,
    fixed: portfolio.fixed.map(({ value }) => ({ bucket: 'GBP', value: value / 100n })),
    securities: portfolio.securities.map(each => ({ ...each, bucket: currencyOf(each.pot) })),
    pots: portfolio.pots.map(pot => ({ ...pot, bucket: currencyOf(pot.key) })),
    countsCash: true,
    incomplete: new Set(),
    findPot: (from, bucket) =>
      bound.incomplete.has(bucket)
        ? null
        : { key: `${from.key.slice(0, from.key.indexOf('/'))}/${bucket}`, bucket },
  }
  const bound = leaveIncomplete(draw, spread, currencies)
  return {
    portfolio: bound,
    options: draw(4) === 0 ? { ...options, flow: -cash - BigInt(draw(50_000)) * ONE } : options,
    isPossible: false,
  }
}
