import type { Period } from '../calendar/period.ts'
import type { CurrencyView } from '../currency/currency-view.ts'
import { VALUE_TOLERANCE } from '../money/tolerances.ts'
import { STILL_OPEN } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'

// Columns have one value per position, segment or day by construction; hence `as number` in the loops below.

/** Where the values of a scope or group come from. */
export interface ValuedPositions {
  readonly snapshot: PortfolioSnapshot
  readonly view: CurrencyView
  readonly period: Period
  readonly isMember: (position: number) => boolean
}

/** Adds the magnitudes of what a position's values are summed from: units x close x rate, and money due x rate. */
function addMagnitudes(
  { snapshot, view, period }: ValuedPositions,
  position: number,
  sum: Float64Array,
): void {
  const { segments, positions } = snapshot
  const open = period.from - 1
  const prices = snapshot.prices[positions.instrument[position] as number]
  const rates = view.rates[positions.currency[position] as number] ?? null
  const first = Math.max(open, snapshot.firstDay, view.entryDay[position] as number)
  const last = positions.segmentFrom[position + 1] as number
  for (let segment = positions.segmentFrom[position] as number; segment < last; segment += 1) {
    const to = Math.min(segments.to[segment] as number, period.to)
    const units = segments.units[segment] as number
    const offset = Math.abs(segments.offset[segment] as number)
    for (let day = Math.max(segments.from[segment] as number, first); day <= to; day += 1) {
      const close = prices === undefined ? 1 : (prices.values[day - prices.firstDay] as number)
      const rate = rates === null ? 1 : (rates[day - snapshot.firstDay] as number)
      const worth = units === 0 ? 0 : Math.abs(units * close)
      sum[day - open] = (sum[day - open] as number) + (worth + offset) * rate
    }
  }
}

function sumMagnitudes(positions: ValuedPositions, length: number): Float64Array {
  const sum = new Float64Array(length)
  const { openDay } = positions.snapshot.positions
  for (let position = 0; position < openDay.length; position += 1)
    if (
      positions.isMember(position) &&
      (openDay[position] as number) <= positions.period.to &&
      positions.view.entryDay[position] !== STILL_OPEN
    )
      addMagnitudes(positions, position, sum)
  return sum
}

/**
 * Sets values to 0 that are only the float64 residue of values that cancel, such as a purchase and the overdraft that
 * paid for it: they would otherwise count as the capital of a return.
 *
 *     residue: |sum of values| <= VALUE_TOLERANCE x sum of |values|, of the same day and positions
 *
 * The magnitudes are summed only where a value is small enough to be a residue, which is rare.
 */
export function dropValueRounding(values: Float64Array, positions: ValuedPositions): void {
  const { roundingBound } = positions.view
  let magnitudes: Float64Array | null = null
  for (let index = 0; index < values.length; index += 1) {
    const value = Math.abs(values[index] as number)
    if (value === 0 || !(value <= roundingBound)) continue
    magnitudes ??= sumMagnitudes(positions, values.length)
    if (value <= VALUE_TOLERANCE * (magnitudes[index] as number)) values[index] = 0
  }
}
