import { type BucketDrift, bandState, measureDrift } from './allocation.ts'
import {
  type CashPot,
  cashFloor,
  isAcceptable,
  type Leg,
  type Order,
  type Outcome,
  type ProposalOptions,
  priceLeg,
  sumAfter,
  type TargetPortfolio,
  type Trade,
} from './orders.ts'
import { planCashMoves, potsAfterFlow } from './plan-cash-moves.ts'
import { planTrades } from './plan-trades.ts'
import { toPlace } from './pot-keys.ts'
import { searchTrades } from './search-trades.ts'
import { BPS, largest } from './units.ts'

/**
 * Why a bucket stays outside its band.
 * - nothing_to_buy, nothing_to_sell: it holds nothing that may be traded
 * - incomplete: it holds more than is known, since a position has no value
 * - gain_limit: more may not be realised
 * - cash_floor: the cash to keep is more than the band of the cash allows
 * - cash_short: the cash to keep leaves too little, and nothing more can be sold
 * - no_room: it is cash, and no other bucket may take more
 * - sizes: lots, the minimum order size and costs leave no order that fits, or none was found
 */
export const PROPOSAL_PROBLEMS = [
  'nothing_to_buy',
  'nothing_to_sell',
  'incomplete',
  'gain_limit',
  'cash_floor',
  'cash_short',
  'no_room',
  'sizes',
] as const
export type ProposalProblem = (typeof PROPOSAL_PROBLEMS)[number]

/** Orders that bring a portfolio back within its bands. Money in units, see `toUnits`. */
export interface Proposal {
  readonly orders: readonly Order[]
  readonly before: readonly BucketDrift[]
  readonly after: readonly BucketDrift[]
  readonly baseBefore: bigint
  readonly baseAfter: bigint
  readonly cashBefore: bigint
  readonly cashAfter: bigint
  readonly fees: bigint
  readonly taxes: bigint
  /** Gains less losses of the sales; the unknown ones left out. */
  readonly gain: bigint
  readonly isWithinBands: boolean
  readonly problems: readonly { readonly bucket: string; readonly problem: ProposalProblem }[]
}

/** Steps of the search for fewer orders, and for any that land in the bands. */
const STEPS_TO_IMPROVE = 5_000
const STEPS_TO_LAND = 60_000

/** The bucket of cash where it has one for all, and no pot to tell. */
const CASH = 'cash'

/**
 * Proposes orders that lead back into the bands (or to the targets): cash and planned flows first, then the fewest
 * trades. Sales never exceed what is held. Weights after the orders are computed from the orders themselves, so
 * executing them at these prices leads to exactly these weights.
 *
 *     base after = base + flow - fees - taxes
 *
 * Where it is impossible, the proposal goes as far as it can and says why for each bucket that stays outside.
 */
export function proposeOrders(portfolio: TargetPortfolio, options: ProposalOptions): Proposal {
  const untouched = sumAfter(portfolio, { ...options, flow: 0n }, [], null)
  if (untouched.base + options.flow <= 0n)
    return summarize(portfolio, { ...options, flow: 0n }, [], untouched)
  if (portfolio.findPot !== null) {
    const { legs, moves } = planCashMoves(portfolio, options)
    return summarize(portfolio, options, [...assignCash(portfolio, options, legs), ...moves], untouched)
  }
  const cashBucket = portfolio.pots[0]?.bucket ?? CASH
  const legs = planAndSearch(portfolio, options, cashBucket)
  return summarize(portfolio, options, assignCash(portfolio, options, legs), untouched)
}

/** The plan, replaced by a search where it misses a band, or where fewer orders might do. */
function planAndSearch(portfolio: TargetPortfolio, options: ProposalOptions, cashBucket: string): Leg[] {
  const plan = planTrades(portfolio, options, cashBucket)
  const isDone = isAcceptable(portfolio, options, plan.outcome)
  if (options.goal === 'target')
    return isDone ? plan.legs : (findInBands(portfolio, options, cashBucket) ?? plan.legs)
  const before = sumAfter(portfolio, options, [], cashBucket)
  const least = portfolio.buckets.filter(
    bucket =>
      bucket.key !== cashBucket &&
      portfolio.countsCash &&
      bandState(bucket, before.values.get(bucket.key) ?? 0n, before.base) !== 'within',
  ).length
  if (isDone && plan.legs.length <= least) return plan.legs
  const most = isDone ? plan.legs.length - 1 : portfolio.securities.length
  // Costs move the base: a bucket at the edge of its band may need no order, or one more.
  const steps = isDone ? STEPS_TO_IMPROVE : STEPS_TO_LAND
  const found = searchTrades(portfolio, options, cashBucket, { least: Math.max(0, least - 1), most, steps })
  return found ?? plan.legs
}

