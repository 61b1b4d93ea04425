import { RowProblem } from '../problem.ts'

export type DateOrder = 'ymd' | 'dmy' | 'mdy'

export interface Moment {
  /** 'YYYY-MM-DD', never shifted by a time zone. */
  readonly date: string
  /** 'HH:MM:SS', where the text has a time. */
  readonly time: string | null
}

/** Beginnings of month names in the languages of the supported brokers. */
const monthNames: readonly (readonly string[])[] = [
  ['jan', 'gen', 'ene', 'jän'],
  ['feb', 'fév', 'fev'],
  ['mar', 'mär', 'maa', 'mrt', 'mrz'],
  ['apr', 'avr', 'abr'],
  ['may', 'mai', 'mei', 'mag', 'maj'],
  ['jun', 'juin', 'giu'],
  ['jul', 'juil', 'lug'],
  ['aug', 'aoû', 'aou', 'ago'],
  ['sep', 'set'],
  ['oct', 'okt', 'ott', 'out'],
  ['nov'],
  ['dec', 'dez', 'déc', 'dic', 'des'],
]

/** With a time zone, as a code, a shift or a place: 'ET', '(HKT)', '+02:00', ', US/Eastern'. */
const timePart =
  /^(?:[T;, ]+(\d{1,2})[:.]?(\d{2})(?:[:.]?(\d{2}))?(?:[.,]\d{1,9})?\s*(am|pm)?)?\s*(?:Z|UTC|GMT|\(?[A-Z]{2,4}\)?|[+-]\d{2}:?\d{2}|,? ?[A-Z]{2,20}\/[A-Z_]{2,30})?$/i

/**
 * Parses a date with or without a time: 2026-11-13, 13.11.2026, 11/13/2026, 20261113, 13-Nov-2026, 1/6'26. `order`
 * decides ambiguous dates only: a part above 31 is a year, a name is a month.
 */
export function parseMoment(text: string, order: DateOrder): Moment {
  const bare = text.trim()
  const parts = /^(\d{1,4})[-./ ]([A-Za-zÀ-ÿ.]{3,12}|\d{1,2})[-./' ]\s*(\d{1,4})(?!\d)/.exec(bare)
  if (parts) {
    const rest = bare.slice(parts[0].length)
    return {
      date: arrangeDate(parts[1] ?? '', parts[2] ?? '', parts[3] ?? '', order, text),
      time: parseTime(rest, text),
    }
  }
  const named = /^([A-Za-zÀ-ÿ.]{3,12}) (\d{1,2}),? (\d{4})(?!\d)/.exec(bare)
  if (named) {
    const date = arrangeDate(named[2] ?? '', named[1] ?? '', named[3] ?? '', 'dmy', text)
    return { date, time: parseTime(bare.slice(named[0].length), text) }
  }
  const packed = /^(\d{4})(\d{2})(\d{2})(?!\d)/.exec(bare)
  if (packed) {
    const rest = bare.slice(packed[0].length)
    return {
      date: isoDate(Number(packed[1]), Number(packed[2]), Number(packed[3]), text),
      time: parseTime(rest, text),
    }
  }
  throw new RowProblem(bare === '' ? 'no_date' : 'not_a_date', { value: text })
}

function arrangeDate(first: string, middle: string, last: string, order: DateOrder, text: string): string {
  const name = /^\d/.test(middle) ? -1 : findMonth(middle)
  if (name === 0) throw new RowProblem('not_a_date', { value: text })
  if (first.length > 2) return isoDate(Number(first), name > 0 ? name : Number(middle), Number(last), text)
  const year = fullYear(last)
  if (name > 0) return isoDate(year, name, Number(first), text)
  if (order === 'ymd' && last.length <= 2) return isoDate(fullYear(first), Number(middle), Number(last), text)
  if (order === 'ymd') return yearLast(Number(first), Number(middle), year, text)
  return order === 'mdy'
    ? isoDate(year, Number(first), Number(middle), text)
    : isoDate(year, Number(middle), Number(first), text)
}

/** A date with its year last, in a file that writes it first: another program saved it, in the order of its country. */
function yearLast(first: number, middle: number, year: number, text: string): string {
  if (first <= 12 && middle <= 12 && first !== middle) throw new RowProblem('unclear_date', { value: text })
  return first > 12 ? isoDate(year, middle, first, text) : isoDate(year, first, middle, text)
}

function findMonth(name: string): number {
  const lower = name.toLowerCase()
  return monthNames.findIndex(names => names.some(start => lower.startsWith(start))) + 1
}

/** Expands two digits to a year from 1970 to 2069. */
export function fullYear(digits: string): number {
  const year = Number(digits)
  return digits.length > 2 ? year : year < 70 ? 2000 + year : 1900 + year
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Formats a valid calendar date. Years outside the range are typing errors or placeholders such as 9999-12-31. */
export function isoDate(year: number, month: number, day: number, text: string): string {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const length = month === 2 && isLeap ? 29 : (monthLengths[month - 1] ?? 0)
  const isReal = Number.isInteger(year) && year >= 1900 && year <= 2199 && day >= 1 && day <= length
  if (!isReal) throw new RowProblem('not_a_date', { value: text })
  return `${year}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`
}

function parseTime(rest: string, text: string): string | null {
  const match = timePart.exec(rest)
  if (!match) throw new RowProblem('not_a_date', { value: text })
  if (match[1] === undefined) return null
  const isAfternoon = match[4]?.toLowerCase() === 'pm'
  const hours = (Number(match[1]) % (match[4] ? 12 : 24)) + (isAfternoon ? 12 : 0)
  const [minutes, seconds] = [Number(match[2]), Number(match[3] ?? 0)]
  if (Number(match[1]) > 24 || minutes > 59 || seconds > 60)
    throw new RowProblem('not_a_date', { value: text })
  return [hours, minutes, Math.min(seconds, 59)].map(part => String(part).padStart(2, '0')).join(':')
}
