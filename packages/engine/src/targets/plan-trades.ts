import type { TargetBucket } from './allocation.ts'
import {
  cashCeiling,
  cashFloor,
  isAcceptable,
  isOrderAllowed,
  type Leg,
  type Outcome,
  type ProposalOptions,
  type Security,
  sumAfter,
  type TargetPortfolio,
} from './orders.ts'
import { pickBuy, pickSales, pickWithinGains } from './pick-trades.ts'
import { spendCash } from './spend-cash.ts'
import { BPS, ceilDivide, floorDivide, largest, smallest } from './units.ts'

/** The trade of a bucket: positive amounts buy. `least` and `most` bound it, `amount` is wanted. */
interface Shift {
  readonly bucket: TargetBucket
  readonly securities: readonly Security[]
  amount: bigint
  /** Limits of the final amount: in band, and not more than can be sold. */
  readonly lowest: bigint
  readonly highest: bigint
}

/** Passes until the base, which the costs of the orders change, is stable. */
const PASSES = 24

/**
 * Trades that bring every bucket into its band, or to its target, with one cash bucket. Each bucket outside goes to the
 * near edge of its band. Cash pays first; only when it would fall below its band or floor are sales enlarged, then other
 * buckets sold, those with the most to spare first. Too much cash buys in the same way.
 */
export function planTrades(
  portfolio: TargetPortfolio,
  options: ProposalOptions,
  cashBucket: string,
): { legs: Leg[]; outcome: Outcome } {
  let plan = planWithin(portfolio, options, cashBucket, new Map())
  const first = plan
  if (options.maxGain === null || options.goal === 'target') return first
  // What a bucket could not sell for the limit of gains, others may.
  for (let attempt = 0; attempt < ATTEMPTS && plan.caps.size > 0; attempt += 1) {
    if (isAcceptable(portfolio, options, plan.outcome)) return plan
    plan = planWithin(portfolio, options, cashBucket, plan.caps)
  }
  return isAcceptable(portfolio, options, plan.outcome) ? plan : first
}

const ATTEMPTS = 3

interface Plan {
  legs: Leg[]
  outcome: Outcome
  /** What buckets can sell at most, those of which the limit of gains kept more. */
  caps: ReadonlyMap<string, bigint>
}

function planWithin(
  portfolio: TargetPortfolio,
  options: ProposalOptions,
  cashBucket: string,
  caps: ReadonlyMap<string, bigint>,
): Plan {
  let found = caps
  let outcome = sumAfter(portfolio, options, [], cashBucket)
  let legs: Leg[] = []
  /** By how much passes missed the cash, since orders are whole lots: to be raised, or spent if negative. */
  let missed = 0n
  let last = { miss: 0n, step: 0n }
  const before = outcome
  for (let pass = 0; pass < PASSES; pass += 1) {
    const shifts = listShifts(portfolio, options, before, outcome.base, cashBucket, caps)
    const planned = balanceCash(shifts, { portfolio, options, before, outcome, cashBucket, missed })
    legs = realize(shifts, planned, { portfolio, options, cashBucket })
    found = findCaps(shifts, legs, caps)
    const next = sumAfter(portfolio, options, legs, cashBucket)
    const { low, high } = cashLimits({ portfolio, options, before, outcome: next, cashBucket, missed })
    const cash = portfolio.countsCash ? (next.values.get(cashBucket) ?? 0n) : next.cash
    const floor = cashFloor(options, next.base)
    const short = largest(floor - next.cash, low === null ? floor - next.cash : low - cash)
    const excess = high === null ? 0n : cash - high
    const isStable = next.base === outcome.base && next.costs === outcome.costs && short <= 0n && excess <= 0n
    const miss = short > 0n ? short : -largest(0n, excess)
    last = { miss, step: isNearer(miss, last.miss) ? miss : last.step * 2n }
    missed += last.step
    outcome = next
    if (isStable || (options.goal === 'bands' && isAcceptable(portfolio, options, outcome))) break
  }
  const affordable = trimBuys(portfolio, options, legs, cashBucket)
  const isSpent =
    options.goal === 'target' ||
    !portfolio.countsCash ||
    isAcceptable(portfolio, options, sumAfter(portfolio, options, affordable, cashBucket))
  const spent = isSpent ? affordable : spendCash(portfolio, options, affordable, cashBucket)
  return { legs: spent, outcome: sumAfter(portfolio, options, spent, cashBucket), caps: found }
}

function findCaps(
  shifts: readonly Shift[],
  legs: readonly Leg[],
  caps: ReadonlyMap<string, bigint>,
): ReadonlyMap<string, bigint> {
  const found = new Map(caps)
  for (const { bucket, securities, amount } of shifts) {
    if (amount >= 0n) continue
    const sold = sumAmount(legs.filter(({ security, lots }) => lots < 0n && security.bucket === bucket.key))
    const lot = securities.reduce((high, { lotValue }) => largest(high, lotValue), 0n)
    if (sold + lot < -amount) found.set(bucket.key, sold)
  }
  return found
}

