import type { Day } from '../calendar/day.ts'
import { STILL_OPEN } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import type { RateColumns } from './rate-columns.ts'

// Columns have a value for every day that is read, hence `as number` in the loops below.

/**
 * The effect of the exchange rate on one unit of an instrument, summed from `firstDay` on:
 *
 *     sum(d) = sum(d - 1) + amount(d - 1) x (rate(d) - rate(d - 1))        amount = value x factor, in its own currency
 *
 * A holding of constant units from a to b then has the effect units x (sum(b) - sum(a)), without a loop over its days.
 */
export interface RateEffect {
  readonly firstDay: Day
  /** The sum of every `STEP_DAYS`th day. */
  readonly sums: Float64Array
  /** Amounts and rates, with the index of the first day in them. */
  readonly values: Float64Array
  readonly factors: Float64Array | null
  readonly valuesFrom: number
  readonly rates: Float64Array
  readonly ratesFrom: number
}

/** Days per stored sum, a power of two. The days between are added on each read: a full column would be as large as the prices. */
const STEP_DAYS = 16

/** Per instrument the first and the last day of its positions. */
interface HeldDays {
  readonly first: Int32Array
  readonly last: Int32Array
}

/** The effect on closes, or on closes without accrued interest. */
type EffectPart = 'closes' | 'clean'

/** The rate effects of a currency view by instrument, built when first needed. */
export interface RateEffects extends Readonly<Record<EffectPart, Map<number, RateEffect>>> {
  heldDays: HeldDays | null
}

export function createRateEffects(): RateEffects {
  return { closes: new Map(), clean: new Map(), heldDays: null }
}

function findHeldDays({ positions, instruments, lastDay }: PortfolioSnapshot): HeldDays {
  const first = new Int32Array(instruments.length).fill(STILL_OPEN)
  const last = new Int32Array(instruments.length)
  for (let position = 0; position < positions.count; position += 1) {
    const instrument = positions.instrument[position] as number
    if (instrument < 0) continue
    first[instrument] = Math.min(first[instrument] as number, positions.openDay[position] as number)
    const closed = Math.min(lastDay, positions.closeDay[position] as number)
    last[instrument] = Math.max(last[instrument] as number, closed)
  }
  return { first, last }
}

/** The sum of the effects of the days after `from` up to `to`, both counted from the first day; without a price or rate 0. */
function addDays(effect: Omit<RateEffect, 'sums'>, start: number, from: number, to: number): number {
  const { values, factors, valuesFrom, rates, ratesFrom } = effect
  let sum = start
  for (let day = from; day < to; day += 1) {
    const value = values[valuesFrom + day] as number
    const amount = factors === null ? value : value * (factors[valuesFrom + day] as number)
    const change = amount * ((rates[ratesFrom + day + 1] as number) - (rates[ratesFrom + day] as number))
    // One day without a rate must not make all later sums NaN.
    if (!Number.isNaN(change)) sum += change
  }
  return sum
}

interface EffectSource {
  readonly snapshot: PortfolioSnapshot
  readonly held: HeldDays
  readonly instrument: number
  readonly rates: Float64Array
}

function buildRateEffect(
  { snapshot, held, instrument, rates }: EffectSource,
  part: EffectPart,
): RateEffect | null {
  const prices = snapshot.prices[instrument]
  if (!prices || prices.values.length === 0) return null
  const firstDay = Math.max(prices.firstDay, held.first[instrument] as number)
  const days = (held.last[instrument] as number) - firstDay
  if (days < 0) return null
  const source = {
    firstDay,
    values: part === 'clean' ? (prices.quoted ?? prices.values) : prices.values,
    factors: part === 'clean' ? (prices.factors ?? null) : null,
    valuesFrom: firstDay - prices.firstDay,
    rates,
    ratesFrom: firstDay - snapshot.firstDay,
  }
  const sums = new Float64Array(Math.floor(days / STEP_DAYS) + 1)
  for (let step = 1; step < sums.length; step += 1)
    sums[step] = addDays(source, sums[step - 1] as number, (step - 1) * STEP_DAYS, step * STEP_DAYS)
  return { ...source, sums }
}

/** What a rate effect needs of a currency view. */
interface RatedView {
  readonly rates: RateColumns
  readonly rateEffects: RateEffects
}

/** The rate effect on the closes of a position's instrument; null without a price, and in the view's own currency. */
export function findRateEffect(
  snapshot: PortfolioSnapshot,
  { rates, rateEffects }: RatedView,
  position: number,
  part: EffectPart,
): RateEffect | null {
  const instrument = snapshot.positions.instrument[position] as number
  const known = rateEffects[part].get(instrument)
  if (known) return known
  const column = rates[snapshot.positions.currency[position] as number]
  if (!column) return null
  rateEffects.heldDays ??= findHeldDays(snapshot)
  const built = buildRateEffect({ snapshot, held: rateEffects.heldDays, instrument, rates: column }, part)
  if (built) rateEffects[part].set(instrument, built)
  return built
}

/** The summed effect on one unit up to the close of a day within the instrument's held days. */
export function rateEffectUntil(effect: RateEffect, day: Day): number {
  const index = day - effect.firstDay
  const step = Math.floor(index / STEP_DAYS)
  return addDays(effect, effect.sums[step] as number, step * STEP_DAYS, index)
}
