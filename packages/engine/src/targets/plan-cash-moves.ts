import type { TargetBucket } from './allocation.ts'
import {
  type CashMove,
  type CashPot,
  cashFloor,
  type Leg,
  type ProposalOptions,
  priceLeg,
  type TargetPortfolio,
} from './orders.ts'
import { type PotState, raiseCash } from './raise-cash.ts'
import { BPS, ceilDivide, floorDivide, largest, smallest } from './units.ts'

/** The costs of the sales of each bucket. */
type Costs = ReadonlyMap<string, bigint>

interface Side {
  readonly bucket: TargetBucket
  amount: bigint
  readonly lowest: bigint
  readonly highest: bigint
}

export interface CashPlan {
  readonly legs: Leg[]
  readonly moves: CashMove[]
}

const PASSES = 6

/**
 * Orders where cash belongs to the buckets, by currency or by custodian: cash is converted or transferred from buckets
 * above to buckets below their bands. Where a bucket lacks the cash to send, or all of them together the cash to keep,
 * holdings are sold first. Nothing is bought, since cash in the right bucket already counts.
 */
export function planCashMoves(portfolio: TargetPortfolio, options: ProposalOptions): CashPlan {
  let costs: Costs = new Map()
  let plan: CashPlan = { legs: [], moves: [] }
  for (let pass = 0; pass < PASSES; pass += 1) {
    const { base, sides } = listSides(portfolio, options, costs)
    plan = send(portfolio, options, balance(sides), cashFloor(options, base))
    const next = sumCosts(plan.legs, options)
    if (portfolio.buckets.every(({ key }) => next.get(key) === costs.get(key))) break
    costs = next
  }
  return plan
}

function sumCosts(legs: readonly Leg[], options: ProposalOptions): Costs {
  const costs = new Map<string, bigint>()
  for (const leg of legs) {
    const { fee, tax } = priceLeg(leg, options)
    const { bucket } = leg.security
    costs.set(bucket, (costs.get(bucket) ?? 0n) + fee + tax)
  }
  return costs
}

/** The pots after a planned flow: a deposit goes to the largest pot, a withdrawal is taken from the largest ones. */
export function potsAfterFlow(pots: readonly CashPot[], flow: bigint): PotState[] {
  const states = bySize(pots.map(pot => ({ ...pot })))
  if (flow > 0n && states[0]) states[0].amount += flow
  let left = -flow
  for (const pot of states) {
    if (left <= 0n) break
    const part = smallest(left, largest(0n, pot.amount))
    pot.amount -= part
    left -= part
  }
  // A withdrawal beyond the cash overdraws it, until something is sold.
  if (left > 0n && states[0]) states[0].amount -= left
  return states
}

function bySize(pots: PotState[]): PotState[] {
  return pots.sort((a, b) => (b.amount > a.amount ? 1 : b.amount < a.amount ? -1 : a.key < b.key ? -1 : 1))
}

/** What each bucket has to send (negative) or receive, and the limits of it; and the base before costs. */
function listSides(portfolio: TargetPortfolio, options: ProposalOptions, costs: Costs) {
  const values = new Map<string, bigint>()
  const cash = new Map<string, bigint>()
  const sellable = new Map<string, bigint>()
  const add = (map: Map<string, bigint>, key: string, value: bigint) =>
    map.set(key, (map.get(key) ?? 0n) + value)
  for (const { bucket, value } of portfolio.fixed) add(values, bucket, value)
  for (const { bucket, lots, lotValue } of portfolio.securities) {
    add(values, bucket, lots * lotValue)
    add(sellable, bucket, lots * lotValue)
  }
  for (const { bucket, amount } of potsAfterFlow(portfolio.pots, options.flow)) {
    add(values, bucket, amount)
    // What is sold fills an overdraft first.
    add(sellable, bucket, amount)
    if (amount > 0n) add(cash, bucket, amount)
  }
  const base = [...values.values()].reduce((sum, value) => sum + value, 0n)
  const whole = base - [...costs.values()].reduce((sum, cost) => sum + cost, 0n)
  const sides = portfolio.buckets.map(bucket => {
    const { key } = bucket
    // Costs of sales come out of the selling bucket.
    const value = (values.get(key) ?? 0n) - (costs.get(key) ?? 0n)
    const movable = largest(cash.get(key) ?? 0n, (sellable.get(key) ?? 0n) - (costs.get(key) ?? 0n))
    const canReceive = portfolio.pots.some(pot => portfolio.findPot?.(pot, key) != null)
    return measureSide(bucket, { whole, value, movable, canReceive }, options)
  })
  return { base, sides }
}

