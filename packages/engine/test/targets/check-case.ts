import { bandState } from '../../src/targets/allocation.ts'
import {
  cashFloor,
  isAcceptable,
  isOrderAllowed,
  type Leg,
  type Order,
  orderFee,
  sumAfter,
} from '../../src/targets/orders.ts'
import { type Proposal, proposeOrders } from '../../src/targets/proposal.ts'
import { largest } from '../../src/targets/units.ts'
import { createRandom, type Draw } from '../random/draws.ts'
import { drawCase, drawShortCase, drawSpreadCase, type RandomCase } from './random-portfolio.ts'
import { postOrders, realizeOrders } from './recompute.ts'

/** What a proposal for a random portfolio violates; empty when it holds. `propose` may plant a defect. */
export function checkCase(seed: number, propose = proposeOrders): string[] {
  const draw = createRandom(seed)
  const isSpread = seed % 5 === 0
  const drawn = drawKind(seed, draw)
  if (drawn.portfolio.buckets.length === 0) return []
  const proposal = propose(drawn.portfolio, drawn.options)
  const violations = [
    ...checkWeights(drawn, proposal),
    ...checkOrders(drawn, proposal),
    ...checkCashKept(drawn, proposal),
  ]
  if (drawn.isPossible && !proposal.isWithinBands) violations.push('missed bands that can be reached')
  if (isSpread && !proposal.isWithinBands && isSpreadPossible(drawn)) violations.push('missed currency bands')
  if (!proposal.isWithinBands && proposal.problems.length === 0) violations.push('no reason given')
  if (!isSpread) violations.push(...checkSpareCash(drawn, proposal))
  if (!isSpread && drawn.portfolio.securities.length <= 2) violations.push(...checkFewest(drawn, proposal))
  return violations.map(violation => `seed ${seed}: ${violation}`)
}

function drawKind(seed: number, draw: Draw): RandomCase {
  if (seed % 5 === 0) return drawSpreadCase(draw)
  return seed % 5 === 1 ? drawShortCase(draw) : drawCase(draw, seed % 2 === 0)
}

/** The weights shown are those of the orders, posted one by one. */
function checkWeights({ portfolio, options }: RandomCase, proposal: Proposal): string[] {
  const posted = postOrders(portfolio, options, proposal.orders)
  const base = [...posted.values.values()].reduce((sum, value) => sum + value, 0n)
  const violations: string[] = []
  if (base !== proposal.baseAfter) violations.push(`base ${base} is shown as ${proposal.baseAfter}`)
  if (portfolio.findPot === null || options.flow === 0n)
    for (const { key, value, target, state } of proposal.after) {
      const own = posted.values.get(key) ?? 0n
      if (own !== value) violations.push(`${key} is worth ${own}, shown as ${value}`)
      if (state !== bandState(target, own, base)) violations.push(`${key} is not ${state}`)
    }
  if (posted.lowestHolding < 0n) violations.push('a sale exceeds the holding')
  if (posted.cash !== proposal.cashAfter) violations.push('cash differs')
  const orderless = postOrders(portfolio, options, []).cash
  if (posted.cash < 0n && posted.cash < orderless) violations.push('cash is overdrawn')
  return violations
}

function checkOrders({ portfolio, options }: RandomCase, { orders, gain: shown }: Proposal): string[] {
  const trades = orders.filter(order => order.kind !== 'move')
  const violations: string[] = []
  if (orders.some(order => portfolio.incomplete.has(findReceiver(order))))
    violations.push('adds to a bucket of which a part has no value')
  const held = portfolio.securities.filter(({ lots }) => lots > 0n).length
  const wanted = portfolio.buckets.filter(({ maxBps }) => maxBps > 0).length
  if (trades.length > held + wanted)
    violations.push('more trades than selling everything and one buy per bucket')
  const gain = realizeOrders(orders)
  if (options.maxGain !== null && gain > options.maxGain)
    violations.push(`realises ${gain}, more than ${options.maxGain}`)
  if (gain !== shown) violations.push(`realises ${gain}, shown as ${shown}`)
  if (new Set(trades.map(({ security }) => security.key)).size < trades.length)
    violations.push('two orders of one security')
  for (const { kind, amount, fee, tax, lots, security, cash } of trades) {
    if (kind === 'sell' && options.maxGain !== null && security.parcels === null)
      violations.push('sells what has no known cost')
    if (amount < options.minTrade) violations.push('an order below the minimum')
    if (amount !== lots * security.lotValue) violations.push('an amount that is not lots x price')
    const paid = cash.reduce((sum, part) => sum + part.amount, 0n)
    if (paid !== (kind === 'buy' ? -amount - fee : amount - fee - tax))
      violations.push('cash is not amount and costs')
  }
  return violations
}

/** The bucket that an order adds to; empty for a sale. */
function findReceiver(order: Order): string {
  if (order.kind === 'move') return order.to.bucket
  return order.kind === 'buy' ? order.security.bucket : ''
}

