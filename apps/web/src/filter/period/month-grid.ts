import { type Day, dayOf, monthIndexOf, startOfMonth, weekdayOf, yearOf } from '@plumbline/charts'

/** A month as weeks from Monday to Sunday; null for the days of its neighbours. */
export interface MonthGrid {
  first: Day
  weeks: (Day | null)[][]
}

export function monthGrid(anyDay: Day): MonthGrid {
  const year = yearOf(anyDay)
  const month = monthIndexOf(anyDay)
  const first = startOfMonth(year, month)
  const length = startOfMonth(year, month + 1) - first
  const cells: (Day | null)[] = [
    ...Array<null>(weekdayOf(first)).fill(null),
    ...Array.from({ length }, (_, index) => first + index),
  ]
  while (cells.length % 7 !== 0) cells.push(null)
  return {
    first,
    weeks: Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7)),
  }
}

/** The same day of another month, or the last one of a shorter month. */
export function addMonths(day: Day, months: number): Day {
  const year = yearOf(day)
  const month = monthIndexOf(day) + months
  const first = startOfMonth(year, month)
  const length = startOfMonth(year, month + 1) - first
  const dayOfMonth = day - startOfMonth(year, monthIndexOf(day))
  return first + Math.min(dayOfMonth, length - 1)
}

/** 1 January 2024 was a Monday: the names of the days of a week from there. */
export const anyMonday = dayOf('2024-01-01')
