import {
  type CashPot,
  isOrderAllowed,
  type Leg,
  type ProposalOptions,
  priceLeg,
  type Security,
  type TargetPortfolio,
} from './orders.ts'
import { pickSales } from './pick-trades.ts'
import { ceilDivide, largest } from './units.ts'

export type PotState = Omit<CashPot, 'amount'> & { amount: bigint }

/** What a bucket has to raise by sales before it can send its cash. */
interface Need {
  readonly bucket: string
  readonly missing: bigint
  readonly overdraft: bigint
  readonly held: bigint
}

/**
 * Sales where cash belongs to the buckets: each bucket raises what it lacks to send, and all of them together what is
 * missing to `floor`. For the floor, buckets with an overdraft sell first, then those that sell anyway, then the
 * largest. They share what may still be realised. Proceeds are added to `pots`.
 */
export function raiseCash(
  portfolio: TargetPortfolio,
  options: ProposalOptions,
  pots: PotState[],
  { toSend, floor }: { toSend: ReadonlyMap<string, bigint>; floor: bigint },
): Leg[] {
  const needs = portfolio.buckets
    .map(({ key }) => measureNeed(portfolio, pots, key, toSend.get(key) ?? 0n))
    .sort(compareNeeds)
  const legs: Leg[] = []
  let gainLeft = options.maxGain
  let later = needs.reduce((sum, { missing }) => sum + missing, 0n)
  for (const { bucket, missing } of needs) {
    later -= missing
    const cash = pots.reduce((sum, { amount }) => sum + amount, 0n)
    const wanted = largest(missing, floor - cash - later)
    if (wanted <= 0n) continue
    const securities = portfolio.securities.filter(security => security.bucket === bucket)
    const sales = sellUpTo(securities, wanted, options, gainLeft)
    for (const leg of sales) settle(pots, leg, options)
    gainLeft = reduceBy(gainLeft, sales, options)
    legs.push(...sales)
  }
  return legs
}

function measureNeed(
  { securities }: TargetPortfolio,
  pots: readonly PotState[],
  bucket: string,
  toSend: bigint,
): Need {
  const own = pots.filter(pot => pot.bucket === bucket)
  const cash = own.reduce((sum, { amount }) => sum + largest(0n, amount), 0n)
  const overdraft = own.reduce((sum, { amount }) => sum + largest(0n, -amount), 0n)
  const held = securities.reduce(
    (sum, security) => (security.bucket === bucket ? sum + security.lots * security.lotValue : sum),
    0n,
  )
  // Proceeds may have to fill the overdraft before any of them can be sent.
  const missing = toSend > cash ? toSend - cash + overdraft : 0n
  return { bucket, missing, overdraft, held }
}

function compareNeeds(a: Need, b: Need): number {
  for (const field of ['overdraft', 'missing', 'held'] as const)
    if (a[field] !== b[field]) return a[field] > b[field] ? -1 : 1
  return a.bucket < b.bucket ? -1 : 1
}

/** Sales that raise an amount after their costs, or as much of it as they can. */
function sellUpTo(
  securities: readonly Security[],
  amount: bigint,
  options: ProposalOptions,
  gainLeft: bigint | null,
): Leg[] {
  const most = securities.reduce((sum, { lots, lotValue }) => sum + lots * lotValue, 0n)
  const rates = largest(1n, 1_000_000n - options.feePpm - options.taxPpm)
  const grossUp = (net: bigint) => (net * 1_000_000n) / rates + options.feeFixed * 2n
  const range = { least: amount, wanted: grossUp(amount), most }
  const covering = pickSales(securities, range, options, gainLeft)
  if (covering) return trimLast(covering, amount, options)
  const sales: Leg[] = []
  for (let left = [...securities]; ; ) {
    const missing = amount - netProceeds(sales, options)
    const reach = { least: 1n, wanted: grossUp(missing), most }
    const [next] =
      missing > 0n ? (pickSales(left, reach, options, reduceBy(gainLeft, sales, options)) ?? []) : []
    if (!next) return sales
    sales.push(next)
    left = left.filter(security => security !== next.security)
  }
}

/** The fewest lots of the last sale that still raise the amount, since its tax is only known with the sale. */
function trimLast(sales: readonly Leg[], amount: bigint, options: ProposalOptions): Leg[] {
  const others = sales.slice(0, -1)
  const last = sales.at(-1)
  if (!last) return []
  const missing = amount - netProceeds(others, options)
  const isEnough = (lots: bigint) => netProceeds([{ ...last, lots: -lots }], options) >= missing
  let high = -last.lots
  if (!isEnough(high)) return [...sales]
  let low = largest(1n, ceilDivide(options.minTrade, last.security.lotValue)) - 1n
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (isEnough(middle)) high = middle
    else low = middle
  }
  const trimmed = { ...last, lots: -high }
  const realizes = (leg: Leg) => priceLeg(leg, options).gain ?? 0n
  // Where later tax lots have losses, fewer lots can realise more.
  const isAllowed = isOrderAllowed(trimmed, options) && realizes(trimmed) <= largest(0n, realizes(last))
  return [...others, isAllowed ? trimmed : last]
}

function netProceeds(sales: readonly Leg[], options: ProposalOptions): bigint {
  return sales.reduce((sum, leg) => {
    const { amount, fee, tax } = priceLeg(leg, options)
    return sum + amount - fee - tax
  }, 0n)
}

function reduceBy(gainLeft: bigint | null, sales: readonly Leg[], options: ProposalOptions): bigint | null {
  if (gainLeft === null) return null
  return sales.reduce((left, leg) => left - (priceLeg(leg, options).gain ?? 0n), gainLeft)
}

function settle(pots: PotState[], leg: Leg, options: ProposalOptions): void {
  const { pot: key, bucket } = leg.security
  const received = netProceeds([leg], options)
  const known = pots.find(pot => pot.key === key)
  if (known) known.amount += received
  else pots.push({ key, bucket, amount: received })
}
