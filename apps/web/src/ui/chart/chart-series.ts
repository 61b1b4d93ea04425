import { type Day, parseDay, type Span } from '@plumbline/charts'
import type { Range } from './use-cursor.ts'

/** The kind of values: profit or loss, valuation, fraction, difference of fractions, price of a position, or public price. */
export type ChartUnit = 'amount' | 'value' | 'percent' | 'points' | 'price' | 'quote'

export interface ChartSeries {
  key: string
  label: string
  /** One value per stop; null where unknown. */
  values: readonly (number | null)[]
  /** A CSS colour such as `var(--c2)`. */
  colour: string
  isDashed?: boolean
  /** Draws steps that hold each value until the next, as for valuations. */
  isStepped?: boolean
}

/** An event on a day: a trade on the line, a payment at the bottom of the panel, or a split as a rule through it. */
export type ChartMarker = {
  key: string
  day: Day
  /** The accessible name, also drawn where there is room. */
  label: string
} & ({ place: 'line' | 'foot'; direction: 'up' | 'down' } | { place: 'rule' })

/** A position of the crosshair: the day of a point, or the days of a bar. */
export type Stop = Span

/** A stop per day of a series. */
export function dayStops(rows: readonly { date: string }[]): Stop[] {
  return rows.map(({ date }) => ({ from: parseDay(date), to: parseDay(date) }))
}

/** The ranges of consecutive stops for which a condition holds. */
export function findRanges<Row>(rows: readonly Row[], holds: (row: Row) => boolean): Range[] {
  const ranges: Range[] = []
  rows.forEach((row, index) => {
    if (!holds(row)) return
    const last = ranges.at(-1)
    if (last?.to === index - 1) last.to = index
    else ranges.push({ from: index, to: index })
  })
  return ranges
}
