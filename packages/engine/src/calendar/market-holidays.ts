import { type Day, dateParts, dayFromParts, isoWeekday, isWeekend } from './day.ts'

/** Fixed holidays as month and day, and days after Easter Sunday: -2 is Good Friday, 1 Easter Monday. */
interface HolidayRules {
  readonly fixed: readonly (readonly [month: number, day: number])[]
  readonly easter: readonly number[]
  /** Other holidays of a year. */
  readonly more?: (year: number) => readonly Day[]
}

const europe: HolidayRules = {
  fixed: [
    [1, 1],
    [5, 1],
    [12, 25],
    [12, 26],
  ],
  easter: [-2, 1],
}

const frankfurt: HolidayRules = {
  fixed: [...europe.fixed, [12, 24], [12, 31]],
  easter: europe.easter,
}

const zurich: HolidayRules = {
  fixed: [...frankfurt.fixed, [1, 2], [8, 1]],
  // Ascension and Whit Monday.
  easter: [-2, 1, 39, 50],
}

const london: HolidayRules = {
  fixed: [],
  easter: [-2, 1],
  more: year => [
    ...moveToWeekdays([dayFromParts(year, 1, 1)]),
    nthWeekday(year, 5, 1, 1),
    lastWeekday(year, 5, 1),
    lastWeekday(year, 8, 1),
    ...moveToWeekdays([dayFromParts(year, 12, 25), dayFromParts(year, 12, 26)]),
  ],
}

const newYork: HolidayRules = {
  fixed: [],
  easter: [-2],
  more: year => [
    ...observed(dayFromParts(year, 1, 1), false),
    nthWeekday(year, 1, 1, 3),
    nthWeekday(year, 2, 1, 3),
    lastWeekday(year, 5, 1),
    ...(year >= 2022 ? observed(dayFromParts(year, 6, 19)) : []),
    ...observed(dayFromParts(year, 7, 4)),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 11, 4, 4),
    ...observed(dayFromParts(year, 12, 25)),
  ],
}

/** By city, name or market identifier code (ISO 10383), in lower case. */
const calendars: Readonly<Record<string, HolidayRules>> = {
  ...named(zurich, ['zurich', 'six', 'xswx', 'xvtx']),
  ...named(frankfurt, ['frankfurt', 'xetra', 'xetr', 'xfra']),
  ...named(london, ['london', 'lse', 'xlon']),
  ...named(newYork, ['new york', 'nyse', 'nasdaq', 'xnys', 'xnas', 'arcx', 'xase', 'bats']),
  ...named(europe, ['paris', 'amsterdam', 'brussels', 'lisbon', 'milan', 'euronext']),
  ...named(europe, ['xpar', 'xams', 'xbru', 'xlis', 'xmil']),
  // The days on which the European Central Bank publishes rates.
  ...named(europe, ['target']),
}

function named(rules: HolidayRules, names: readonly string[]): Record<string, HolidayRules> {
  return Object.fromEntries(names.map(name => [name, rules]))
}

const closedDays = new Map<string, ReadonlySet<Day>>()

/**
 * Whether a market is closed on a day: on weekends, and on the regular full-day holidays of the exchange. An exchange
 * that is not listed has no known holidays; closures for other reasons, such as mourning, are not known either.
 */
export function isMarketClosed(exchange: string | null, day: Day): boolean {
  if (isWeekend(day)) return true
  const name = exchange?.trim().toLowerCase() ?? ''
  const rules = Object.hasOwn(calendars, name) ? calendars[name] : undefined
  if (!rules) return false
  const { year } = dateParts(day)
  const key = `${name} ${year}`
  let closed = closedDays.get(key)
  if (!closed) {
    closed = listHolidays(rules, year)
    closedDays.set(key, closed)
  }
  return closed.has(day)
}

function listHolidays({ fixed, easter, more }: HolidayRules, year: number): ReadonlySet<Day> {
  const sunday = easterSunday(year)
  return new Set([
    ...fixed.map(([month, day]) => dayFromParts(year, month, day)),
    ...easter.map(after => sunday + after),
    ...(more?.(year) ?? []),
  ])
}

/** Gregorian Easter Sunday by the algorithm of Meeus, Jones and Butcher. */
export function easterSunday(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114
  return dayFromParts(year, Math.floor(f / 31), (f % 31) + 1)
}

/** A holiday on a Saturday is observed on Friday, unless that lies in the year before; one on a Sunday on Monday. */
function observed(day: Day, onFriday = true): Day[] {
  if (isoWeekday(day) === 6) return onFriday ? [day - 1] : []
  return [isoWeekday(day) === 7 ? day + 1 : day]
}

/** Consecutive holidays that fall on a weekend are moved to the next weekdays. */
function moveToWeekdays(days: readonly Day[]): Day[] {
  const moved: Day[] = []
  for (const day of days) {
    let found = day
    while (isWeekend(found) || moved.includes(found)) found += 1
    moved.push(found)
  }
  return moved
}

/** The `count`-th of a weekday (1 is Monday) in a month. */
function nthWeekday(year: number, month: number, weekday: number, count: number): Day {
  const first = dayFromParts(year, month, 1)
  return first + ((weekday - isoWeekday(first) + 7) % 7) + 7 * (count - 1)
}

function lastWeekday(year: number, month: number, weekday: number): Day {
  const last = dayFromParts(year, month + 1, 1) - 1
  return last - ((isoWeekday(last) - weekday + 7) % 7)
}
