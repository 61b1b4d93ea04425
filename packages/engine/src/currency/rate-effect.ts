import type { Day } from '../calendar/day.ts'
import { STILL_OPEN } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import type { InstrumentPrices } from '../valuation/instrument-prices.ts'
import type { CurrencyView } from './view-builder.ts'

// Columns have a value for every day that is read, hence `as number` in the loops below.

/**
 * The effect of the exchange rate on one unit of an instrument, summed from `firstDay` on:
 *
 *     sum(d) = sum(d - 1) + value(d - 1) x (rate(d) - rate(d - 1))        value in its own currency
 *
 * A holding of constant units from a to b then has the effect units x (sum(b) - sum(a)), without a loop over its days.
 */
export interface RateEffect {
  readonly firstDay: Day
  /** The sum of every `STEP_DAYS`th day. */
  readonly sums: Float64Array
  /** Values and rates from the first day on. */
  readonly values: Float64Array
  readonly rates: Float64Array
  /** Per segment of the snapshot: the effect on its units over all its days, NaN until it was needed. */
  readonly segments: Float64Array
}

/** Days per stored sum. The days between are added on each read: a sum per day would take as much memory as the prices. */
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

/** The effects of the days after `from` up to `to`, both counted from the first day; 0 of a day without a price or rate. */
function addDays(values: Float64Array, rates: Float64Array, from: number, to: number): number {
  let sum = 0
  for (let day = from; day < to; day += 1)
    sum += (values[day] as number) * ((rates[day + 1] as number) - (rates[day] as number)) || 0
  return sum
}

function buildSums(values: Float64Array, rates: Float64Array, days: number): Float64Array {
  const sums = new Float64Array(Math.floor(days / STEP_DAYS) + 1)
  let sum = 0
  for (let step = 1; step < sums.length; step += 1) {
    const end = step * STEP_DAYS
    let part = 0
    for (let day = end - STEP_DAYS; day < end; day += 1)
      part += (values[day] as number) * ((rates[day + 1] as number) - (rates[day] as number))
    // A day without a rate must not make all later sums NaN.
    sum += Number.isNaN(part) ? addDays(values, rates, end - STEP_DAYS, end) : part
    sums[step] = sum
  }
  return sums
}

/** Closes without accrued interest, per unit: quotes x pool factors. */
function cleanCloses({ values, quoted = values, factors }: InstrumentPrices): Float64Array {
  return factors ? quoted.map((quote, day) => quote * (factors[day] ?? 1)) : quoted
}

/** The rate effect on the closes of a position's instrument; null without a price, and in the view's own currency. */
export function findRateEffect(
  snapshot: PortfolioSnapshot,
  view: Pick<CurrencyView, 'rates' | 'rateEffects'>,
  position: number,
  part: EffectPart,
): RateEffect | null {
  const { rateEffects } = view
  const instrument = snapshot.positions.instrument[position] as number
  const known = rateEffects[part].get(instrument)
  if (known) return known
  const rates = view.rates[snapshot.positions.currency[position] as number]
  const prices = snapshot.prices[instrument]
  if (!rates || !prices || prices.values.length === 0) return null
  rateEffects.heldDays ??= findHeldDays(snapshot)
  const firstDay = Math.max(prices.firstDay, rateEffects.heldDays.first[instrument] as number)
  const days = (rateEffects.heldDays.last[instrument] as number) - firstDay
  if (days < 0) return null
  // Columns that begin on the same day: V8 reads them several times faster than with an offset each.
  const closes = part === 'clean' ? cleanCloses(prices) : prices.values
  const columns = {
    values: closes.subarray(firstDay - prices.firstDay),
    rates: rates.subarray(firstDay - snapshot.firstDay),
  }
  const [other] = rateEffects[part].values()
  const built = {
    firstDay,
    ...columns,
    sums: buildSums(columns.values, columns.rates, days),
    segments: other?.segments ?? new Float64Array(snapshot.segments.from.length).fill(Number.NaN),
  }
  rateEffects[part].set(instrument, built)
  return built
}

function sumUntil({ firstDay, sums, values, rates }: RateEffect, day: Day): number {
  const index = day - firstDay
  const step = Math.floor(index / STEP_DAYS)
  return (sums[step] as number) + addDays(values, rates, step * STEP_DAYS, index)
}

/** The effect on one unit from the close of one day to that of another, both within the instrument's held days. */
export function rateEffectBetween(effect: RateEffect, from: Day, to: Day): number {
  return sumUntil(effect, to) - sumUntil(effect, from)
}
