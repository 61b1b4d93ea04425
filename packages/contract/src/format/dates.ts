import type { Language } from '../texts/text.ts'

/** The date formats a user can choose: 13 Nov 2026, Nov 13, 2026, 13.11.2026, 2026-11-13. */
export type DateFormat = 'd MMM yyyy' | 'MMM d, yyyy' | 'dd.MM.yyyy' | 'yyyy-MM-dd'
export const defaultDateFormat: DateFormat = 'd MMM yyyy'
const chosenFormats: readonly DateFormat[] = ['MMM d, yyyy', 'dd.MM.yyyy', 'yyyy-MM-dd']

/** A stored choice; the default where nothing known is stored. */
export function parseDateFormat(text: unknown): DateFormat {
  return chosenFormats.find(format => format === text) ?? defaultDateFormat
}

const months: Record<Language, readonly string[]> = {
  'en-US': ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  de: ['Jan', 'Feb', 'Mär', 'Apr', 'Mai', 'Jun', 'Jul', 'Aug', 'Sep', 'Okt', 'Nov', 'Dez'],
}
const weekdays: Record<Language, readonly string[]> = {
  'en-US': ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  de: ['So', 'Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa'],
}

const dayMs = 86_400_000

/** Formats a transaction date such as `2026-11-13`. It has no time zone and never shifts. */
export function formatDate(date: string, format: DateFormat, language: Language): string {
  const { year, month, day } = zonedParts(date)
  const name = months[language][month - 1]
  switch (format) {
    case 'd MMM yyyy':
      return `${formatDayOfMonth(day, language)} ${name} ${year}`
    case 'MMM d, yyyy':
      return `${name} ${day}, ${year}`
    case 'dd.MM.yyyy':
      return `${padded(day)}.${padded(month)}.${year}`
    case 'yyyy-MM-dd':
      return `${year}-${padded(month)}-${padded(day)}`
  }
}

/** A month such as `2026-11` by its name: Nov 2026. */
export function formatMonth(month: string, language: Language): string {
  const { year, month: number } = zonedParts(`${month}-01`)
  return `${months[language][number - 1]} ${year}`
}

/** Without the year, where the year is clear: 13 Nov · Nov 13 · 13.11. · 11-13 */
export function formatDay(date: string, format: DateFormat, language: Language): string {
  const { month, day } = zonedParts(date)
  const name = months[language][month - 1]
  switch (format) {
    case 'd MMM yyyy':
      return `${formatDayOfMonth(day, language)} ${name}`
    case 'MMM d, yyyy':
      return `${name} ${day}`
    case 'dd.MM.yyyy':
      return `${padded(day)}.${padded(month)}.`
    case 'yyyy-MM-dd':
      return `${padded(month)}-${padded(day)}`
  }
}

/** With the weekday: Mon 5 Aug 2024 */
export function formatWeekday(date: string, format: DateFormat, language: Language): string {
  const { year, month, day } = zonedParts(date)
  const weekday = weekdays[language][new Date(Date.UTC(year, month - 1, day)).getUTCDay()]
  return `${weekday} ${formatDate(date, format, language)}`
}

/** The day a moment falls on in a time zone, as `2026-11-13`. An unknown zone counts as UTC. */
export function dayIn(moment: Date, timeZone: string): string {
  return findDayFormat(timeZone).format(moment)
}

/** Cached, since creating a format is slow. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()
/** There are about six hundred zones, but their names may be spelt in any mix of cases. */
const maxDayFormats = 600

function findDayFormat(timeZone: string): Intl.DateTimeFormat {
  const known = dayFormats.get(timeZone)
  if (known) return known
  const create = (zone: string) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  try {
    const format = create(timeZone)
    if (dayFormats.size < maxDayFormats) dayFormats.set(timeZone, format)
    return format
  } catch {
    return create('UTC')
  }
}

/** 08:12, in the user's time zone */
export function formatTime(moment: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(moment)
}

/** 13 Nov, 08:12 in this year, 13 Nov 2025, 08:12 otherwise */
export function formatMoment(
  moment: Date,
  now: Date,
  { format, language, timeZone }: { format: DateFormat; language: Language; timeZone: string },
): string {
  const date = dayIn(moment, timeZone)
  const isThisYear = date.slice(0, 4) === dayIn(now, timeZone).slice(0, 4)
  const day = (isThisYear ? formatDay : formatDate)(date, format, language)
  return `${day}, ${formatTime(moment, timeZone)}`
}

/** 'just now', '5 minutes ago', 'yesterday'; null after a week, when a date is clearer. */
export function formatAgo(moment: Date, now: Date, language: Language): string | null {
  const elapsedMs = Math.max(0, now.getTime() - moment.getTime())
  if (elapsedMs >= 7 * dayMs) return null
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  if (elapsedMs < 60_000) return relative.format(0, 'second')
  if (elapsedMs < 3_600_000) return relative.format(-Math.floor(elapsedMs / 60_000), 'minute')
  if (elapsedMs < dayMs) return relative.format(-Math.floor(elapsedMs / 3_600_000), 'hour')
  return relative.format(-Math.floor(elapsedMs / dayMs), 'day')
}

function zonedParts(date: string): { year: number; month: number; day: number } {
  const [year = 0, month = 0, day = 0] = date.slice(0, 10).split('-').map(Number)
  return { year, month, day }
}

/** German writes the day of a date as an ordinal: 13. Nov */
function formatDayOfMonth(day: number, language: Language): string {
  return language === 'de' ? `${day}.` : String(day)
}

function padded(part: number): string {
  return String(part).padStart(2, '0')
}
