import type { Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import type { DailySeries } from './market.ts'

/** The highest close of a period, and the distance of the last one from it. */
export interface HighestClose {
  readonly high: number
  readonly day: Day
  /** A fraction, 0 at the high and negative below it: last close / high - 1. */
  readonly distance: number
}

/** Finds the highest close of a period, both ends included; of equal ones the first. Null without a positive close. */
export function findHighestClose(
  { firstDay, values }: DailySeries,
  { from, to }: Period,
): HighestClose | null {
  const last = Math.min(to, firstDay + values.length - 1)
  let best: Day | null = null
  for (let day = Math.max(from, firstDay); day <= last; day += 1)
    if (best === null || (values[day - firstDay] ?? 0) > (values[best - firstDay] ?? 0)) best = day
  if (best === null) return null
  const high = values[best - firstDay] ?? 0
  return high > 0 ? { high, day: best, distance: (values[last - firstDay] ?? 0) / high - 1 } : null
}
