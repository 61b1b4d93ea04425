import type { TargetBucket } from './allocation.ts'
import {
  type CashMove,
  type CashPot,
  type Leg,
  type ProposalOptions,
  priceLeg,
  type Security,
  type TargetPortfolio,
} from './orders.ts'
import { pickSales } from './pick-trades.ts'
import { BPS, ceilDivide, floorDivide, largest, smallest } from './units.ts'

interface Side {
  readonly bucket: TargetBucket
  amount: bigint
  readonly lowest: bigint
  readonly highest: bigint
}

type PotState = Omit<CashPot, 'amount'> & { amount: bigint }

export interface CashPlan {
  readonly legs: Leg[]
  readonly moves: CashMove[]
}

const PASSES = 6

/**
 * Orders where cash belongs to the buckets, by currency or by custodian: cash is converted or transferred from buckets
 * above to buckets below their bands. Where a bucket lacks the cash to send, its largest holdings are sold first. Nothing
 * is bought, since cash in the right bucket already counts.
 */
export function planCashMoves(portfolio: TargetPortfolio, options: ProposalOptions): CashPlan {
  let costs = 0n
  let plan: CashPlan = { legs: [], moves: [] }
  for (let pass = 0; pass < PASSES; pass += 1) {
    const sides = balance(listSides(portfolio, options, costs))
    plan = send(portfolio, options, sides)
    const next = plan.legs.reduce((sum, leg) => {
      const { fee, tax } = priceLeg(leg, options)
      return sum + fee + tax
    }, 0n)
    if (next === costs) break
    costs = next
  }
  return plan
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

/** What each bucket has to send (negative) or receive, and the limits of it. */
function listSides(portfolio: TargetPortfolio, options: ProposalOptions, costs: bigint): Side[] {
  const values = new Map<string, bigint>()
  const movable = new Map<string, bigint>()
  const add = (map: Map<string, bigint>, key: string, value: bigint) =>
    map.set(key, (map.get(key) ?? 0n) + value)
  for (const { bucket, value } of portfolio.fixed) add(values, bucket, value)
  for (const { bucket, lots, lotValue } of portfolio.securities) {
    add(values, bucket, lots * lotValue)
    add(movable, bucket, lots * lotValue)
  }
  for (const { bucket, amount } of potsAfterFlow(portfolio.pots, options.flow)) {
    add(values, bucket, amount)
    if (amount > 0n) add(movable, bucket, amount)
  }
  const base = [...values.values()].reduce((sum, value) => sum + value, 0n) - costs
  return portfolio.buckets.map(bucket => {
    const value = values.get(bucket.key) ?? 0n
    const min = ceilDivide(BigInt(bucket.minBps) * base, BPS)
    const max = floorDivide(BigInt(bucket.maxBps) * base, BPS)
    const aim = (BigInt(bucket.weightBps) * base) / BPS
    const [low, high] = options.goal === 'target' ? [aim, aim] : [min, max]
    const canReceive = portfolio.pots.some(pot => portfolio.findPot?.(pot, bucket.key) != null)
    // Whole coins move: limits are rounded inwards, what is wanted outwards.
    const { coin } = options
    const sendable = (-(movable.get(bucket.key) ?? 0n) / coin) * coin
    const missing = ceilDivide(low - value, coin) * coin
    const excess = floorDivide(high - value, coin) * coin
    const wanted = value < low ? missing : value > high ? excess : 0n
    return {
      bucket,
      amount: wanted > 0n ? (canReceive ? wanted : 0n) : largest(wanted, sendable),
      // Costs of sales come out of the sending bucket.
      lowest: smallest(0n, largest(ceilDivide(min - value + costs, coin) * coin, sendable)),
      highest: canReceive ? largest(0n, floorDivide(max - value, coin) * coin) : 0n,
    }
  })
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

function send(portfolio: TargetPortfolio, options: ProposalOptions, sides: readonly Side[]): CashPlan {
  const pots = potsAfterFlow(portfolio.pots, options.flow)
  const senders = sides.filter(({ amount }) => amount < 0n).toSorted((a, b) => (a.amount < b.amount ? -1 : 1))
  const legs: Leg[] = []
  for (const { bucket, amount } of senders)
    legs.push(...sellFor(portfolio, options, pots, bucket.key, -amount))
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

/** Sales of a bucket whose cash does not suffice. Their proceeds stay in it until they are moved. */
function sellFor(
  portfolio: TargetPortfolio,
  options: ProposalOptions,
  pots: PotState[],
  bucket: string,
  amount: bigint,
): Leg[] {
  const cash = pots.reduce((sum, pot) => (pot.bucket === bucket ? sum + largest(0n, pot.amount) : sum), 0n)
  const missing = amount - cash
  if (missing <= 0n) return []
  const securities = portfolio.securities.filter(security => security.bucket === bucket)
  const held = securities.reduce((sum, { lots, lotValue }) => sum + lots * lotValue, 0n)
  const rates = 1_000_000n - options.feePpm - options.taxPpm
  const wanted = (missing * 1_000_000n) / largest(1n, rates) + options.feeFixed * 2n
  const sales =
    pickSales(securities, { least: missing, wanted, most: held }, options, options.maxGain) ??
    pickSales(securities, { least: 1n, wanted, most: held }, options, options.maxGain) ??
    []
  for (const leg of sales) settle(pots, leg.security, leg, options)
  return sales
}

function settle(pots: PotState[], { pot: key, bucket }: Security, leg: Leg, options: ProposalOptions): void {
  const { amount, fee, tax } = priceLeg(leg, options)
  const known = pots.find(pot => pot.key === key)
  if (known) known.amount += amount - fee - tax
  else pots.push({ key, bucket, amount: amount - fee - tax })
}
