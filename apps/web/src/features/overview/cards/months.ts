import type { Month, Months } from '../use-lower.ts'

export interface YearOfMonths {
  year: number
  whole: Month | undefined
  byMonth: ReadonlyMap<number, Month>
}

/** The latest year first. */
export function yearsOf({ months, years }: Months): YearOfMonths[] {
  return [...Map.groupBy(months, ({ year }) => year)]
    .map(([year, members]) => ({
      year,
      whole: years.find(one => one.year === year),
      byMonth: new Map(members.flatMap(month => (month.month === null ? [] : [[month.month, month]]))),
    }))
    .toSorted((one, other) => other.year - one.year)
}

/** More than rounding can explain. */
const tolerance = 1e-6

/**
 * What the years come to together, where the months of each link to it: (1 + r1)(1 + r2)… − 1. Null where
 * they do not, or where one is not known: then nothing is claimed.
 */
export function linksUp(months: Months): number | null {
  let total = 1
  for (const { whole, byMonth } of yearsOf(months)) {
    const linked = link([...byMonth.values()].map(({ twr }) => twr))
    if (whole?.twr == null || linked === null || Math.abs(linked - whole.twr) > tolerance) return null
    total *= 1 + whole.twr
  }
  return total - 1
}

/** A month without a return had no money at work and changes nothing. */
function link(returns: readonly (number | null)[]): number | null {
  return returns.every(value => value === null)
    ? null
    : returns.reduce<number>((growth, value) => growth * (1 + (value ?? 0)), 1) - 1
}

const palest = 9
const deepest = 49

/** How much colour a cell has over its surface, in percent: the largest move has most. */
export function heatOf(value: number, most: number): number {
  if (value === 0) return 0
  return Math.round(palest + (deepest - palest) * Math.min(1, Math.abs(value) / most))
}

/** The first and the last day of a month. */
export function monthDays(year: number, month: number): [from: string, to: string] {
  const iso = (date: Date) => date.toISOString().slice(0, 10)
  return [iso(new Date(Date.UTC(year, month - 1, 1))), iso(new Date(Date.UTC(year, month, 0)))]
}
