import { bandState } from './allocation.ts'
import {
  cashFloor,
  type Leg,
  type Outcome,
  type ProposalOptions,
  sumAfter,
  type TargetPortfolio,
} from './orders.ts'
import { pickBuy, type Range } from './pick-trades.ts'
import { BPS, ceilDivide, floorDivide, largest, smallest } from './units.ts'

/**
 * Buys for buckets below their bands from cash that a plan left over: where sales fall short of what was planned, for a
 * limit of gains, less cash is needed for the bands than the plan kept. Buys of the plan are enlarged.
 */
export function spendCash(
  portfolio: TargetPortfolio,
  options: ProposalOptions,
  planned: readonly Leg[],
  cashBucket: string,
): Leg[] {
  let legs = [...planned]
  for (const bucket of portfolio.buckets) {
    if (bucket.key === cashBucket) continue
    const outcome = sumAfter(portfolio, options, legs, cashBucket)
    const value = outcome.values.get(bucket.key) ?? 0n
    if (outcome.base <= 0n || bandState(bucket, value, outcome.base) !== 'below') continue
    const wanted = ceilDivide(BigInt(bucket.minBps) * outcome.base, BPS) - value
    const room = floorDivide(BigInt(bucket.maxBps) * outcome.base, BPS) - value
    const most = smallest(room, affordable(portfolio, options, outcome, cashBucket))
    if (most > 0n) legs = buyMore(portfolio, options, legs, bucket.key, { least: 1n, wanted, most })
  }
  return legs
}

/** What can be spent on one more order with its fee, above the cash to keep and the lower edge of its band. */
function affordable(
  { buckets }: TargetPortfolio,
  options: ProposalOptions,
  { base, cash, values }: Outcome,
  cashBucket: string,
): bigint {
  const band = buckets.find(({ key }) => key === cashBucket)
  const aboveFloor = cash - cashFloor(options, base)
  const aboveBand = band
    ? (values.get(cashBucket) ?? 0n) - ceilDivide(BigInt(band.minBps) * base, BPS)
    : aboveFloor
  const spare = smallest(aboveFloor, aboveBand) - options.feeFixed - options.coin
  return (largest(0n, spare) * 1_000_000n) / (1_000_000n + options.feePpm)
}

function buyMore(
  { securities }: TargetPortfolio,
  options: ProposalOptions,
  legs: Leg[],
  bucket: string,
  range: Range,
): Leg[] {
  const place = legs.findIndex(({ security, lots }) => security.bucket === bucket && lots > 0n)
  const known = legs[place]
  if (known) {
    const { lotValue } = known.security
    const more = smallest(ceilDivide(range.wanted, lotValue), range.most / lotValue)
    return legs.with(place, { ...known, lots: known.lots + more })
  }
  const untraded = securities.filter(
    security => security.bucket === bucket && !legs.some(leg => leg.security.key === security.key),
  )
  const buy = pickBuy(untraded, range, options)
  return buy ? [...legs, buy] : legs
}
