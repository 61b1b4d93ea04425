import { type BandState, type BucketDrift, measureDrift, type TargetBucket } from './allocation.ts'
import type { CashPot, Order, ProposalOptions, Security, TargetPortfolio } from './orders.ts'
import { type CashPlace, potKey, toPlace } from './pot-keys.ts'
import { type ProposalProblem, proposeOrders } from './proposal.ts'
import { fromUnits, toPpm, toUnits } from './units.ts'

/** A valued position. Money in the reporting currency. */
export interface AllocatedPosition {
  readonly key: string
  readonly bucket: string
  readonly value: number
  /** Null for a position that no order may touch. */
  readonly trade: {
    readonly account: string
    readonly currency: string
    /** Units held, above 0. */
    readonly quantity: number
    /** Orders are whole multiples of it. */
    readonly lotSize: number
    /** Tax lots in the order in which a sale takes them; null when their cost is unknown. */
    readonly lots: readonly { readonly quantity: number; readonly cost: number }[] | null
  } | null
}

/** Cash of an account in a currency. An account without a balance can receive if it is listed with 0. */
export interface AllocatedCash {
  readonly account: string
  readonly currency: string
  readonly bucket: string
  readonly value: number
}

/** What is compared with a target. Positions without a value are left out by the caller. */
export interface Allocation {
  readonly targets: readonly TargetBucket[]
  readonly positions: readonly AllocatedPosition[]
  readonly cash: readonly AllocatedCash[]
  /** Whether cash is one bucket for all, or part of the buckets by currency or custodian. */
  readonly cashBy: 'one' | 'currency' | 'custodian'
  /** False for a strategy, whose orders pay for each other. */
  readonly countsCash: boolean
  /** Buckets with a position without a value: they hold more than is known, so nothing is added to them. */
  readonly incomplete?: ReadonlySet<string>
}

/** Money in the reporting currency, rates as fractions. */
export interface RebalanceOptions {
  readonly goal: 'bands' | 'target'
  /** Share of the base to keep in cash. */
  readonly minCash: number
  readonly flow: number
  readonly minTrade: number
  readonly feeRate: number
  readonly feeFixed: number
  readonly taxRate: number
  readonly maxGain: number | null
  /** Decimals of the reporting currency. */
  readonly decimals: number
}

/** A bucket against its target. Money in the reporting currency, weights and drift as fractions. */
export interface BucketFigures {
  readonly key: string
  readonly target: TargetBucket | null
  readonly value: number
  readonly weight: number | null
  readonly drift: number | null
  readonly driftValue: number | null
  readonly state: BandState
}

export type ProposedOrder =
  | {
      readonly kind: 'buy' | 'sell'
      readonly key: string
      readonly quantity: number
      readonly amount: number
      readonly fee: number
      readonly tax: number
      readonly gain: number | null
      /** Paid (negative) or received, costs included. */
      readonly cash: readonly (CashPlace & { readonly amount: number })[]
    }
  | { readonly kind: 'move'; readonly from: CashPlace; readonly to: CashPlace; readonly amount: number }

export interface Rebalancing {
  readonly orders: readonly ProposedOrder[]
  readonly before: readonly BucketFigures[]
  readonly after: readonly BucketFigures[]
  readonly baseBefore: number
  readonly baseAfter: number
  readonly cashBefore: number
  readonly cashAfter: number
  readonly fees: number
  readonly taxes: number
  readonly gain: number
  readonly isWithinBands: boolean
  readonly problems: readonly { readonly bucket: string; readonly problem: ProposalProblem }[]
}

/** Every bucket against its target, and the base of the weights, see `measureDrift`. */
export function compareWithTarget(allocation: Allocation): { base: number; buckets: BucketFigures[] } {
  const values = new Map<string, bigint>()
  const add = (bucket: string, value: number) =>
    values.set(bucket, (values.get(bucket) ?? 0n) + toUnits(value))
  for (const { bucket, value } of allocation.positions) add(bucket, value)
  if (allocation.countsCash) for (const { bucket, value } of allocation.cash) add(bucket, value)
  const base = [...values.values()].reduce((sum, value) => sum + value, 0n)
  return { base: fromUnits(base), buckets: measureDrift(allocation.targets, values, base).map(toFigures) }
}

