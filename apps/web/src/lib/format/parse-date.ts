import type { DateFormat } from './format.ts'

const monthNames = [
  ['jan'],
  ['feb'],
  ['mar', 'mär', 'mae'],
  ['apr'],
  ['may', 'mai'],
  ['jun'],
  ['jul'],
  ['aug'],
  ['sep'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'dez'],
]

/** Parses a date as typed in the user's format, or as 2026-11-13; null where it is none. */
export function parseTypedDate(typed: string, format: DateFormat): string | null {
  const parts = typed.toLocaleLowerCase().match(/\d+|\p{L}+/gu) ?? []
  if (parts.length !== 3) return null
  const [one = '', two = '', three = ''] = parts
  const isIso = one.length === 4
  const isMonthFirst = /\p{L}/u.test(one) || (format === 'MMM d, yyyy' && !/\p{L}/u.test(two))
  const [year, month, day] = isIso ? [one, two, three] : isMonthFirst ? [three, one, two] : [three, two, one]
  const monthNumber = parseMonth(month)
  const text = `${fullYear(year)}-${padded(monthNumber)}-${padded(Number(day))}`
  return new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text ? text : null
}

function parseMonth(text: string): number {
  if (/^\d+$/.test(text)) return Number(text)
  return monthNames.findIndex(names => names.some(name => text.startsWith(name))) + 1
}

function fullYear(text: string): string {
  return text.length === 2 ? `20${text}` : text
}

function padded(part: number): string {
  return String(part).padStart(2, '0')
}

/** A rule of a form field: an error text unless it is empty or a date. */
export function checkDate(text: string): true | 'date_invalid' {
  return text === '' || isDate(text) || 'date_invalid'
}

/** Whether a field holds a date, not what someone typed that is none. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text)
}
