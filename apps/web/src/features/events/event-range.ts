import { type Day, dayOf, isoOf } from '@plumbline/charts'

/** First and last day, as the call takes them. */
export interface EventRange {
  start_date: string
  end_date: string
}

/** As far as the server looks at once. */
export const mostDays = 363
export const rangeNames = ['1m', '3m', '200d', 'farthest'] as const
export type RangeName = (typeof rangeNames)[number]

/** A named range begins today and moves with it; the user's own has two dates. */
export type RangeChoice = { name: RangeName } | { name: 'own'; range: EventRange }

const firstChoice: RangeChoice = { name: 'farthest' }
const separator = '..'

/** From the address: a name or `2026-11-13..2027-02-01`. What nobody knows is the first range. */
export function readChoice(word: unknown): RangeChoice {
  if (typeof word !== 'string') return firstChoice
  const name = rangeNames.find(one => one === word)
  if (name !== undefined) return { name }
  const [start_date = '', end_date = ''] = word.split(separator)
  const range = { start_date, end_date }
  return isRange(range) ? { name: 'own', range } : firstChoice
}

export function writeChoice(choice: RangeChoice): string | undefined {
  if (choice.name === 'own') return `${choice.range.start_date}${separator}${choice.range.end_date}`
  return choice.name === 'farthest' ? undefined : choice.name
}

/** What to ask for. Null leaves it to the server, which knows the farthest event. */
export function rangeOf(choice: RangeChoice, today: string): EventRange | null {
  switch (choice.name) {
    case 'own':
      return choice.range
    case 'farthest':
      return null
    case '200d':
      return { start_date: today, end_date: isoOf(dayOf(today) + 200) }
    case '1m':
      return { start_date: today, end_date: monthsAfter(today, 1) }
    case '3m':
      return { start_date: today, end_date: monthsAfter(today, 3) }
  }
}

/** The same day of a later month, or its last one: a month after 31 January is 28 February. */
function monthsAfter(today: string, months: number): string {
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number)
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastOfMonth))).toISOString().slice(0, 10)
}

export function isRange({ start_date, end_date }: EventRange): boolean {
  if (!isDate(start_date) || !isDate(end_date)) return false
  const days: Day = dayOf(end_date) - dayOf(start_date)
  return days >= 0 && days <= mostDays
}

function isDate(word: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(word) && isDayOfCalendar(word)
}

function isDayOfCalendar(word: string): boolean {
  const moment = new Date(`${word}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(word)
}