/** Orders that lead back within the bands, see `proposeOrders`. */
export function rebalance(allocation: Allocation, options: RebalanceOptions): Rebalancing {
  const lotSizes = new Map(allocation.positions.map(({ key, trade }) => [key, trade?.lotSize ?? 1]))
  const proposal = proposeOrders(readPortfolio(allocation), readOptions(options))
  return {
    orders: proposal.orders.map(order => toOrder(order, lotSizes)),
    before: proposal.before.map(toFigures),
    after: proposal.after.map(toFigures),
    baseBefore: fromUnits(proposal.baseBefore),
    baseAfter: fromUnits(proposal.baseAfter),
    cashBefore: fromUnits(proposal.cashBefore),
    cashAfter: fromUnits(proposal.cashAfter),
    fees: fromUnits(proposal.fees),
    taxes: fromUnits(proposal.taxes),
    gain: fromUnits(proposal.gain),
    isWithinBands: proposal.isWithinBands,
    problems: proposal.problems,
  }
}

function readPortfolio(allocation: Allocation): TargetPortfolio {
  const { targets, positions, cash, cashBy, countsCash, incomplete = new Set<string>() } = allocation
  const fixed: { bucket: string; value: bigint }[] = []
  const securities: Security[] = []
  for (const { key, bucket, value, trade } of positions) {
    const lots = trade ? BigInt(Math.floor(trade.quantity / trade.lotSize + 1e-9)) : 0n
    const lotValue = trade ? toUnits((value / trade.quantity) * trade.lotSize) : 0n
    fixed.push({ bucket, value: toUnits(value) - lots * lotValue })
    if (!trade || lotValue <= 0n) continue
    const parcels =
      trade.lots?.map(lot => ({
        quantity: toUnits(lot.quantity / trade.lotSize),
        cost: toUnits(lot.cost),
      })) ?? null
    const canBuy = !incomplete.has(bucket)
    securities.push({ key, bucket, pot: potKey(trade), lots, lotValue, canBuy, parcels })
  }
  const pots = cash.map(pot => ({ key: potKey(pot), bucket: pot.bucket, amount: toUnits(pot.value) }))
  return {
    buckets: targets,
    fixed,
    securities,
    pots,
    countsCash,
    incomplete,
    findPot:
      cashBy === 'one'
        ? null
        : (from, bucket) => (incomplete.has(bucket) ? null : findPot(cash, cashBy, from, bucket)),
  }
}

/** By currency, cash is converted in its account; by custodian, it is transferred in its currency. */
function findPot(
  cash: readonly AllocatedCash[],
  cashBy: 'currency' | 'custodian',
  from: Omit<CashPot, 'amount'>,
  bucket: string,
): Omit<CashPot, 'amount'> | null {
  const { account, currency } = toPlace(from.key)
  if (cashBy === 'currency') return { key: potKey({ account, currency: bucket }), bucket }
  const receiver = cash.find(pot => pot.bucket === bucket)
  return receiver ? { key: potKey({ account: receiver.account, currency }), bucket } : null
}

function readOptions(options: RebalanceOptions): ProposalOptions {
  return {
    goal: options.goal,
    minCashBps: Math.round(options.minCash * 10_000),
    flow: toUnits(options.flow),
    minTrade: toUnits(options.minTrade),
    feePpm: toPpm(options.feeRate),
    feeFixed: toUnits(options.feeFixed),
    taxPpm: toPpm(options.taxRate),
    maxGain: options.maxGain === null ? null : toUnits(options.maxGain),
    coin: 10n ** BigInt(12 - options.decimals),
  }
}

function toFigures({ value, driftValue, ...bucket }: BucketDrift): BucketFigures {
  return {
    ...bucket,
    value: fromUnits(value),
    driftValue: driftValue === null ? null : fromUnits(driftValue),
  }
}

function toOrder(order: Order, lotSizes: ReadonlyMap<string, number>): ProposedOrder {
  if (order.kind === 'move') {
    const { from, to, amount } = order
    return { kind: 'move', from: toPlace(from.key), to: toPlace(to.key), amount: fromUnits(amount) }
  }
  const { kind, security, lots, amount, fee, tax, gain, cash } = order
  return {
    kind,
    key: security.key,
    // Lot sizes are decimals: the product is rounded to the digits that quantities have.
    quantity: Number((Number(lots) * (lotSizes.get(security.key) ?? 1)).toFixed(8)),
    amount: fromUnits(amount),
    fee: fromUnits(fee),
    tax: fromUnits(tax),
    gain: gain === null ? null : fromUnits(gain),
    cash: cash.map(({ pot, amount: part }) => ({ ...toPlace(pot), amount: fromUnits(part) })),
  }
}
