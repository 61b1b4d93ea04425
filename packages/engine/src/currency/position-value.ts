import type { Day } from '../calendar/day.ts'
import { VALUE_TOLERANCE } from '../money/tolerances.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import type { CurrencyView } from './view-builder.ts'

// Columns of a snapshot have one value per position or segment by construction, hence `as number` below.

/** The part of a currency view that converts values. */
type Rates = Pick<CurrencyView, 'rates' | 'currency'>

/** Close x rate of a position on a day, in the view's currency; NaN without either. */
export function unitValueOn(snapshot: PortfolioSnapshot, view: Rates, position: number, day: Day): number {
  const instrument = snapshot.positions.instrument[position] as number
  const prices = instrument < 0 ? null : snapshot.prices[instrument]
  const close = prices === null ? 1 : (prices?.values[day - prices.firstDay] ?? Number.NaN)
  if (view.currency === null) return close
  const column = view.rates[snapshot.positions.currency[position] as number]
  return column === null ? close : close * (column?.[day - snapshot.firstDay] ?? Number.NaN)
}

/** The same as quoted: without accrued interest, and per unit of the remaining nominal. */
export function quoteOn(snapshot: PortfolioSnapshot, view: Rates, position: number, day: Day): number {
  const prices = snapshot.prices[snapshot.positions.instrument[position] as number]
  if (prices?.quoted === undefined) return unitValueOn(snapshot, view, position, day)
  const quote = prices.quoted[day - prices.firstDay] ?? Number.NaN
  const column = view.rates[snapshot.positions.currency[position] as number]
  const isPlain = view.currency === null || column === null
  return isPlain ? quote : quote * (column?.[day - snapshot.firstDay] ?? Number.NaN)
}

/** The segment that a day lies in, or -1 when nothing is held at its close. */
export function segmentOn(snapshot: PortfolioSnapshot, position: number, day: Day): number {
  const { segments } = snapshot
  let low = snapshot.positions.segmentFrom[position] as number
  let high = snapshot.positions.segmentFrom[position + 1] as number
  while (low < high) {
    const middle = (low + high) >> 1
    if ((segments.from[middle] as number) <= day) low = middle + 1
    else high = middle
  }
  const found = low - 1
  if (found < (snapshot.positions.segmentFrom[position] as number)) return -1
  return (segments.to[found] as number) >= day ? found : -1
}

/** Whether a position has a value at a close: a holding or a claim. */
export function hasValueOn(snapshot: PortfolioSnapshot, position: number, day: Day): boolean {
  return segmentOn(snapshot, position, day) >= 0
}

/** Signed quantity x contract size of a position at the close of a day; 0 without a holding. */
export function unitsOn(snapshot: PortfolioSnapshot, position: number, day: Day): number {
  const segment = segmentOn(snapshot, position, day)
  return segment < 0 ? 0 : (snapshot.segments.units[segment] as number)
}

/** Units x close + offset of a position at a close, in the view's currency: 0 without a holding or claim, NaN without price or rate. */
export function positionValue(
  snapshot: PortfolioSnapshot,
  view: Rates,
  position: number,
  day: Day,
  segment: number = segmentOn(snapshot, position, day),
): number {
  if (segment < 0) return 0
  const units = snapshot.segments.units[segment] as number
  // A claim can outlast the holding.
  const worth = units === 0 ? 0 : units * unitValueOn(snapshot, view, position, day)
  const offset = snapshot.segments.offset[segment] as number
  if (offset === 0) return worth
  const column = view.rates[snapshot.positions.currency[position] as number]
  const isPlain = view.currency === null || column === null
  const due = isPlain ? offset : offset * (column?.[day - snapshot.firstDay] ?? Number.NaN)
  const value = worth + due
  // A contract at its entry price is worth nothing, not a rounding.
  return Math.abs(value) <= VALUE_TOLERANCE * Math.abs(worth) ? 0 : value
}
