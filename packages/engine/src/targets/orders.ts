import { bandState, type TargetBucket } from './allocation.ts'
import { applyRate, BPS, largest } from './units.ts'

/** A tax lot in the order in which a sale takes it. Quantity in lots of the order, scaled like money. */
export interface Parcel {
  readonly quantity: bigint
  readonly cost: bigint
}

/** A position that can be bought and sold in whole lots. */
export interface Security {
  readonly key: string
  readonly bucket: string
  /** The cash that its trades settle in. */
  readonly pot: string
  /** Whole lots held; what is held beyond them is part of `fixed`. */
  readonly lots: bigint
  readonly lotValue: bigint
  /** False in a bucket that is incomplete. */
  readonly canBuy: boolean
  /** What sales take first to last; null when the cost is unknown. */
  readonly parcels: readonly Parcel[] | null
}

/** Cash of one account in one currency. */
export interface CashPot {
  readonly key: string
  readonly bucket: string
  readonly amount: bigint
}

/** What a proposal starts from. All amounts in units of the reporting currency. */
export interface TargetPortfolio {
  readonly buckets: readonly TargetBucket[]
  /** Values that no order changes: locked, illiquid, short, odd lots. */
  readonly fixed: readonly { readonly bucket: string; readonly value: bigint }[]
  readonly securities: readonly Security[]
  readonly pots: readonly CashPot[]
  /** Whether cash is part of the base. For a strategy it is not: its orders pay for each other. */
  readonly countsCash: boolean
  /** Buckets that hold more than is known. */
  readonly incomplete: ReadonlySet<string>
  /** Buckets by currency or custodian: cash belongs to them, and is moved between them. Null for a bucket that takes no cash. */
  readonly findPot: ((from: CashPot, bucket: string) => Omit<CashPot, 'amount'> | null) | null
}

export interface ProposalOptions {
  readonly goal: 'bands' | 'target'
  /** Cash to keep, in basis points of the base. */
  readonly minCashBps: number
  /** A planned deposit, or a withdrawal if negative. */
  readonly flow: bigint
  readonly minTrade: bigint
  readonly feePpm: bigint
  readonly feeFixed: bigint
  readonly taxPpm: bigint
  /** Highest sum of realised gains less losses; null for no limit. */
  readonly maxGain: bigint | null
  /** The smallest coin of the reporting currency, which fees and taxes are rounded to. */
  readonly coin: bigint
}

export interface Trade {
  readonly kind: 'buy' | 'sell'
  readonly security: Security
  readonly lots: bigint
  readonly amount: bigint
  readonly fee: bigint
  /** Realised by a sale, before its costs; null when the cost is unknown, and for a buy. */
  readonly gain: bigint | null
  readonly tax: bigint
  /** The cash it pays (negative) or receives, by pot; costs included. */
  readonly cash: readonly { readonly pot: string; readonly amount: bigint }[]
}

/** Cash converted to another currency, or transferred to another custodian. */
export interface CashMove {
  readonly kind: 'move'
  readonly from: Omit<CashPot, 'amount'>
  readonly to: Omit<CashPot, 'amount'>
  readonly amount: bigint
}

export type Order = Trade | CashMove

/** A trade of a security before its cash is assigned. Positive lots buy, negative lots sell. */
export interface Leg {
  readonly security: Security
  readonly lots: bigint
}

/**
 * The gain of selling a number of lots: proceeds less the cost of the tax lots taken, in their order.
 *
 * @returns null when the cost is unknown.
 */
export function realizedGain({ parcels, lotValue }: Security, lots: bigint): bigint | null {
  if (parcels === null) return null
  let left = lots * LOT
  let cost = 0n
  for (const parcel of parcels) {
    const taken = left < parcel.quantity ? left : parcel.quantity
    cost += parcel.quantity === 0n ? 0n : (parcel.cost * taken) / parcel.quantity
    left -= taken
    if (left === 0n) break
  }
  return lots * lotValue - cost
}

/** One lot in the unit of parcel quantities. */
export const LOT = 10n ** 12n

