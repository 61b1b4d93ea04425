import { type Day, startOfMonth, startOfYear, toMonthIndex, toWeekday, toYear } from './day.ts'
import type { Sides, TimeScale } from './time-scale.ts'

export type TimeUnit = 'year' | 'month' | 'day'

export interface TimeTick {
  /** The first day of its period. */
  day: Day
  /** The unit of its label. The first month of a year is labelled with the year. */
  unit: TimeUnit
  x: number
  /** True for a period that began just before the panel: it is labelled at the edge, without a mark. */
  isAtEdge: boolean
}

interface Candidate {
  day: Day
  unit: TimeUnit
}

/** How far before the panel a period may have begun to be labelled at the edge. */
const edgePx = 10

/**
 * Ticks at the starts of periods: years if at least two begin, else months, else days. Ticks are thinned out to keep
 * `leastGapPx` between them.
 */
export function timeTicks(scale: TimeScale, sides: Sides, leastGapPx: number): TimeTick[] {
  const pixelsPerDay = (sides.right - sides.left) / Math.max(1, scale.last - scale.first)
  const from = scale.first - Math.floor(edgePx / Math.max(pixelsPerDay, 0.001))
  const to = scale.last
  const years = yearStarts(from, to)
  const months = monthStarts(from, to)
  const rounds =
    years.length >= 2
      ? [1, 2, 5, 10, 20].map(step => years.filter(({ day }) => toYear(day) % step === 0))
      : months.length >= 2
        ? [1, 2, 3, 6, 12].map(step => months.filter(({ day }) => toMonthIndex(day) % step === 0))
        : dayRounds(scale.first, to)
  const placed = rounds.map(round => round.map(tick => place(tick, scale)))
  return placed.find(ticks => isRoomy(ticks, leastGapPx)) ?? placed.at(-1)?.slice(0, 1) ?? []
}

function place({ day, unit }: Candidate, scale: TimeScale): TimeTick {
  const isAtEdge = day < scale.first
  return { day, unit, isAtEdge, x: scale.x(isAtEdge ? scale.first : day) }
}

function isRoomy(ticks: readonly TimeTick[], leastGapPx: number): boolean {
  return ticks.every((tick, index) => index === 0 || tick.x - (ticks[index - 1]?.x ?? 0) >= leastGapPx)
}

function yearStarts(from: Day, to: Day): Candidate[] {
  const starts: Candidate[] = []
  for (let year = toYear(from); year <= toYear(to); year += 1) {
    const day = startOfYear(year)
    if (day >= from && day <= to) starts.push({ day, unit: 'year' })
  }
  return starts
}

function monthStarts(from: Day, to: Day): Candidate[] {
  const starts: Candidate[] = []
  const year = toYear(from)
  for (let month = 0; startOfMonth(year, month) <= to; month += 1) {
    const day = startOfMonth(year, month)
    if (day >= from) starts.push({ day, unit: month % 12 === 0 ? 'year' : 'month' })
  }
  return starts
}

/** Each day, else Mondays, else every second Monday. */
function dayRounds(from: Day, to: Day): Candidate[][] {
  const days = Array.from(
    { length: to - from + 1 },
    (_, index): Candidate => ({ day: from + index, unit: 'day' }),
  )
  const mondays = days.filter(({ day }) => toWeekday(day) === 0)
  return [
    days,
    days.filter((_, index) => index % 2 === 0),
    mondays,
    mondays.filter((_, index) => index % 2 === 0),
  ]
}
