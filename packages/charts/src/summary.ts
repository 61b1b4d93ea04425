import type { Day } from './day.ts'

interface DatedValue {
  day: Day
  value: number
}

/** Summary of a line for screen readers. */
export interface SeriesSummary {
  first: DatedValue
  last: DatedValue
  lowest: DatedValue
  highest: DatedValue
}

/** Summarizes a series; null without values. Of equal extremes the earlier one counts. */
export function summarize(days: readonly Day[], values: readonly (number | null)[]): SeriesSummary | null {
  const known = days.flatMap((day, index): DatedValue[] => {
    const value = values[index] ?? null
    return value === null ? [] : [{ day, value }]
  })
  const [first] = known
  const last = known.at(-1)
  if (first === undefined || last === undefined) return null
  return {
    first,
    last,
    lowest: known.reduce((least, point) => (point.value < least.value ? point : least), first),
    highest: known.reduce((most, point) => (point.value > most.value ? point : most), first),
  }
}
