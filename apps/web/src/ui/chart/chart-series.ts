import type { Span } from '@plumbline/charts'

/** What values are: amounts of money, or fractions shown in percent. */
export type ChartUnit = 'amount' | 'percent'

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

/** Where the crosshair can stand: a day of a line, or the days that a bar stands for. */
export type Stop = Span
