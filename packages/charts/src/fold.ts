import { type Day, monthIndexOf, startOfMonth, weekdayOf, yearOf } from './day.ts'

export type BarUnit = 'day' | 'week' | 'month'

export interface Bar {
  from: Day
  to: Day
  value: number | null
}

export interface FoldedBars {
  /** What one bar stands for: say so where it is not a day. */
  unit: BarUnit
  bars: Bar[]
}

/** How the values of several days become one: amounts are added, returns are linked. */
export type Fold = 'sum' | 'link'

/** More bars than this cannot be told apart on a screen. */
export const mostBars = 400

/**
 * One bar per day; above `most` bars one per week, and above that one per month. Weekends on which nothing
 * happened have no bar. A week or month of which nothing is known has a bar without a value.
 */
export function foldBars(
  days: readonly Day[],
  values: readonly (number | null)[],
  fold: Fold,
  most: number = mostBars,
): FoldedBars {
  const kept = days
    .map((day, index): Bar => ({ from: day, to: day, value: values[index] ?? null }))
    .filter(({ from, value }) => weekdayOf(from) < 5 || (value !== null && value !== 0))
  if (kept.length <= most) return { unit: 'day', bars: kept }
  const weeks = gathered(kept, day => day - weekdayOf(day), fold)
  if (weeks.length <= most) return { unit: 'week', bars: weeks }
  return { unit: 'month', bars: gathered(kept, day => startOfMonth(yearOf(day), monthIndexOf(day)), fold) }
}

function gathered(bars: readonly Bar[], startOf: (day: Day) => Day, fold: Fold): Bar[] {
  const together = Map.groupBy(bars, bar => startOf(bar.from))
  return [...together.values()].map(group => ({
    from: group[0]?.from ?? 0,
    to: group.at(-1)?.to ?? 0,
    value: folded(
      group.flatMap(({ value }) => (value === null ? [] : [value])),
      fold,
    ),
  }))
}

function folded(values: readonly number[], fold: Fold): number | null {
  if (values.length === 0) return null
  if (fold === 'sum') return values.reduce((sum, value) => sum + value, 0)
  return values.reduce((growth, value) => growth * (1 + value), 1) - 1
}
