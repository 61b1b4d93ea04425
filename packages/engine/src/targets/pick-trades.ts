import {
  isOrderAllowed,
  type Leg,
  type ProposalOptions,
  priceLeg,
  realizedGain,
  type Security,
} from './orders.ts'
import { ceilDivide, largest, smallest } from './units.ts'

/** An amount to trade: as near to `wanted` as lots allow, at least `least` and at most `most`. */
export interface Range {
  readonly least: bigint
  readonly wanted: bigint
  readonly most: bigint
}

/** Whole lots of a security within a range, at most `held`; null when none fits. */
function fitLots(lotValue: bigint, { least, wanted, most }: Range, held: bigint | null): bigint | null {
  const highest = held === null ? most / lotValue : smallest(most / lotValue, held)
  const up = ceilDivide(wanted, lotValue)
  const lots = smallest(up, highest)
  return lots > 0n && lots * lotValue >= least ? lots : null
}

/** One buy within a range: the largest holding whose lots fit. */
export function pickBuy(securities: readonly Security[], range: Range, options: ProposalOptions): Leg | null {
  const least = largest(range.least, options.minTrade)
  const wanted = largest(range.wanted, options.minTrade)
  for (const security of bySize(securities.filter(({ canBuy }) => canBuy))) {
    const lots = fitLots(security.lotValue, { least, wanted, most: range.most }, null)
    if (lots !== null) return { security, lots }
  }
  return null
}

/**
 * The fewest sales within a range: one that covers it, with the least tax; else the largest holdings whole until one
 * covers the rest. `gainLeft` limits what they may realise.
 *
 * @returns null when they cannot reach the range.
 */
export function pickSales(
  securities: readonly Security[],
  range: Range,
  options: ProposalOptions,
  gainLeft: bigint | null,
): Leg[] | null {
  const sales: Leg[] = []
  let { least, wanted, most } = range
  let gains = gainLeft
  const left = [...bySize(securities)]
  while (left.length > 0) {
    const last = pickOneSale(left, { least, wanted, most }, options, gains)
    if (last) return [...sales, last]
    const next = left.shift()
    const whole = next ? { security: next, lots: -limitByGain(next, next.lots, gains) } : null
    if (!whole || !isOrderAllowed(whole, options)) continue
    const { amount, gain } = priceLeg(whole, options)
    if (amount > most) continue
    sales.push(whole)
    if (gains !== null) gains -= gain ?? 0n
    least -= amount
    wanted -= amount
    most -= amount
    if (least <= 0n) return sales
  }
  return null
}

/** Sales towards what is wanted where gains are limited: the securities that realise the least for their value first. */
export function pickWithinGains(
  securities: readonly Security[],
  { wanted, most }: Range,
  options: ProposalOptions,
  gainLeft: bigint,
): Leg[] {
  const sales: Leg[] = []
  let rest = { wanted, most, gains: gainLeft }
  const rated = securities
    .filter(({ lots, parcels }) => lots > 0n && parcels !== null)
    .map(security => ({
      security,
      gain: realizedGain(security, security.lots) ?? 0n,
      value: security.lots * security.lotValue,
    }))
    .toSorted((a, b) =>
      a.gain * b.value < b.gain * a.value ? -1 : a.gain * b.value > b.gain * a.value ? 1 : 0,
    )
  for (const { security } of rated) {
    if (rest.wanted <= 0n) break
    const held = limitByGain(security, security.lots, rest.gains)
    const lots = fitLots(security.lotValue, { least: options.minTrade, ...rest }, held)
    const leg = lots === null ? null : { security, lots: -lots }
    if (leg === null || !isOrderAllowed(leg, options)) continue
    const { amount, gain } = priceLeg(leg, options)
    sales.push(leg)
    rest = { wanted: rest.wanted - amount, most: rest.most - amount, gains: rest.gains - (gain ?? 0n) }
  }
  return sales
}

function pickOneSale(
  securities: readonly Security[],
  range: Range,
  options: ProposalOptions,
  gainLeft: bigint | null,
): Leg | null {
  const least = largest(range.least, options.minTrade)
  const wanted = largest(range.wanted, options.minTrade)
  let best: (Rated & { leg: Leg }) | null = null
  for (const security of securities) {
    const held = limitByGain(security, security.lots, gainLeft)
    const lots = fitLots(security.lotValue, { least, wanted, most: range.most }, held)
    if (lots === null) continue
    const leg = { security, lots: -lots }
    if (!isOrderAllowed(leg, options)) continue
    const { amount, tax, gain } = priceLeg(leg, options)
    const found = { leg, isFull: amount + security.lotValue > wanted, amount, tax, gain: gain ?? 0n }
    if (best === null || isBetter(found, best)) best = found
  }
  return best?.leg ?? null
}

interface Rated {
  /** Whether it reaches what is wanted, to one lot. */
  isFull: boolean
  amount: bigint
  tax: bigint
  gain: bigint
}

function isBetter(a: Rated, b: Rated): boolean {
  if (a.isFull !== b.isFull) return a.isFull
  if (!a.isFull) return a.amount > b.amount
  return a.tax !== b.tax ? a.tax < b.tax : a.gain < b.gain
}

/** The most lots that realise no more than what is left of the allowed gains. */
function limitByGain(security: Security, lots: bigint, gainLeft: bigint | null): bigint {
  if (gainLeft === null) return lots
  const isAllowed = (count: bigint) => {
    const gain = realizedGain(security, count)
    return gain !== null && gain <= gainLeft
  }
  if (isAllowed(lots)) return lots
  let low = 0n
  let high = lots
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (isAllowed(middle)) low = middle
    else high = middle
  }
  return low
}

function bySize(securities: readonly Security[]): Security[] {
  return securities.toSorted((a, b) => {
    const difference = b.lots * b.lotValue - a.lots * a.lotValue
    return difference > 0n ? 1 : difference < 0n ? -1 : a.key < b.key ? -1 : 1
  })
}
