/** A calendar day as the number of days since 1970-01-01, without a time zone. */
export type Day = number

const dayMs = 86_400_000

/** Parses `2026-11-13`. */
export function parseDay(iso: string): Day {
  return Math.round(Date.parse(`${iso.slice(0, 10)}T00:00:00Z`) / dayMs)
}

export function toIsoDate(day: Day): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

export function startOfYear(year: number): Day {
  return Math.round(Date.UTC(year, 0, 1) / dayMs)
}

/** The month counts from January of the given year and may lie outside of it: 12 is the next January. */
export function startOfMonth(year: number, monthIndex: number): Day {
  return Math.round(Date.UTC(year, monthIndex, 1) / dayMs)
}

export function toYear(day: Day): number {
  return new Date(day * dayMs).getUTCFullYear()
}

/** January is 0. */
export function toMonthIndex(day: Day): number {
  return new Date(day * dayMs).getUTCMonth()
}

/** Monday is 0, Sunday is 6. 1 January 1970 was a Thursday. */
export function toWeekday(day: Day): number {
  return (((day + 3) % 7) + 7) % 7
}
