import { type Day, dateParts, dayFromParts, isWeekend, parseDay, toIsoDate } from '@plumbline/engine'

/** The first close of the demo world: ten years before the day it was made for. */
export const firstClose: Day = parseDay('2016-10-03')
/** The families begin to invest at the turn of the year. */
export const firstPlanDay: Day = parseDay('2017-01-02')
/** Lower bound of the present day, in case the clock is wrong. */
const earliestPresent: Day = parseDay('2026-01-05')

const lastHolidayYear = 2100

/** 1 January and 25 December. A set, because it is looked up a million times. */
const holidays = new Set<Day>()
for (let year = dateParts(firstClose).year; year <= lastHolidayYear; year += 1)
  holidays.add(dayFromParts(year, 1, 1)).add(dayFromParts(year, 12, 25))

/** Weekdays except the two holidays. */
function isTradingDay(day: Day): boolean {
  return !isWeekend(day) && !holidays.has(day)
}

/** The last day with closes, seen from `today`: yesterday, or the last trading day before it. */
export function lastBusinessDay(today: Day): Day {
  return tradingDayBefore(Math.max(today, earliestPresent + 1))
}

export function tradingDayBefore(day: Day): Day {
  return tradingDayUntil(day - 1)
}

/** The day itself if it is a trading day, else the last one before. */
export function tradingDayUntil(day: Day): Day {
  let candidate = day
  while (!isTradingDay(candidate)) candidate -= 1
  return candidate
}

/** The day itself if it is a trading day, else the next one. */
export function tradingDayFrom(day: Day): Day {
  let candidate = day
  while (!isTradingDay(candidate)) candidate += 1
  return candidate
}

/** Trades settle two trading days later. */
export function settlementDay(day: Day): Day {
  return tradingDayFrom(tradingDayFrom(day + 1) + 1)
}

/** Every trading day from `from` to `to`, both included. */
export function tradingDays(from: Day, to: Day): Day[] {
  const days: Day[] = []
  for (let day = from; day <= to; day += 1) if (isTradingDay(day)) days.push(day)
  return days
}

/** A weekday (Monday is 1) of a month by its number: the third Friday is nthWeekday(year, month, 5, 3). */
export function nthWeekday(year: number, month: number, weekday: number, count: number): Day {
  const first = dayFromParts(year, month, 1)
  // Day 0 of the epoch was a Thursday.
  const weekdayOfFirst = ((((first + 3) % 7) + 7) % 7) + 1
  return first + ((weekday - weekdayOfFirst + 7) % 7) + (count - 1) * 7
}

/** Options and index futures expire on the third Friday. */
export function thirdFriday(year: number, month: number): Day {
  return nthWeekday(year, month, 5, 3)
}

const knownDates = new Map<string, Day>()

/** Parses an ISO date. Plans use the same few dates every day, so parsed dates are cached. */
export function on(date: string): Day {
  const known = knownDates.get(date)
  if (known !== undefined) return known
  const day = parseDay(date)
  knownDates.set(date, day)
  return day
}

/** A trading day and the non-trading days before it, whose events are due on it. */
export interface Turn {
  readonly after: Day
  readonly day: Day
  readonly date: string
  readonly year: number
  /** Every calendar day of the turn. */
  readonly dates: readonly { readonly month: number; readonly dayOfMonth: number; readonly isLast: boolean }[]
}

export function createTurn(after: Day, day: Day): Turn {
  const days = Array.from({ length: day - after }, (_, index) => after + 1 + index)
  const dates = days.map(each => ({ ...dateParts(each), isLast: dateParts(each + 1).dayOfMonth === 1 }))
  return { after, day, date: toIsoDate(day), year: dateParts(day).year, dates }
}

/** Whether a date falls into the turn. */
export function falls(turn: Turn, day: Day): boolean {
  return turn.after < day && day <= turn.day
}

/** Whether a day of the month falls into the turn, in one of the months (absent: in each). 31 means the last. */
export function fallsMonthly(turn: Turn, wanted: number, months?: readonly number[]): boolean {
  return turn.dates.some(
    ({ month, dayOfMonth, isLast }) =>
      (wanted === 31 ? isLast : dayOfMonth === wanted) && (!months || months.includes(month)),
  )
}

export const quarterEnds: readonly number[] = [3, 6, 9, 12]
