import type { CurrencyView } from '../../currency/currency-view.ts'
import { listParts, type ViewedPart } from '../../currency/join-views.ts'
import { hasValueOn, positionValue } from '../../currency/position-value.ts'
import type { CurrencyViews } from '../../currency/view-builder.ts'
import { STILL_OPEN } from '../../posting/journal.ts'
import type { ColumnSource } from '../../series/columns.ts'
import type { PortfolioSnapshot } from '../../snapshot/snapshot.ts'
import type { Partition } from '../scope.ts'
import { type DailyFigures, type DayColumns, sumInto } from './daily-columns.ts'

// Columns have one value per position, segment or day by construction; hence `as number` in the hot loops below.

/** value[i] += units x close x rate for the days of one segment: the hottest loop of the engine, hence plain parameters. */
function addSegment(
  value: Float64Array,
  valueFrom: number,
  days: number,
  units: number,
  closes: Float64Array | null,
  closeFrom: number,
  rates: Float64Array | null,
  rateFrom: number,
): void {
  // Results of Math.max are compiled as doubles, and indexing by doubles takes twice as long: `| 0` makes them integers.
  const length = days | 0
  const at = valueFrom | 0
  const closeAt = closeFrom | 0
  const rateAt = rateFrom | 0
  if (closes === null && rates === null) {
    for (let i = 0; i < length; i += 1) value[at + i] = (value[at + i] as number) + units
  } else if (closes === null) {
    const column = rates as Float64Array
    for (let i = 0; i < length; i += 1)
      value[at + i] = (value[at + i] as number) + units * (column[rateAt + i] as number)
  } else if (rates === null) {
    for (let i = 0; i < length; i += 1)
      value[at + i] = (value[at + i] as number) + units * (closes[closeAt + i] as number)
  } else {
    for (let i = 0; i < length; i += 1)
      value[at + i] =
        (value[at + i] as number) + units * (closes[closeAt + i] as number) * (rates[rateAt + i] as number)
  }
}

/**
 * Adds a position's daily values to a column whose index 0 is the close of `open`.
 *
 *     value of a day = units x close x rate + money due x rate
 *
 * Days before the position's first valued close add nothing. Unit: the view's currency.
 */
export function addPositionValues(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  position: number,
  value: Float64Array,
  open: number,
  to: number,
): void {
  const { segments, positions } = snapshot
  const instrument = positions.instrument[position] as number
  const prices = instrument < 0 ? null : (snapshot.prices[instrument] ?? null)
  const closes = prices === null ? null : prices.values
  const closeDay = prices === null ? 0 : prices.firstDay
  const rates = view.rates[positions.currency[position] as number] ?? null
  const first = Math.max(open, snapshot.firstDay, view.entryDay[position] as number)
  const last = positions.segmentFrom[position + 1] as number
  for (let segment = positions.segmentFrom[position] as number; segment < last; segment += 1) {
    const from = Math.max(segments.from[segment] as number, first)
    const length = Math.min(segments.to[segment] as number, to) - from + 1
    if (length <= 0) continue
    const units = segments.units[segment] as number
    // A claim can outlast the holding, and there may be no close then.
    if (units !== 0)
      addSegment(value, from - open, length, units, closes, from - closeDay, rates, from - snapshot.firstDay)
    const offset = segments.offset[segment] as number
    if (offset !== 0) addSegment(value, from - open, length, offset, null, 0, rates, from - snapshot.firstDay)
  }
}

/** What the daily values are summed from and by. */
export interface ValueInputs {
  readonly snapshot: PortfolioSnapshot
  readonly views: CurrencyViews
  readonly scope: Partition
  /** A second partition to sum values by, or null. */
  readonly secondary: Partition | null
  readonly columns: ColumnSource
}

/**
 * Sums values by group, and by a second partition at no further cost: days are summed once per pair of groups that
 * occurs, and the pairs are then summed into both.
 */
export function addValues(figures: DailyFigures, inputs: ValueInputs): void {
  const { snapshot, views, secondary } = inputs
  const secondaryCount = secondary === null ? 1 : secondary.groups.length
  const pairs = new Map<number, Float64Array>()
  for (const part of listParts(snapshot, views)) addPartValues(figures, inputs, part, pairs)
  for (const [pair, column] of pairs) {
    sumInto((figures.groups[Math.floor(pair / secondaryCount)] as DayColumns).value, column)
    sumInto(figures.secondaryValues[pair % secondaryCount] as Float64Array, column)
  }
}

function addPartValues(
  figures: DailyFigures,
  { scope: { groupIndex }, secondary, columns }: ValueInputs,
  { snapshot, views, firstPosition }: ViewedPart,
  pairs: Map<number, Float64Array>,
): void {
  const view = views.calculated
  const open = figures.period.from - 1
  const { to } = figures.period
  const { count, instrument, openDay, segmentFrom } = snapshot.positions
  for (let position = 0; position < count; position += 1) {
    const place = firstPosition + position
    const group = groupIndex[place] as number
    const segmentTo = segmentFrom[position + 1] as number
    const isOutside =
      (openDay[position] as number) > to ||
      segmentTo === segmentFrom[position] ||
      (snapshot.segments.to[segmentTo - 1] as number) < open
    if (group < 0 || isOutside || view.entryDay[position] === STILL_OPEN) continue
    const pair =
      secondary === null ? group : group * secondary.groups.length + (secondary.groupIndex[place] as number)
    let column = secondary === null ? (figures.groups[group] as DayColumns).value : pairs.get(pair)
    if (!column) {
      column = columns.column(figures.cash.length)
      pairs.set(pair, column)
    }
    addPositionValues(snapshot, view, position, column, open, to)
    if ((instrument[position] as number) < 0)
      addPositionValues(snapshot, view, position, figures.cash, open, to)
  }
}

/** The value of a position at a close in the view's currency: 0 without a holding or claim, null when it cannot be valued. */
export function findPositionValue(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  position: number,
  day: number,
): number | null {
  if (!hasValueOn(snapshot, position, day)) return 0
  if ((view.entryDay[position] as number) > day) return null
  const value = positionValue(snapshot, view, position, day)
  return !Number.isNaN(value) ? value : null
}