/** Fee of an order: a rate of its amount and a fixed part. */
export function orderFee(amount: bigint, { feePpm, feeFixed, coin }: ProposalOptions): bigint {
  return applyRate(amount, feePpm, coin) + feeFixed
}

/** Tax of a sale: the rate on its gain. A loss pays none, and does not reduce that of another order. */
export function orderTax(gain: bigint | null, { taxPpm, coin }: ProposalOptions): bigint {
  return gain === null || gain <= 0n ? 0n : applyRate(gain, taxPpm, coin)
}

/** What an order costs and realises. */
export function priceLeg({ security, lots }: Leg, options: ProposalOptions) {
  const amount = (lots < 0n ? -lots : lots) * security.lotValue
  const gain = lots < 0n ? realizedGain(security, -lots) : null
  return { amount, fee: orderFee(amount, options), gain, tax: orderTax(gain, options) }
}

/** The portfolio after legs and flow. */
export interface Outcome {
  readonly values: ReadonlyMap<string, bigint>
  readonly base: bigint
  readonly cash: bigint
  readonly costs: bigint
  readonly gain: bigint
}

/** Sums the portfolio after trades: values by bucket, the base, cash and costs. Cash of trades goes to `cashBucket`. */
export function sumAfter(
  portfolio: TargetPortfolio,
  options: ProposalOptions,
  legs: readonly Leg[],
  cashBucket: string | null,
): Outcome {
  const values = new Map<string, bigint>()
  const add = (bucket: string, value: bigint) => values.set(bucket, (values.get(bucket) ?? 0n) + value)
  let cash = options.flow
  let costs = 0n
  let gain = 0n
  for (const { bucket, value } of portfolio.fixed) add(bucket, value)
  for (const { bucket, lots, lotValue } of portfolio.securities) add(bucket, lots * lotValue)
  for (const { bucket, amount } of portfolio.pots) {
    cash += amount
    if (portfolio.countsCash) add(bucket, amount)
  }
  let moved = options.flow
  for (const leg of legs) {
    const priced = priceLeg(leg, options)
    const signed = leg.lots < 0n ? -priced.amount : priced.amount
    add(leg.security.bucket, signed)
    moved -= signed + priced.fee + priced.tax
    cash -= signed + priced.fee + priced.tax
    costs += priced.fee + priced.tax
    gain += priced.gain ?? 0n
  }
  if (portfolio.countsCash && cashBucket !== null) add(cashBucket, moved)
  const base = [...values.values()].reduce((sum, value) => sum + value, 0n)
  return { values, base, cash, costs, gain }
}

/** Cash to keep, from the base. */
export function cashFloor({ minCashBps }: ProposalOptions, base: bigint): bigint {
  return largest(0n, (BigInt(minCashBps) * base + BPS - 1n) / BPS)
}

/**
 * The most cash that orders may leave; null for no limit. The cash of a strategy is not part of it: proceeds are
 * invested again, up to half a percent or one lot.
 */
export function cashCeiling({ countsCash, securities }: TargetPortfolio, base: bigint): bigint | null {
  if (countsCash) return null
  return securities.reduce((high, { lotValue }) => largest(high, lotValue), base / 200n)
}

/** Whether an outcome is in every band, keeps the cash and realises no more than allowed. */
export function isAcceptable(
  portfolio: TargetPortfolio,
  options: ProposalOptions,
  { values, base, cash, gain }: Outcome,
): boolean {
  const most = cashCeiling(portfolio, base)
  return (
    base > 0n &&
    cash >= cashFloor(options, base) &&
    (most === null || cash <= most) &&
    (options.maxGain === null || gain <= options.maxGain) &&
    portfolio.buckets.every(bucket => bandState(bucket, values.get(bucket.key) ?? 0n, base) === 'within')
  )
}

/** Whether single orders respect the minimum size and what is held. */
export function isOrderAllowed({ security, lots }: Leg, { minTrade, maxGain }: ProposalOptions): boolean {
  const size = (lots < 0n ? -lots : lots) * security.lotValue
  if (lots === 0n || size < minTrade) return false
  if (lots > 0n) return security.canBuy
  return -lots <= security.lots && (maxGain === null || security.parcels !== null)
}
