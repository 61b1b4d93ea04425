/**
 * A calendar day as the number of days since 1970-01-01. A transaction's day is the custodian's trade date: it
 * has no clock and no time zone, so it can neither shift nor be lost when a clock changes.
 */
export type Day = number

const MS_PER_DAY = 86_400_000
/** Days from 1 March of the year 0 to 1970-01-01: years that begin in March end with the leap day. */
const DAYS_TO_1970 = 719_468
const DAYS_OF_400_YEARS = 146_097

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/

/** `Date` reads smaller years as those of the twentieth century. */
const FIRST_YEAR = 100

/**
 * The day number of an ISO date.
 *
 *     parseDay('1970-01-02') = 1
 *
 * Throws a RangeError for a date that is not in the Gregorian calendar ('2023-02-29').
 */
export function parseDay(isoDate: string): Day {
  const year = ISO_DATE.test(isoDate) ? Number(isoDate.slice(0, 4)) : 0
  const month = Number(isoDate.slice(5, 7))
  const dayOfMonth = Number(isoDate.slice(8))
  if (year < FIRST_YEAR || dayOfMonth < 1 || dayOfMonth > daysInMonth(year, month))
    throw new RangeError(`not a calendar date: ${isoDate}`)
  return Date.UTC(year, month - 1, dayOfMonth) / MS_PER_DAY
}

/** Number of days in a month (1 to 12); 0 for any other month. */
function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month < 1 || month > 12 ? 0 : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Series format the same days repeatedly, so formatted days are cached. */
const isoDates = new Map<Day, string>()
const MAX_CACHED = 100_000

/** The ISO date of a day number, the inverse of `parseDay`. A day that is not finite gives 'no date'. */
export function toIsoDate(day: Day): string {
  const known = isoDates.get(day)
  if (known !== undefined) return known
  if (!Number.isFinite(day)) return 'no date'
  const isoDate = new Date(day * MS_PER_DAY).toISOString().slice(0, 10)
  if (isoDates.size < MAX_CACHED) isoDates.set(day, isoDate)
  return isoDate
}

/**
 * The day number of year, month and day of the month. A day beyond the month's end is clamped to it; month 13 is
 * January of the next year and month 0 December of the year before.
 */
export function dayFromParts(givenYear: number, givenMonth: number, dayOfMonth: number): Day {
  const year = givenYear + Math.floor((givenMonth - 1) / 12)
  const month = ((((givenMonth - 1) % 12) + 12) % 12) + 1
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const lastOfMonth =
    month === 2 ? (isLeap ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
  // Counted in years that begin in March, as in dateParts.
  const marchYear = month <= 2 ? year - 1 : year
  const fromMarch = month <= 2 ? month + 9 : month - 3
  const ofYear = Math.floor((153 * fromMarch + 2) / 5) + Math.min(dayOfMonth, lastOfMonth) - 1
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  return marchYear * 365 + leapDays + ofYear - DAYS_TO_1970
}

/**
 * Year, month (1 to 12) and day of the month. Interest accrual calls it for every day of a decade, so it computes on
 * the Gregorian cycle of 400 years instead of a Date.
 */
export function dateParts(day: Day): { year: number; month: number; dayOfMonth: number } {
  const shifted = Math.floor(day) + DAYS_TO_1970
  const cycle = Math.floor(shifted / DAYS_OF_400_YEARS)
  const ofCycle = shifted - cycle * DAYS_OF_400_YEARS
  const leapDays = Math.floor(ofCycle / 1460) - Math.floor(ofCycle / 36_524) + Math.floor(ofCycle / 146_096)
  const yearOfCycle = Math.floor((ofCycle - leapDays) / 365)
  const ofYear = ofCycle - (365 * yearOfCycle + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100))
  // From March on, month lengths repeat 31, 30, 31, 30, 31: 153 days per five months.
  const fromMarch = Math.floor((5 * ofYear + 2) / 153)
  const dayOfMonth = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  return { year: yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0), month, dayOfMonth }
}

/** The same date `months` later, or earlier when negative, clamped to the month's end: 31 May - 3 months is 28 or 29 February. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, dayOfMonth } = dateParts(day)
  const total = year * 12 + (month - 1) + months
  return dayFromParts(Math.floor(total / 12), (((total % 12) + 12) % 12) + 1, dayOfMonth)
}

/** The weekday as in ISO 8601: 1 is Monday, 7 is Sunday. */
export function isoWeekday(day: Day): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

/** True on Saturday and Sunday. Public holidays are those of an exchange: see `isMarketClosed`. */
export function isWeekend(day: Day): boolean {
  return isoWeekday(day) > 5
}

/** The last weekday strictly before `day`: Friday for a Saturday, Sunday or Monday. */
export function previousWeekday(day: Day): Day {
  let candidate = day - 1
  while (isWeekend(candidate)) candidate -= 1
  return candidate
}