/** Where the targets are out of reach: orders into the bands, if there are any. */
function findInBands(portfolio: TargetPortfolio, options: ProposalOptions, cashBucket: string): Leg[] | null {
  const legs = planAndSearch(portfolio, { ...options, goal: 'bands' }, cashBucket)
  return isAcceptable(portfolio, options, sumAfter(portfolio, options, legs, cashBucket)) ? legs : null
}

/**
 * Assigns cash to trades: a sale pays into the cash of its account and currency. A buy takes from there first, then what
 * its account holds in other currencies, then the same currency of other accounts, then the rest; the largest first.
 */
function assignCash(portfolio: TargetPortfolio, options: ProposalOptions, legs: readonly Leg[]): Trade[] {
  const deposit = options.flow > 0n ? options.flow : 0n
  const pots = new Map(potsAfterFlow(portfolio.pots, deposit).map(pot => [pot.key, pot.amount]))
  const ordered = legs.toSorted((a, b) => Number(a.lots > 0n) - Number(b.lots > 0n))
  return ordered.map(leg => {
    const { security, lots } = leg
    const { amount, fee, gain, tax } = priceLeg(leg, options)
    const own = pots.get(security.pot) ?? 0n
    const size = lots < 0n ? -lots : lots
    if (lots < 0n) {
      const received = amount - fee - tax
      pots.set(security.pot, own + received)
      return {
        kind: 'sell',
        security,
        lots: size,
        amount,
        fee,
        gain,
        tax,
        cash: [{ pot: security.pot, amount: received }],
      }
    }
    const cash = takeCash(pots, security.pot, amount + fee)
    return { kind: 'buy', security, lots: size, amount, fee, gain: null, tax: 0n, cash }
  })
}

function takeCash(pots: Map<string, bigint>, first: string, amount: bigint): Trade['cash'] {
  let left = amount
  const taken: { pot: string; amount: bigint }[] = []
  const others = [...pots.entries()]
    .filter(([key]) => key !== first)
    .sort(
      ([a, x], [b, y]) =>
        measureDistance(a, first) - measureDistance(b, first) || (y > x ? 1 : y < x ? -1 : a < b ? -1 : 1),
    )
  for (const key of [first, ...others.map(([other]) => other)]) {
    const available = pots.get(key) ?? 0n
    const part = available < left ? available : left
    if (part <= 0n) continue
    taken.push({ pot: key, amount: -part })
    pots.set(key, available - part)
    left -= part
    if (left === 0n) break
  }
  return taken
}

/** How far cash is from where it is needed: converted in its account, else transferred, else both. */
function measureDistance(pot: string, needed: string): number {
  const from = toPlace(pot)
  const to = toPlace(needed)
  return from.account === to.account ? 0 : from.currency === to.currency ? 1 : 2
}

/** The values after orders, with cash moved between buckets. */
function sumOrders(portfolio: TargetPortfolio, options: ProposalOptions, orders: readonly Order[]): Outcome {
  const trades = orders.filter(order => order.kind !== 'move')
  const legs = trades.map(({ kind, security, lots }) => ({ security, lots: kind === 'buy' ? lots : -lots }))
  if (portfolio.findPot === null) return sumAfter(portfolio, options, legs, portfolio.pots[0]?.bucket ?? CASH)
  const pots: CashPot[] = potsAfterFlow(portfolio.pots, options.flow)
  const outcome = sumAfter({ ...portfolio, pots }, { ...options, flow: 0n }, legs, null)
  const values = new Map(outcome.values)
  const add = (bucket: string, value: bigint) => values.set(bucket, (values.get(bucket) ?? 0n) + value)
  // By currency and by custodian, the cash of a trade is in the bucket of its security.
  for (const { security, cash } of trades)
    add(
      security.bucket,
      cash.reduce((sum, { amount }) => sum + amount, 0n),
    )
  for (const order of orders)
    if (order.kind === 'move') {
      add(order.from.bucket, -order.amount)
      add(order.to.bucket, order.amount)
    }
  return { ...outcome, values, base: [...values.values()].reduce((sum, value) => sum + value, 0n) }
}

