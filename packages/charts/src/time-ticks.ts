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
  /** Which part of the label is at `x`: a label near an end of the panel stays inside. */
  anchor: 'start' | 'middle' | 'end'
}

interface Candidate {
  day: Day
  unit: TimeUnit
}

interface Panel {
  scale: TimeScale
  sides: Sides
  /** The widest label with the space after it. */
  labelPx: number
}

/** How far before the panel a period may have begun to be labelled at the edge. */
const edgePx = 10
/** Half of a year or the short name of a month. */
const shortHalfPx = 14
/** An axis with fewer years is labelled by months. */
const manyYears = 4

/**
 * Ticks at the starts of periods: years if many begin, else months with the years among them, else days. They are thinned out until every
 * label has `labelPx`; where fewer than two remain, shorter periods are labelled, and at last both ends. A panel of
 * one day, or without room for two labels, has one.
 */
export function timeTicks(scale: TimeScale, sides: Sides, labelPx: number): TimeTick[] {
  const panel = { scale, sides, labelPx }
  const { first, last } = scale
  const ends: Candidate[] = [first, last].map(day => ({ day, unit: 'day' }))
  for (const round of [...listRounds(panel), ends]) {
    const ticks = placeRound(round, panel)
    if (ticks.length >= 2 && isRoomy(ticks, labelPx)) return ticks
  }
  return placeRound(ends.slice(0, 1), panel)
}

/** The candidates of an axis, from the preferred ones to those that fit almost anywhere. */
function* listRounds({ scale: { first, last }, sides }: Panel): Generator<Candidate[]> {
  const pixelsPerDay = (sides.right - sides.left) / Math.max(1, last - first)
  const from = first - Math.floor(edgePx / Math.max(pixelsPerDay, 0.001))
  const years = yearStarts(from, last)
  const months = monthStarts(from, last)
  if (years.length >= manyYears) yield* thinnedYears(years)
  if (months.length >= 2)
    for (const step of [1, 2, 3, 6, 12]) yield months.filter(({ day }) => toMonthIndex(day) % step === 0)
  if (years.length >= 2) yield* thinnedYears(years)
  yield* dayRounds(first, last)
}

function* thinnedYears(years: readonly Candidate[]): Generator<Candidate[]> {
  for (const step of [1, 2, 5, 10, 20]) yield years.filter(({ day }) => toYear(day) % step === 0)
}

/** Places the ticks of a round; the one at the edge only where it leaves room for the next. */
function placeRound(round: readonly Candidate[], panel: Panel): TimeTick[] {
  // Days without a bar have the place of the next bar, which is the one to label.
  const ticks = round
    .map(candidate => place(candidate, panel))
    .filter(({ x }, index, all) => x !== all[index + 1]?.x)
  const isEdgeFree = ticks[0]?.isAtEdge !== true || isRoomy(ticks.slice(0, 2), panel.labelPx)
  return isEdgeFree ? ticks : ticks.slice(1)
}

function place({ day, unit }: Candidate, { scale, sides, labelPx }: Panel): TimeTick {
  const isAtEdge = day < scale.first
  const x = scale.x(isAtEdge ? scale.first : day)
  const halfPx = unit === 'day' ? labelPx / 2 : shortHalfPx
  const anchor = x - sides.left < halfPx ? 'start' : sides.right - x < halfPx ? 'end' : 'middle'
  return { day, unit, isAtEdge, x, anchor }
}

/** Where the label of a tick begins. */
function labelStart({ x, anchor }: TimeTick, labelPx: number): number {
  return anchor === 'start' ? x : anchor === 'end' ? x - labelPx : x - labelPx / 2
}

function isRoomy(ticks: readonly TimeTick[], labelPx: number): boolean {
  return ticks.every((tick, index) => {
    const before = ticks[index - 1]
    return before === undefined || labelStart(tick, labelPx) - labelStart(before, labelPx) >= labelPx
  })
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

/** Each day, else every second day, else Mondays, then every second and every fourth Monday. */
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
    mondays.filter((_, index) => index % 4 === 0),
  ]
}
