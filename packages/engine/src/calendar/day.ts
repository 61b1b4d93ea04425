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
 *     dayOf('1970-01-02') = 1
 *
 * Refuses what is not a real date of the Gregorian calendar ('2023-02-29') with a RangeError.
 */
export function dayOf(isoDate: string): Day {
  const year = ISO_DATE.test(isoDate) ? Number(isoDate.slice(0, 4)) : 0
  const month = Number(isoDate.slice(5, 7))
  const dayOfMonth = Number(isoDate.slice(8))
  if (year < FIRST_YEAR || dayOfMonth < 1 || dayOfMonth > daysOfMonth(year, month))
    throw new RangeError(`not a calendar date: ${isoDate}`)
  return Date.UTC(year, month - 1, dayOfMonth) / MS_PER_DAY
}

/** How many days a month (1 to 12) has; a month that does not exist has none. */
function daysOfMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month < 1 || month > 12 ? 0 : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

/** Series name the same days again and again: a day that was named is remembered, up to some centuries of them. */
const isoDates = new Map<Day, string>()
const MOST_REMEMBERED = 100_000

/** The ISO date of a day number, the inverse of `dayOf`. */
export function isoOf(day: Day): string {
  const known = isoDates.get(day)
  if (known !== undefined) return known
  if (!Number.isFinite(day)) return 'no date'
  const isoDate = new Date(day * MS_PER_DAY).toISOString().slice(0, 10)
  if (isoDates.size < MOST_REMEMBERED) isoDates.set(day, isoDate)
  return isoDate
}

/** The day number of year, month (1 to 12) and day of the month; a day beyond the month's end is clamped to it. */
export function dayFromParts(statedYear: number, statedMonth: number, dayOfMonth: number): Day {
  // Months beyond the year count on: the thirteenth is January.
  const year = statedYear + Math.floor((statedMonth - 1) / 12)
  const month = ((((statedMonth - 1) % 12) + 12) % 12) + 1
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const lastOfMonth =
    month === 2 ? (isLeap ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
  // Counted in years that begin in March, as in partsOf.
  const marchYear = month <= 2 ? year - 1 : year
  const fromMarch = month <= 2 ? month + 9 : month - 3
  const ofYear = Math.floor((153 * fromMarch + 2) / 5) + Math.min(dayOfMonth, lastOfMonth) - 1
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400)
  return marchYear * 365 + leapDays + ofYear - DAYS_TO_1970
}

/**
 * Year, month (1 to 12) and day of the month. Interest asks for every day of a decade, so it is arithmetic on the
 * Gregorian cycle of 400 years instead of a Date.
 */
export function partsOf(day: Day): { year: number; month: number; dayOfMonth: number } {
  const shifted = Math.floor(day) + DAYS_TO_1970
  const cycle = Math.floor(shifted / DAYS_OF_400_YEARS)
  const ofCycle = shifted - cycle * DAYS_OF_400_YEARS
  const leapDays = Math.floor(ofCycle / 1460) - Math.floor(ofCycle / 36_524) + Math.floor(ofCycle / 146_096)
  const yearOfCycle = Math.floor((ofCycle - leapDays) / 365)
  const ofYear = ofCycle - (365 * yearOfCycle + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100))
  // From March on months have 31, 30, 31, 30, 31 days, over and over: 153 for five.
  const fromMarch = Math.floor((5 * ofYear + 2) / 153)
  const dayOfMonth = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  return { year: yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0), month, dayOfMonth }
}

/** The same date `months` later (or earlier, when negative), clamped to the month's end: 31 May - 3 months = 28 or 29 February. */
export function addMonths(day: Day, months: number): Day {
  const { year, month, dayOfMonth } = partsOf(day)
  const total = year * 12 + (month - 1) + months
  return dayFromParts(Math.floor(total / 12), (((total % 12) + 12) % 12) + 1, dayOfMonth)
}

/** Monday is 1, Sunday is 7 (ISO 8601). */
export function weekdayOf(day: Day): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

/** True on Saturday and Sunday. Public holidays are not known to the engine. */
export function isWeekend(day: Day): boolean {
  return weekdayOf(day) > 5
}

/** The last weekday strictly before `day`: Friday for a Saturday, Sunday or Monday. */
export function previousWeekday(day: Day): Day {
  let candidate = day - 1
  while (isWeekend(candidate)) candidate -= 1
  return candidate
}
