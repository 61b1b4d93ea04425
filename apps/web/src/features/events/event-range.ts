import { type Day, parseDay, toIsoDate } from '@plumbline/charts'

/** The first and last day, named as in the call. */
export interface EventRange {
  start_date: string
  end_date: string
}

/** The longest range that the server accepts. */
export const maxDays = 363
export const rangeNames = ['1m', '3m', '200d', 'farthest'] as const
export type RangeName = (typeof rangeNames)[number]

/** A named range starts today. A custom one has fixed dates. */
export type RangeChoice = { name: RangeName } | { name: 'own'; range: EventRange }

const defaultChoice: RangeChoice = { name: 'farthest' }
const separator = '..'

/** Parses a range from the URL: a name or `2026-11-13..2027-02-01`. Falls back to the default. */
export function parseChoice(word: unknown): RangeChoice {
  if (typeof word !== 'string') return defaultChoice
  const name = rangeNames.find(one => one === word)
  if (name !== undefined) return { name }
  const [start_date = '', end_date = ''] = word.split(separator)
  const range = { start_date, end_date }
  return isRange(range) ? { name: 'own', range } : defaultChoice
}

export function formatChoice(choice: RangeChoice): string | undefined {
  if (choice.name === 'own') return `${choice.range.start_date}${separator}${choice.range.end_date}`
  return choice.name === 'farthest' ? undefined : choice.name
}

/** The dates of a choice. Null lets the server end the range at the last event. */
export function rangeDates(choice: RangeChoice, today: string): EventRange | null {
  switch (choice.name) {
    case 'own':
      return choice.range
    case 'farthest':
      return null
    case '200d':
      return { start_date: today, end_date: toIsoDate(parseDay(today) + 200) }
    case '1m':
      return { start_date: today, end_date: monthsAfter(today, 1) }
    case '3m':
      return { start_date: today, end_date: monthsAfter(today, 3) }
  }
}

/** Adds months, limited to the last day of the month: a month after 31 January is 28 February. */
function monthsAfter(today: string, months: number): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastOfMonth))).toISOString().slice(0, 10)
}

export function isRange({ start_date, end_date }: EventRange): boolean {
  if (!isDate(start_date) || !isDate(end_date)) return false
  const days: Day = parseDay(end_date) - parseDay(start_date)
  return days >= 0 && days <= maxDays
}

function isDate(word: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(word) && isCalendarDate(word)
}

function isCalendarDate(word: string): boolean {
  const moment = new Date(`${word}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(word)
}
