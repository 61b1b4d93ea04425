import type { Month, Months } from '../../card-queries.ts'

export interface YearReturns {
  year: number
  whole: Month | undefined
  byMonth: ReadonlyMap<number, Month>
}

/** Groups the months by year, the latest first. */
export function groupByYear({ months, years }: Months): YearReturns[] {
  return [...Map.groupBy(months, ({ year }) => year)]
    .map(([year, members]) => ({
      year,
      whole: years.find(one => one.year === year),
      byMonth: new Map(members.flatMap(month => (month.month === null ? [] : [[month.month, month]]))),
    }))
    .toSorted((one, other) => other.year - one.year)
}

/** Larger differences are not rounding. */
const tolerance = 1e-6

/**
 * Links the returns of the years to a total: (1 + r1)(1 + r2)… − 1. Null where a return is unknown or the
 * months of a year do not link to it.
 */
export function linkYears(months: Months): number | null {
  let total = 1
  for (const { whole, byMonth } of groupByYear(months)) {
    const linked = link([...byMonth.values()].map(({ twr }) => twr))
    if (whole?.twr == null || linked === null || Math.abs(linked - whole.twr) > tolerance) return null
    total *= 1 + whole.twr
  }
  return total - 1
}

/** Links returns. A month without a return had no capital invested and counts as zero. */
function link(returns: readonly (number | null)[]): number | null {
  return returns.every(value => value === null)
    ? null
    : returns.reduce<number>((growth, value) => growth * (1 + (value ?? 0)), 1) - 1
}

const palest = 9
const deepest = 49

/** The opacity of a cell's colour in percent, scaled to the largest return. */
export function heatPercent(value: number, most: number): number {
  if (value === 0) return 0
  return Math.round(palest + (deepest - palest) * Math.min(1, Math.abs(value) / most))
}

/** The first and the last day of a month. */
export function monthDays(year: number, month: number): [from: string, to: string] {
  const iso = (date: Date) => date.toISOString().slice(0, 10)
  return [iso(new Date(Date.UTC(year, month - 1, 1))), iso(new Date(Date.UTC(year, month, 0)))]
}
