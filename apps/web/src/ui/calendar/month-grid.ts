import { type Day, parseDay, startOfMonth, toMonthIndex, toWeekday, toYear } from '@plumbline/charts'

/** A month as weeks from Monday to Sunday; null for days of adjacent months. */
export interface MonthGrid {
  first: Day
  weeks: (Day | null)[][]
}

export function monthGrid(anyDay: Day): MonthGrid {
  const year = toYear(anyDay)
  const month = toMonthIndex(anyDay)
  const first = startOfMonth(year, month)
  const length = startOfMonth(year, month + 1) - first
  const cells: (Day | null)[] = [
    ...Array<null>(toWeekday(first)).fill(null),
    ...Array.from({ length }, (_, index) => first + index),
  ]
  while (cells.length % 7 !== 0) cells.push(null)
  return {
    first,
    weeks: Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7)),
  }
}

/** The same day of another month, or the last day of a shorter month. */
export function addMonths(day: Day, months: number): Day {
  const year = toYear(day)
  const month = toMonthIndex(day) + months
  const first = startOfMonth(year, month)
  const length = startOfMonth(year, month + 1) - first
  const dayOfMonth = day - startOfMonth(year, toMonthIndex(day))
  return first + Math.min(dayOfMonth, length - 1)
}

/** 1 January 2024 was a Monday. Used to format weekday names. */
export const anyMonday = parseDay('2024-01-01')
