import {
  isAcceptable,
  isOrderAllowed,
  type Leg,
  type ProposalOptions,
  type Security,
  sumAfter,
  type TargetPortfolio,
} from './orders.ts'
import { BPS, ceilDivide, floorDivide, largest, smallest } from './units.ts'

interface Search {
  readonly portfolio: TargetPortfolio
  readonly options: ProposalOptions
  readonly cashBucket: string
  readonly securities: readonly Security[]
  readonly limits: ReadonlyMap<string, { low: bigint; high: bigint }>
  readonly values: ReadonlyMap<string, bigint>
  /** Nodes that may still be visited. */
  nodes: number
}

/**
 * Searches the fewest trades that land in every band by trying all combinations of lots, with ever more orders. Complete
 * for portfolios with few and coarse lots, where a plan by amounts can miss a combination that fits; for others it
 * gives up after `steps`.
 *
 * @returns the trades, or null when there are none with at most `most` orders, or none were found within
 * `steps`.
 */
export function searchTrades(
  portfolio: TargetPortfolio,
  options: ProposalOptions,
  cashBucket: string,
  { least, most, steps }: { least: number; most: number; steps: number },
): Leg[] | null {
  const before = sumAfter(portfolio, options, [], cashBucket)
  const securities = portfolio.securities
    .filter(({ bucket, lotValue }) => lotValue > 0n && (bucket === cashBucket || hasBand(portfolio, bucket)))
    .toSorted((a, b) => (a.bucket < b.bucket ? -1 : a.bucket > b.bucket ? 1 : a.key < b.key ? -1 : 1))
  const search: Search = {
    portfolio,
    options,
    cashBucket,
    securities,
    limits: listLimits(portfolio, options, before.base),
    values: before.values,
    nodes: steps,
  }
  for (let count = least; count <= Math.min(most, securities.length) && search.nodes > 0; count += 1) {
    const found = visit(search, 0, [], count)
    if (found) return found
  }
  return null
}

function hasBand({ buckets }: TargetPortfolio, key: string): boolean {
  return buckets.some(bucket => bucket.key === key)
}

/** The widest bands in money: costs lower the base, and so does the cash that orders of a strategy leave. */
function listLimits(
  { buckets, countsCash }: TargetPortfolio,
  { feePpm, taxPpm, feeFixed, flow }: ProposalOptions,
  base: bigint,
): Search['limits'] {
  const costs = ((feePpm * 2n + taxPpm) * base) / 1_000_000n + feeFixed * BigInt(buckets.length * 4)
  const whole = countsCash ? base : base + flow
  const lowest = largest(0n, (countsCash ? whole : (whole * 3n) / 4n) - costs)
  const highest = whole
  return new Map(
    buckets.map(({ key, minBps, maxBps }) => [
      key,
      {
        low: ceilDivide(BigInt(minBps) * lowest, BPS),
        high: floorDivide(BigInt(maxBps) * highest, BPS),
      },
    ]),
  )
}

function visit(search: Search, place: number, legs: readonly Leg[], left: number): Leg[] | null {
  search.nodes -= 1
  if (search.nodes <= 0) return null
  const { portfolio, options, cashBucket, securities } = search
  const security = securities[place]
  if (left === 0 || !security) {
    if (left > 0 || !isLanded(search, legs, null)) return null
    return isAcceptable(portfolio, options, sumAfter(portfolio, options, legs, cashBucket)) ? [...legs] : null
  }
  const isNewBucket = place > 0 && securities[place - 1]?.bucket !== security.bucket
  if (isNewBucket && !isLanded(search, legs, securities[place - 1]?.bucket ?? null)) return null
  const skipped = visit(search, place + 1, legs, left)
  if (skipped) return skipped
  for (const lots of listLots(search, place, legs, left)) {
    const leg = { security, lots }
    if (!isOrderAllowed(leg, options)) continue
    const found = visit(search, place + 1, [...legs, leg], left - 1)
    if (found || search.nodes <= 0) return found
  }
  return null
}

/** The value of a bucket after legs; that of the cash bucket depends on all of them. */
function valueAfter({ values }: Search, bucket: string, legs: readonly Leg[]): bigint {
  return legs.reduce(
    (sum, { security, lots }) => (security.bucket === bucket ? sum + lots * security.lotValue : sum),
    values.get(bucket) ?? 0n,
  )
}

/** Whether one bucket, or every bucket, is within its widest band. */
function isLanded(search: Search, legs: readonly Leg[], only: string | null): boolean {
  for (const [bucket, { low, high }] of search.limits) {
    if (bucket === search.cashBucket || (only !== null && bucket !== only)) continue
    const value = valueAfter(search, bucket, legs)
    if (value < low || value > high) return false
  }
  return true
}

/** The lots a security may trade, smallest trades first. If it is the last of its bucket, only those that land in it. */
function* listLots(search: Search, place: number, legs: readonly Leg[], left: number): Generator<bigint> {
  const security = search.securities[place] as Security
  const { lots: held, lotValue, bucket } = security
  const limit = bucket === search.cashBucket ? undefined : search.limits.get(bucket)
  const value = valueAfter(search, bucket, legs)
  const isLast = left === 1 || search.securities[place + 1]?.bucket !== bucket
  const room = limit
    ? floorDivide(limit.high - value + (isLast ? 0n : sellableAfter(search, place)), lotValue)
    : 0n
  const highest = security.canBuy ? room : smallest(0n, room)
  const lowest = limit && isLast ? largest(-held, ceilDivide(limit.low - value, lotValue)) : -held
  if (lowest > highest) return
  const start = smallest(largest(0n, lowest), highest)
  for (let step = 0n; ; step += 1n) {
    const up = start + step
    const down = start - step
    if (up > highest && down < lowest) return
    if (up <= highest) yield up
    if (step > 0n && down >= lowest) yield down
  }
}

/** What sales of the later securities of the bucket could make room for. */
function sellableAfter({ securities }: Search, place: number): bigint {
  const bucket = securities[place]?.bucket
  let value = 0n
  for (const security of securities.slice(place + 1))
    if (security.bucket === bucket) value += security.lots * security.lotValue
  return value
}
