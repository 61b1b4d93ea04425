import { type Day, startOfMonth, toMonthIndex, toWeekday, toYear } from './day.ts'

export type BarUnit = 'day' | 'week' | 'month'

export interface Bar {
  from: Day
  to: Day
  value: number | null
}

export interface FoldedBars {
  /** The period of one bar; shown to the user if it is not a day. */
  unit: BarUnit
  bars: Bar[]
}

/** How the values of a period combine: amounts are added, returns are linked. */
export type Fold = 'sum' | 'link'

/** More bars cannot be distinguished on a screen. */
export const maxBars = 400

/**
 * One bar per day; above `most` bars one per week, and above that one per month. Weekends without a value have no bar.
 * A week or month without values has a bar without a value.
 */
export function foldBars(
  days: readonly Day[],
  values: readonly (number | null)[],
  fold: Fold,
  most: number = maxBars,
): FoldedBars {
  const kept = days
    .map((day, index): Bar => ({ from: day, to: day, value: values[index] ?? null }))
    .filter(({ from, value }) => toWeekday(from) < 5 || (value !== null && value !== 0))
  if (kept.length <= most) return { unit: 'day', bars: kept }
  const weeks = foldPeriods(kept, day => day - toWeekday(day), fold)
  if (weeks.length <= most) return { unit: 'week', bars: weeks }
  return { unit: 'month', bars: foldPeriods(kept, day => startOfMonth(toYear(day), toMonthIndex(day)), fold) }
}

function foldPeriods(bars: readonly Bar[], startOf: (day: Day) => Day, fold: Fold): Bar[] {
  const together = Map.groupBy(bars, bar => startOf(bar.from))
  return [...together.values()].map(group => ({
    from: group[0]?.from ?? 0,
    to: group.at(-1)?.to ?? 0,
    value: foldValues(
      group.flatMap(({ value }) => (value === null ? [] : [value])),
      fold,
    ),
  }))
}

function foldValues(values: readonly number[], fold: Fold): number | null {
  if (values.length === 0) return null
  if (fold === 'sum') return values.reduce((sum, value) => sum + value, 0)
  return values.reduce((growth, value) => growth * (1 + value), 1) - 1
}