/** Where not every band can be reached, no cash stays that a bucket below its band could take. */
function checkSpareCash({ portfolio, options }: RandomCase, proposal: Proposal): string[] {
  if (proposal.isWithinBands || !portfolio.countsCash || options.goal === 'target') return []
  const cashTarget = portfolio.buckets.find(({ key }) => key === 'cash')
  const kept = (BigInt(Math.max(cashTarget?.minBps ?? 0, options.minCashBps)) * proposal.baseAfter) / 10_000n
  const spare = proposal.cashAfter - kept
  const below = proposal.after.filter(
    ({ key, state }) =>
      state === 'below' && portfolio.securities.some(({ bucket, canBuy }) => bucket === key && canBuy),
  )
  const size = portfolio.securities
    .filter(({ bucket }) => below.some(({ key }) => key === bucket))
    .map(({ lotValue }) => lotValue)
    .reduce(largest, options.minTrade)
  // A plan by amounts may miss what is left by some lots.
  const left = (size + orderFee(size, options)) * 10n
  return below
    .filter(({ driftValue }) => left < spare && left < -(driftValue ?? 0n))
    .map(({ key }) => `${key} stays below its band beside cash of ${spare}`)
}

/** Where cash belongs to the buckets, sales for the cash to keep move no weight: they end only when it is reached. */
function checkCashKept({ portfolio, options }: RandomCase, proposal: Proposal): string[] {
  const { baseBefore, baseAfter, cashAfter } = proposal
  const isKept = cashAfter >= cashFloor(options, baseAfter)
  if (isKept || portfolio.findPot === null || options.maxGain !== null || baseBefore + options.flow <= 0n)
    return []
  const sold = new Map<string, bigint>()
  for (const order of proposal.orders) if (order.kind === 'sell') sold.set(order.security.key, order.lots)
  return portfolio.securities
    .filter(({ bucket }) => portfolio.buckets.some(({ key }) => key === bucket))
    .filter(({ lots, lotValue }) => lots * lotValue > options.minTrade + options.feeFixed * 2n)
    .filter(({ key, lots }) => lots > (sold.get(key) ?? 0n))
    .map(({ key }) => `leaves cash of ${cashAfter} beside ${key}`)
}

/** By currency everything can be sold and converted: only what is fixed and the costs can be in the way. */
function isSpreadPossible({ portfolio, options }: RandomCase): boolean {
  const { base, values } = sumAfter(portfolio, { ...options, flow: 0n }, [], null)
  const fixed = values.get('GBP') ?? 0n
  const whole = base + options.flow
  const room = portfolio.buckets.reduce((sum, { maxBps }) => sum + BigInt(maxBps), 0n) * whole
  const need = portfolio.buckets.reduce((sum, { minBps }) => sum + BigInt(minBps), 0n) * whole
  const isCostly = options.feePpm + options.taxPpm + options.feeFixed > 0n
  const isCoarse =
    options.minTrade > 0n || portfolio.securities.some(({ lotValue }) => lotValue * 100n > whole)
  return (
    portfolio.incomplete.size === 0 &&
    options.maxGain === null &&
    whole > 0n &&
    cashFloor(options, whole) <= whole - fixed &&
    !isCostly &&
    !isCoarse &&
    room >= (whole - fixed) * 10_000n &&
    need <= (whole - fixed) * 10_000n
  )
}

/** No combination of lots lands in the bands with fewer orders. Tries all of them. */
function checkFewest({ portfolio, options }: RandomCase, proposal: Proposal): string[] {
  const [first, second] = portfolio.securities
  if (options.goal === 'target' || !first || (second?.lots ?? 0n) > 20n || first.lots > 20n) return []
  const { base } = sumAfter(portfolio, options, [], 'cash')
  const range = (security: typeof first | undefined): bigint[] => {
    if (!security) return [0n]
    const most = base / security.lotValue + 1n
    return most > 400n
      ? []
      : Array.from({ length: Number(security.lots + most) + 1 }, (_, step) => BigInt(step) - security.lots)
  }
  let fewest: number | null = null
  for (const a of range(first))
    for (const b of range(second)) {
      const legs: Leg[] = [
        { security: first, lots: a },
        ...(second ? [{ security: second, lots: b }] : []),
      ].filter(({ lots }) => lots !== 0n)
      if (fewest !== null && legs.length >= fewest) continue
      if (!legs.every(leg => isOrderAllowed(leg, options))) continue
      if (isAcceptable(portfolio, options, sumAfter(portfolio, options, legs, 'cash'))) fewest = legs.length
    }
  if (fewest === null)
    return proposal.isWithinBands && range(first).length > 0 && range(second).length > 0
      ? ['lands where nothing can']
      : []
  if (!proposal.isWithinBands) return ['misses what trying everything finds']
  return proposal.orders.length > fewest ? [`${proposal.orders.length} orders, ${fewest} suffice`] : []
}
