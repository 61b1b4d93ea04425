import { type Day, dateParts } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import {
  type BenchmarkComponent,
  type ComponentReturns,
  componentReturns,
  firstKnownDay,
  type ReturnMarket,
} from './component-returns.ts'

// Columns have one value per day by construction; hence `as number` in the loops below.

/** How often a blend goes back to its weights. */
export const REBALANCING_RULES = ['daily', 'monthly', 'quarterly', 'yearly', 'never'] as const
export type RebalancingRule = (typeof REBALANCING_RULES)[number]

/** Weights in basis points per component, valid from a day until the next. They add up to 10,000. */
export interface BlendWeights {
  readonly from: Day
  readonly weightsBps: readonly number[]
}

/** A benchmark: one component with all the weight, or several. */
export interface Blend {
  readonly rebalancing: RebalancingRule
  /** By day. */
  readonly weights: readonly BlendWeights[]
  readonly components: readonly BenchmarkComponent[]
}

/** A benchmark day by day. Index 0 is the close before its first weights. */
export interface BlendReturns {
  readonly firstDay: Day
  readonly blend: Blend
  readonly target: ReturnMarket
  /** Return of each day; NaN where a price or rate is missing. */
  readonly returns: Float64Array
  /** Level of the chained returns, 1 at index 0. A day without a return does not change it. */
  readonly levels: Float64Array
  /** Number of days without a return up to each day. */
  readonly unknown: Int32Array
  /** Per component the weight before the return of each day. */
  readonly weights: readonly Float64Array[]
  readonly components: readonly ComponentReturns[]
}

function isRebalanced(rule: RebalancingRule, day: Day): boolean {
  if (rule === 'daily') return true
  const { month, dayOfMonth } = dateParts(day)
  if (rule === 'never' || dayOfMonth !== 1) return false
  if (rule === 'monthly') return true
  return rule === 'quarterly' ? month % 3 === 1 : month === 1
}

/**
 * The daily returns of a blend.
 *
 *     return = sum of weight x return of the component
 *     weight of the next day = weight x (1 + return of the component) / (1 + return)
 *
 * On the first day of a month, quarter or year (of every day, or never) the weights go back to the stated ones, at the
 * close of the day before; new weights apply from their day on. So returns do not depend on the period asked for, and
 * chain. A day has no return while a component with weight has no price or rate. Fractions.
 */
export function blendReturns(blend: Blend, target: ReturnMarket, to: Day): BlendReturns {
  const firstDay = (blend.weights[0]?.from ?? to + 1) - 1
  const length = Math.max(1, to - firstDay + 1)
  const components = blend.components.map(component => componentReturns(component, target, firstDay, to))
  const weights = components.map(() => new Float64Array(length))
  const returns = new Float64Array(length)
  const levels = new Float64Array(length).fill(1)
  const unknown = new Int32Array(length)
  let next = 0
  let stated: readonly number[] = []
  let held: number[] = []
  for (let index = 1; index < length; index += 1) {
    const day = firstDay + index
    const isNew = blend.weights[next]?.from === day
    if (isNew) {
      stated = (blend.weights[next]?.weightsBps ?? []).map(bps => bps / 10_000)
      next += 1
    }
    if (isNew || isRebalanced(blend.rebalancing, day)) held = [...stated]
    const changes = components.map(({ price, rate }, place) =>
      (held[place] ?? 0) === 0 ? 0 : (price[index] as number) + (rate[index] as number),
    )
    held.forEach((weight, place) => {
      const column = weights[place]
      if (column) column[index] = weight
    })
    const change = held.reduce((sum, weight, place) => sum + weight * (changes[place] ?? 0), 0)
    const isKnown = Number.isFinite(change) && change > -1
    returns[index] = isKnown ? change : Number.NaN
    levels[index] = (levels[index - 1] as number) * (isKnown ? 1 + change : 1)
    unknown[index] = (unknown[index - 1] as number) + (isKnown ? 0 : 1)
    if (isKnown) held = held.map((weight, place) => (weight * (1 + (changes[place] ?? 0))) / (1 + change))
  }
  return { firstDay, blend, target, returns, levels, unknown, weights, components }
}

/** The return from one close to another; null before the first weights, and where a day between has no return. */
export function blendReturnBetween(
  { firstDay, levels, unknown }: BlendReturns,
  from: Day,
  to: Day,
): number | null {
  const [open, close] = [from - firstDay, to - firstDay]
  if (open < 0 || close >= levels.length || unknown[open] !== unknown[close]) return null
  return from === to ? 0 : (levels[close] as number) / (levels[open] as number) - 1
}

/** Why a benchmark has no return in a period: not set yet, or a component without a price or rate. */
export interface MissingReturn {
  readonly reason: 'not_set' | 'no_price' | 'no_rate'
  /** Null where the benchmark is not set yet. */
  readonly component: number | null
  /** The first day on which it is known; null if it is not. */
  readonly knownFrom: Day | null
}

/** What a benchmark lacks for the return of a period. */
export function findMissingReturns(found: BlendReturns, { from, to }: Period): MissingReturn[] {
  const { firstDay, blend, target, weights, components, unknown, returns } = found
  const missing: MissingReturn[] = []
  const open = from - 1 - firstDay
  const last = Math.min(to - firstDay, returns.length - 1)
  if (open < 0)
    missing.push({ reason: 'not_set', component: null, knownFrom: blend.weights[0]?.from ?? null })
  const first = Math.max(0, open)
  if (last <= first || unknown[first] === unknown[last]) return missing
  blend.components.forEach((component, place) => {
    const { price, rate } = components[place] ?? { price: [], rate: [] }
    const isLacking = returns.some(
      (value, index) =>
        index > first &&
        index <= last &&
        Number.isNaN(value) &&
        (weights[place]?.[index] ?? 0) > 0 &&
        Number.isNaN((price[index] ?? 0) + (rate[index] ?? 0)),
    )
    if (!isLacking) return
    const { priceDay, rateDay } = firstKnownDay(component, target, to)
    const start = Math.max(from - 1, firstDay)
    const lacksRate = priceDay !== null && priceDay <= start && (rateDay === null || rateDay > start)
    if (lacksRate) missing.push({ reason: 'no_rate', component: place, knownFrom: rateDay })
    else missing.push({ reason: 'no_price', component: place, knownFrom: priceDay })
  })
  return missing
}
