import type { Day } from '../calendar/day.ts'
import { STILL_OPEN } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import type { InstrumentPrices } from '../valuation/instrument-prices.ts'
import type { RateColumns } from './rate-columns.ts'

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
  /** The sums up to every step, and what float64 rounded off them. */
  readonly sums: Float64Array
  readonly rests: Float64Array
  /** Days from the first day to the first step. */
  readonly lead: number
  /** Values and rates from the first day on. */
  readonly values: Float64Array
  readonly rates: Float64Array
  /** Per segment of the snapshot: the effect on its units over all its days, NaN until it was needed. */
  readonly segments: Float64Array
}

/**
 * Days per stored sum. The days between are added on each read: a sum per day would take as much memory as the prices.
 * Steps are multiples of it in the calendar, so that an effect is the same to the last digit wherever the sums start.
 */
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

/** What float64 rounded off `sum` = a + b. */
function roundedOff(sum: number, a: number, b: number): number {
  const added = sum - a
  return a - (sum - added) + (b - added)
}

function buildSums(
  values: Float64Array,
  rates: Float64Array,
  lead: number,
  days: number,
): Pick<RateEffect, 'sums' | 'rests'> {
  const steps = Math.max(0, Math.floor((days - lead) / STEP_DAYS) + 1)
  const sums = new Float64Array(steps)
  const rests = new Float64Array(steps)
  let sum = 0
  let rest = 0
  for (let step = 1; step < steps; step += 1) {
    const end = lead + step * STEP_DAYS
    let part = 0
    for (let day = end - STEP_DAYS; day < end; day += 1)
      part += (values[day] as number) * ((rates[day + 1] as number) - (rates[day] as number))
    // A day without a rate must not make all later sums NaN.
    if (Number.isNaN(part)) part = addDays(values, rates, end - STEP_DAYS, end)
    const next = sum + part
    rest += roundedOff(next, sum, part)
    sum = next
    sums[step] = sum
    rests[step] = rest
  }
  return { sums, rests }
}

/** Closes without accrued interest, per unit: quotes x pool factors. */
function cleanCloses({ values, quoted = values, factors }: InstrumentPrices): Float64Array {
  return factors ? quoted.map((quote, day) => quote * (factors[day] ?? 1)) : quoted
}

/** What a rate effect needs of a currency view. */
interface RatedView {
  readonly rates: RateColumns
  readonly rateEffects: RateEffects
}

/** The rate effect on the closes of a position's instrument; null without a price, and in the view's own currency. */
export function findRateEffect(
  snapshot: PortfolioSnapshot,
  view: RatedView,
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
  const lead = (STEP_DAYS - (firstDay % STEP_DAYS)) % STEP_DAYS
  const [other] = rateEffects[part].values()
  const built = {
    firstDay,
    ...columns,
    lead,
    ...buildSums(columns.values, columns.rates, lead, days),
    segments: other?.segments ?? new Float64Array(snapshot.segments.from.length).fill(Number.NaN),
  }
  rateEffects[part].set(instrument, built)
  return built
}

/** The effect on one unit from the close of one day to that of another, both within the instrument's held days. */
export function rateEffectBetween(effect: RateEffect, from: Day, to: Day): number {
  const { firstDay, lead, sums, rests, values, rates } = effect
  const begin = from - firstDay
  const end = to - firstDay
  const first = Math.ceil((begin - lead) / STEP_DAYS)
  const last = Math.floor((end - lead) / STEP_DAYS)
  if (first > last) return addDays(values, rates, begin, end)
  const [before, after] = [sums[first] as number, sums[last] as number]
  const whole = after - before
  const rest = roundedOff(whole, after, -before) + ((rests[last] as number) - (rests[first] as number))
  return (
    addDays(values, rates, begin, lead + first * STEP_DAYS) +
    (whole + rest) +
    addDays(values, rates, lead + last * STEP_DAYS, end)
  )
}
