import type { Day, Span } from '@plumbline/charts'

/** What values are: amounts that were won or lost, what something is worth, fractions, or prices. */
export type ChartUnit = 'amount' | 'value' | 'percent' | 'price'

export interface ChartSeries {
  key: string
  label: string
  /** One for each stop; null where nothing is known. */
  values: readonly (number | null)[]
  /** As a style sheet says it: `var(--c2)`. */
  colour: string
  isDashed?: boolean
  /** Holds each value until the next one, as valuations do. */
  isStepped?: boolean
}

/** Something that happened on a day: a trade on the line, or a payment at the foot of the panel. */
export interface ChartMarker {
  key: string
  day: Day
  direction: 'up' | 'down'
  /** Read aloud, and drawn beside it where there is room. */
  label: string
  place: 'line' | 'foot'
}

/** Where the crosshair can stand: a day of a line, or the days that a bar stands for. */
export type Stop = Span