function summarize(
  portfolio: TargetPortfolio,
  options: ProposalOptions,
  orders: readonly Order[],
  before: Outcome,
): Proposal {
  const after = sumOrders(portfolio, options, orders)
  const trades = orders.filter(order => order.kind !== 'move')
  const sum = (pick: (trade: Trade) => bigint) => trades.reduce((all, trade) => all + pick(trade), 0n)
  const drifts = measureDrift(portfolio.buckets, after.values, after.base)
  return {
    orders,
    before: measureDrift(portfolio.buckets, before.values, before.base),
    after: drifts,
    baseBefore: before.base,
    baseAfter: after.base,
    cashBefore: before.cash,
    cashAfter: after.cash,
    fees: sum(({ fee }) => fee),
    taxes: sum(({ tax }) => tax),
    gain: sum(({ gain }) => gain ?? 0n),
    isWithinBands: isAcceptable(portfolio, options, after),
    problems: findProblems(portfolio, options, drifts, after),
  }
}

function findProblems(
  portfolio: TargetPortfolio,
  options: ProposalOptions,
  drifts: readonly BucketDrift[],
  { base, cash, gain }: Outcome,
): Proposal['problems'] {
  const cashBucket = portfolio.pots[0]?.bucket ?? CASH
  const isCashSpent = portfolio.findPot !== null || cash <= leastCash(portfolio, options, cashBucket, base)
  const hasRoom = drifts.some(drift => canTakeMore(portfolio, options, drift, base))
  const problems: { bucket: string; problem: ProposalProblem }[] = drifts
    .filter(({ state }) => state === 'below' || state === 'above')
    .map(({ key, state, value }) => {
      const isFloor = state === 'above' && key === cashBucket && cashFloor(options, base) >= value
      return {
        bucket: key,
        problem: isFloor
          ? 'cash_floor'
          : explain(portfolio, options, key, state, { gain, isCashSpent, hasRoom }),
      }
    })
  const isCashShort = base > 0n && cash < cashFloor(options, base)
  if (isCashShort && !problems.some(({ bucket }) => bucket === cashBucket))
    problems.push({ bucket: cashBucket, problem: 'cash_short' })
  return problems
}

/** The cash below which nothing more can be bought: its floor or the lower edge of its band, and one lot. */
function leastCash(
  { buckets, securities }: TargetPortfolio,
  options: ProposalOptions,
  cashBucket: string,
  base: bigint,
): bigint {
  const min = BigInt(buckets.find(({ key }) => key === cashBucket)?.minBps ?? 0)
  const lot = securities.reduce((high, { lotValue }) => largest(high, lotValue), 0n)
  return largest(cashFloor(options, base), (min * base) / BPS) + lot
}

function explain(
  portfolio: TargetPortfolio,
  options: ProposalOptions,
  key: string,
  state: BucketDrift['state'],
  { gain, isCashSpent, hasRoom }: { gain: bigint; isCashSpent: boolean; hasRoom: boolean },
): ProposalProblem {
  const own = portfolio.securities.filter(({ bucket }) => bucket === key)
  const isCash = portfolio.pots.some(({ bucket }) => bucket === key)
  const isGainSpent = options.maxGain !== null && gain > 0n
  const canReceive =
    portfolio.findPot === null
      ? own.length > 0 || isCash
      : portfolio.pots.some(pot => portfolio.findPot?.(pot, key))
  if (state === 'below' && portfolio.incomplete.has(key)) return 'incomplete'
  if (state === 'below' && !canReceive) return 'nothing_to_buy'
  if (state === 'above' && !isCash && own.every(({ lots }) => lots === 0n)) return 'nothing_to_sell'
  if (isGainSpent || (options.maxGain !== null && own.some(({ parcels }) => parcels === null)))
    return 'gain_limit'
  if (state === 'below' && (isCash || isCashSpent)) return 'cash_short'
  return state === 'above' && isCash && portfolio.findPot === null && !hasRoom ? 'no_room' : 'sizes'
}

/** Whether the smallest buy in a bucket stays within its band. */
function canTakeMore(
  { securities }: TargetPortfolio,
  { minTrade }: ProposalOptions,
  { key, value, target }: BucketDrift,
  base: bigint,
): boolean {
  if (target === null) return false
  const room = (BigInt(target.maxBps) * base) / BPS - value
  return securities.some(
    ({ bucket, canBuy, lotValue }) => bucket === key && canBuy && largest(lotValue, minTrade) <= room,
  )
}