function measureSide(
  bucket: TargetBucket,
  {
    whole,
    value,
    movable,
    canReceive,
  }: { whole: bigint; value: bigint; movable: bigint; canReceive: boolean },
  { goal, coin }: ProposalOptions,
): Side {
  const min = ceilDivide(BigInt(bucket.minBps) * whole, BPS)
  const max = floorDivide(BigInt(bucket.maxBps) * whole, BPS)
  const aim = (BigInt(bucket.weightBps) * whole) / BPS
  const [low, high] = goal === 'target' ? [aim, aim] : [min, max]
  // Whole coins move: limits are rounded inwards, what is wanted outwards.
  const sendable = (-movable / coin) * coin
  const missing = ceilDivide(low - value, coin) * coin
  const excess = floorDivide(high - value, coin) * coin
  const wanted = value < low ? missing : value > high ? excess : 0n
  return {
    bucket,
    amount: wanted > 0n ? (canReceive ? wanted : 0n) : largest(wanted, sendable),
    lowest: smallest(0n, largest(ceilDivide(min - value, coin) * coin, sendable)),
    highest: canReceive ? largest(0n, floorDivide(max - value, coin) * coin) : 0n,
  }
}

/** Makes the amounts add up to 0: buckets that trade anyway first, then those with the most room. */
function balance(sides: Side[]): Side[] {
  const sum = sides.reduce((all, { amount }) => all + amount, 0n)
  const sign = sum > 0n ? -1n : 1n
  let left = sum * -sign
  const measureRoom = (side: Side) =>
    largest(0n, sign < 0n ? side.amount - side.lowest : side.highest - side.amount)
  const order = sides.toSorted((a, b) => {
    const trades = Number(b.amount * sign > 0n) - Number(a.amount * sign > 0n)
    return trades || (measureRoom(b) > measureRoom(a) ? 1 : -1)
  })
  for (const side of order) {
    if (left === 0n) break
    // A bucket that has to receive does not send, nor the other way round.
    if (side.amount * sign < 0n) continue
    const part = smallest(left, measureRoom(side))
    side.amount += part * sign
    left -= part
  }
  // What finds no counterpart is not moved.
  for (const side of order) {
    if (left === 0n) break
    if (side.amount * sign >= 0n) continue
    const part = smallest(left, -side.amount * sign)
    side.amount += part * sign
    left -= part
  }
  return sides
}

function send(
  portfolio: TargetPortfolio,
  options: ProposalOptions,
  sides: readonly Side[],
  floor: bigint,
): CashPlan {
  const pots = potsAfterFlow(portfolio.pots, options.flow)
  const senders = sides.filter(({ amount }) => amount < 0n).toSorted((a, b) => (a.amount < b.amount ? -1 : 1))
  const toSend = new Map(senders.map(({ bucket, amount }) => [bucket.key, -amount]))
  const legs = raiseCash(portfolio, options, pots, { toSend, floor })
  const receivers = sides.filter(({ amount }) => amount > 0n).map(side => ({ ...side, left: side.amount }))
  const moves: CashMove[] = []
  for (const { bucket, amount } of senders) {
    let left = -amount
    for (const pot of bySize(pots.filter(({ bucket: own }) => own === bucket.key)))
      for (const receiver of receivers) {
        const available = (largest(0n, pot.amount) / options.coin) * options.coin
        const part = smallest(smallest(left, receiver.left), available)
        const to = part > 0n ? portfolio.findPot?.(pot, receiver.bucket.key) : null
        if (!to) continue
        const { key, bucket: own } = pot
        moves.push({ kind: 'move', from: { key, bucket: own }, to, amount: part })
        pot.amount -= part
        left -= part
        receiver.left -= part
      }
  }
  return { legs, moves }
}
