import { type Day, parseDay } from '@plumbline/engine'
import { firstClose, tradingDays } from '../calendar.ts'

/** The days that prices are computed for, with the place of each. */
export interface Axis {
  readonly days: readonly Day[]
  /** Per calendar day from the first close on: the place of the last trading day up to it. */
  readonly placeByDay: Int32Array
}

/** Scripted events end here; later prices follow a repeating pattern. */
const lastMilestoneDay: Day = parseDay('2026-12-31')

/**
 * Reaches beyond the present up to the last milestone: a path between two milestones needs both of them, and must
 * not depend on how much of it has already happened.
 */
export function axisUntil(asOf: Day): Axis {
  const days = tradingDays(firstClose, Math.max(asOf, lastMilestoneDay))
  const placeByDay = new Int32Array((days.at(-1) ?? firstClose) - firstClose + 1)
  let place = -1
  for (let day = firstClose; day < firstClose + placeByDay.length; day += 1) {
    if (days[place + 1] === day) place += 1
    placeByDay[day - firstClose] = place
  }
  return { days, placeByDay }
}

/** The place of a day or of the last trading day before it; days outside are taken as the nearest end. */
export function axisIndex(axis: Axis, day: Day): number {
  const index = Math.min(Math.max(day - firstClose, 0), axis.placeByDay.length - 1)
  return axis.placeByDay[index] ?? 0
}
