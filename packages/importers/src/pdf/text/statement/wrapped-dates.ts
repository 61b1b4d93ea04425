import type { Line } from '../document.ts'
import { normalize } from '../labels.ts'
import { findDate } from '../tokens/dates.ts'

const dayAndMonth = /^(\d{1,2}) ([A-Za-zÀ-ÿ]{3,10}\.?)$/
const dayAlone = /^\d{1,2}$/
const yearAlone = /^(?:19|20)\d{2}$/
const yearFirst = /^((?:19|20)\d{2}) (\S.*)$/
const monthFirst = /^([A-Za-zÀ-ÿ]{3,10}\.?) (\S.*)$/

/** Lines up to which the year of a wrapped date is looked for. */
const maxLines = 6

/**
 * Cells with a date may be narrow: '26 Juli' above '2024 Überweisung ...', '22 sept' above and '2025' below the entry, or
 * day, month and year in three lines. The date is put before its entry.
 */
export function joinWrappedDates(lines: readonly Line[]): readonly Line[] {
  const joined: Line[] = []
  let at = 0
  while (at < lines.length) {
    const found = readDayAndMonth(lines, at) ?? readDay(lines, at)
    if (found) joined.push(...found.lines)
    else joined.push(lines[at] as Line)
    at += found?.count ?? 1
  }
  return joined
}

interface Joined {
  readonly lines: readonly Line[]
  /** How many lines were joined. */
  readonly count: number
}

function readDayAndMonth(lines: readonly Line[], at: number): Joined | null {
  const match = dayAndMonth.exec(lines[at]?.text ?? '')
  const next = lines[at + 1]
  if (!match || !next) return null
  const beside = yearFirst.exec(next.text)
  const year = beside?.[1] ?? yearBelow(lines, at + 1)?.year
  if (year === undefined || !isDate(`${match[0]} ${year}`)) return null
  if (beside) return { lines: [dated(next, `${match[0]} ${year}`, beside[2] ?? '')], count: 2 }
  const end = yearBelow(lines, at + 1)?.at ?? at + 1
  return {
    lines: [dated(next, `${match[0]} ${year}`, next.text), ...lines.slice(at + 2, end)],
    count: end - at + 1,
  }
}

function readDay(lines: readonly Line[], at: number): Joined | null {
  const day = lines[at]?.text ?? ''
  const below = dayAlone.test(day) ? yearBelow(lines, at + 1) : null
  if (!below) return null
  const cell = lines.slice(at + 1, below.at)
  const place = cell.findIndex(({ text }) => isDate(`${day} ${monthFirst.exec(text)?.[1]} ${below.year}`))
  const entry = cell[place]
  if (!entry) return null
  const [, month, rest = ''] = monthFirst.exec(entry.text) ?? []
  const others = cell.filter((_, index) => index !== place)
  return { lines: [dated(entry, `${day} ${month} ${below.year}`, rest), ...others], count: below.at - at + 1 }
}

/** A line that is nothing but a year, before the next cell with a day. */
function yearBelow(
  lines: readonly Line[],
  from: number,
): { readonly year: string; readonly at: number } | null {
  for (let at = from; at < Math.min(lines.length, from + maxLines); at += 1) {
    const text = lines[at]?.text ?? ''
    if (yearAlone.test(text)) return { year: text, at }
    if (dayAlone.test(text) || dayAndMonth.test(text)) return null
  }
  return null
}

const isDate = (text: string): boolean => findDate(text, 'dmy') !== null

function dated(line: Line, date: string, rest: string): Line {
  const text = `${date} ${rest}`
  return { ...line, text, norm: normalize(text) }
}
