import { RowProblem } from '../problem.ts'
import { type DateOrder, type Moment, parseMoment } from '../text/date.ts'

const threeParts = /^(\d{1,4})([-./ ])(\d{1,2})[-./' ]\s*(\d{1,4})(?!\d)/

export interface DateEvidence {
  /** Null where the cells leave it open whether the day or the month comes first. */
  readonly order: DateOrder | null
  /** Dates that settle the order: their day is above 12, or the year comes first. */
  readonly settled: number
  readonly dates: number
}

/**
 * Finds the order of dates by the whole column. Dots separate day, month and year in that order everywhere; dates
 * with slashes or dashes are open until a part above 12 settles them. Cells that contradict each other settle nothing.
 */
export function findDateOrder(cells: Iterable<string>): DateEvidence {
  const votes = { ymd: 0, dmy: 0, mdy: 0 }
  let open = 0
  let dotted = 0
  let dates = 0
  for (const cell of cells) {
    if (!isDateCell(cell)) continue
    dates += 1
    const match = threeParts.exec(cell.trim())
    if (!match) {
      votes.ymd += /^\d{8}/.test(cell.trim()) ? 1 : 0
      continue
    }
    const [first, middle, last] = [match[1] ?? '', Number(match[3]), match[4] ?? '']
    const isShortYear = last.length < 3 && first.length < 3
    if (first.length > 2 || Number(first) > 31) votes.ymd += 1
    // Years of two digits come first with dashes only.
    else if (Number(first) > 12 && middle <= 12 && !(isShortYear && match[2] === '-' && Number(last) <= 31))
      votes.dmy += 1
    else if (middle > 12 && Number(first) <= 12) votes.mdy += 1
    else if (match[2] === '.') dotted += 1
    else if (Number(first) !== middle || isShortYear) open += 1
  }
  if (dates === 0) return { order: null, settled: 0, dates }
  const settled = votes.ymd + votes.dmy + votes.mdy
  const voted = (['ymd', 'dmy', 'mdy'] as const).filter(order => votes[order] > 0)
  if (voted.length === 1) return { order: voted[0] ?? null, settled, dates }
  if (voted.length === 0 && open === 0) return { order: dotted > 0 ? 'dmy' : 'ymd', settled: 0, dates }
  // A year in front needs no order; the others may still agree.
  if (voted.length === 2 && votes.ymd > 0) return { order: votes.dmy > 0 ? 'dmy' : 'mdy', settled, dates }
  return { order: null, settled, dates }
}

export function isDateCell(text: string): boolean {
  if (!/\d/.test(text) || text.length > 60) return false
  return readAs(text, 'dmy') !== null || readAs(text, 'mdy') !== null || readAs(text, 'ymd') !== null
}

function readAs(text: string, order: DateOrder): Moment | null {
  try {
    return parseMoment(cleanDate(text), order)
  } catch (error) {
    if (error instanceof RowProblem) return null
    throw error
  }
}

/** 'May 5, 2020, 10:10:57 PM' and 'Mon 3 Nov 2026' without the parts that carry nothing. */
const cleanDate = (text: string): string =>
  text
    .trim()
    .replace(
      /^(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so)[a-z]{0,7}\.?,?\s+(?=\d|[A-Za-z]{3,12}\.?\s)/i,
      '',
    )
    .replace(/\s+/g, ' ')

/** Parses a date. Without an order, one that could be read in two ways is a problem. */
export function parseDay(text: string, order: DateOrder | null): Moment {
  if (order !== null) return parseMoment(cleanDate(text), order)
  const readings = (['dmy', 'mdy', 'ymd'] as const).flatMap(each => readAs(text, each) ?? [])
  const [first] = readings
  if (!first) return parseMoment(cleanDate(text), 'dmy')
  if (readings.some(({ date }) => date !== first.date)) throw new RowProblem('unclear_date', { value: text })
  return first
}