/** If a correction changed nothing, since it is less than a lot, it is doubled: that passes the size of any lot soon. */
function isNearer(miss: bigint, before: bigint): boolean {
  const isOtherSide = miss > 0n !== before > 0n || before === 0n
  return isOtherSide || (miss > 0n ? miss < before : miss > before)
}

/** Takes lots off the buys, the last first, until they do not overdraw the cash. */
function trimBuys(
  portfolio: TargetPortfolio,
  options: ProposalOptions,
  legs: readonly Leg[],
  cashBucket: string,
): Leg[] {
  const kept = [...legs]
  for (let place = kept.length - 1; place >= 0; place -= 1) {
    const { cash } = sumAfter(portfolio, options, kept, cashBucket)
    const leg = kept[place]
    if (cash >= 0n || !leg || leg.lots < 0n) continue
    const lots = leg.lots - ceilDivide(-cash, leg.security.lotValue)
    const trimmed = { ...leg, lots }
    if (lots > 0n && isOrderAllowed(trimmed, options)) kept[place] = trimmed
    else kept.splice(place, 1)
  }
  return kept
}

function listShifts(
  portfolio: TargetPortfolio,
  options: ProposalOptions,
  { values }: Outcome,
  base: bigint,
  cashBucket: string,
  caps: ReadonlyMap<string, bigint>,
): Shift[] {
  return portfolio.buckets
    .filter(({ key }) => key !== cashBucket)
    .map(bucket => {
      const securities = portfolio.securities.filter(security => security.bucket === bucket.key)
      const value = values.get(bucket.key) ?? 0n
      const min = ceilDivide(BigInt(bucket.minBps) * base, BPS)
      const max = floorDivide(BigInt(bucket.maxBps) * base, BPS)
      const whole = securities.reduce((sum, { lots, lotValue }) => sum + lots * lotValue, 0n)
      const held = smallest(whole, caps.get(bucket.key) ?? whole)
      const aim = (BigInt(bucket.weightBps) * base) / BPS
      const [low, high] = options.goal === 'target' ? [aim, aim] : [min, max]
      const wanted = value < low ? low - value : value > high ? high - value : 0n
      const canBuy = securities.some(security => security.canBuy)
      return {
        bucket,
        securities,
        amount: largest(canBuy || wanted < 0n ? wanted : 0n, -held),
        lowest: largest(min - value, -held),
        highest: canBuy ? max - value : smallest(0n, max - value),
      }
    })
}

interface CashContext {
  readonly portfolio: TargetPortfolio
  readonly options: ProposalOptions
  readonly before: Outcome
  /** Of the pass before: its base and costs. */
  readonly outcome: Outcome
  readonly cashBucket: string
  readonly missed: bigint
}

/** The band of the cash bucket in money, of a strategy the most cash it may leave; null without one. */
function cashLimits({ portfolio, outcome: { base }, cashBucket }: CashContext) {
  if (!portfolio.countsCash) return { low: null, high: cashCeiling(portfolio, base) }
  const target = portfolio.buckets.find(({ key }) => key === cashBucket)
  if (!target) return { low: null, high: null }
  return {
    low: ceilDivide(BigInt(target.minBps) * base, BPS),
    high: floorDivide(BigInt(target.maxBps) * base, BPS),
  }
}

/**
 * Enlarges or adds trades until the cash is in its band and above its floor.
 *
 * @returns the securities of the cash bucket to sell: they raise cash without changing the bucket.
 */
function balanceCash(shifts: readonly Shift[], context: CashContext): bigint {
  const { portfolio, options, before, outcome, cashBucket, missed } = context
  const traded = shifts.reduce((sum, { amount }) => sum + amount, 0n)
  const cash = before.cash - traded - outcome.costs
  const held = portfolio.countsCash ? (before.values.get(cashBucket) ?? 0n) : before.cash
  const value = held - traded - outcome.costs
  const { low, high } = cashLimits(context)
  const forFloor = cashFloor(options, outcome.base) - cash + largest(0n, missed)
  const forBand = low === null ? forFloor : low - value + largest(0n, missed)
  const missing = largest(0n, largest(forFloor, forBand))
  if (missing === 0n) {
    spread(shifts, high === null ? 0n : largest(0n, value - high - smallest(0n, missed)))
    return 0n
  }
  const raised = spread(shifts, high === null ? -missing : -smallest(missing, largest(0n, high - value)))
  const beside = portfolio.securities
    .filter(({ bucket }) => bucket === cashBucket)
    .reduce((sum, { lots, lotValue }) => sum + lots * lotValue, 0n)
  const sales = smallest(largest(0n, forFloor - raised), beside)
  // What cannot be raised is not spent: buys shrink, the largest first.
  const unraised = largest(forFloor - raised - sales, low === null ? 0n : forBand - raised)
  reduceBuys(shifts, largest(0n, unraised))
  return sales
}

function reduceBuys(shifts: readonly Shift[], amount: bigint): void {
  let left = amount
  for (const shift of shifts.toSorted((a, b) => (a.amount < b.amount ? 1 : -1))) {
    const part = smallest(left, largest(0n, shift.amount))
    shift.amount -= part
    left -= part
  }
}

/**
 * Spreads an amount over the buckets within their limits: first those that trade in this direction anyway, then those
 * with the most room, so that the fewest are added.
 *
 * @returns the magnitude that found room.
 */
function spread(shifts: readonly Shift[], amount: bigint): bigint {
  const sign = amount < 0n ? -1n : 1n
  let left = amount * sign
  const measureRoom = ({ amount: now, lowest, highest }: Shift) =>
    largest(0n, sign < 0n ? now - lowest : highest - now)
  const trades = (shift: Shift) => shift.amount * sign > 0n
  const order = shifts.toSorted((a, b) => {
    if (trades(a) !== trades(b)) return trades(a) ? -1 : 1
    const difference = measureRoom(b) - measureRoom(a)
    return difference > 0n ? 1 : difference < 0n ? -1 : 0
  })
  for (const shift of order) {
    if (left === 0n) break
    const part = smallest(left, measureRoom(shift))
    shift.amount += part * sign
    left -= part
  }
  return amount * sign - left
}

/** What a bucket should sell: `wanted` as nearly as its lots allow, at most `most`. */
interface Sale {
  readonly securities: readonly Security[]
  readonly wanted: bigint
  readonly most: bigint
}

/** The orders of the shifts, sales first: they share what may still be realised, so those with losses come first. */
function realize(
  shifts: readonly Shift[],
  cashSales: bigint,
  {
    portfolio,
    options,
    cashBucket,
  }: { portfolio: TargetPortfolio; options: ProposalOptions; cashBucket: string },
): Leg[] {
  const sales: Sale[] = shifts
    .filter(({ amount }) => amount < 0n)
    .map(({ securities, amount, lowest }) => ({
      securities,
      wanted: -amount,
      most: largest(-amount, -lowest),
    }))
  if (cashSales > 0n) {
    const beside = portfolio.securities.filter(({ bucket }) => bucket === cashBucket)
    const held = beside.reduce((sum, { lots, lotValue }) => sum + lots * lotValue, 0n)
    sales.push({ securities: beside, wanted: cashSales, most: held })
  }
  const legs = sellWithinGains(sales, portfolio, options)
  for (const { securities, amount, highest } of shifts) {
    if (amount <= 0n) continue
    const most = options.goal === 'target' ? amount : largest(amount, highest)
    const buy = pickBuy(securities, { least: 1n, wanted: amount, most }, options)
    if (buy) legs.push(buy)
  }
  return legs
}

function sellWithinGains(
  sales: readonly Sale[],
  portfolio: TargetPortfolio,
  options: ProposalOptions,
): Leg[] {
  const measureGain = (legs: readonly Leg[]) =>
    sumAfter({ ...portfolio, fixed: [], pots: [] }, options, legs, null).gain
  const { maxGain } = options
  if (maxGain === null) return sales.flatMap(sale => pickNearest(sale, options, null))
  // With everything that may be realised: the order in which the sales need it least.
  const freely = sales.map(sale => ({ sale, gain: measureGain(pickNearest(sale, options, UNLIMITED)) }))
  const legs: Leg[] = []
  for (const { sale } of freely.toSorted((a, b) => (a.gain < b.gain ? -1 : a.gain > b.gain ? 1 : 0)))
    legs.push(...pickNearest(sale, options, maxGain - measureGain(legs)))
  return legs
}

/** More than any gain, where costs still have to be known. */
const UNLIMITED = 10n ** 60n

/** What lots cannot hit exactly may miss by one lot, and what is locked or limited may fall short. */
function pickNearest(
  { securities, wanted, most }: Sale,
  options: ProposalOptions,
  gainLeft: bigint | null,
): Leg[] {
  const lot = securities.reduce((high, { lotValue }) => largest(high, lotValue), 0n)
  const found =
    pickSales(securities, { least: wanted, wanted, most }, options, gainLeft) ??
    pickSales(securities, { least: largest(1n, wanted - lot), wanted, most }, options, gainLeft)
  if (found) return found
  const partly = pickSales(securities, { least: 1n, wanted, most }, options, gainLeft) ?? []
  if (gainLeft === null) return partly
  const limited = pickWithinGains(securities, { least: 1n, wanted, most }, options, gainLeft)
  return sumAmount(limited) > sumAmount(partly) ? limited : partly
}

function sumAmount(legs: readonly Leg[]): bigint {
  return legs.reduce((sum, { security, lots }) => sum - lots * security.lotValue, 0n)
}
