import { type Day, dateParts, dayFromParts } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import { isScopePnlUnknown } from '../figures/gaps.ts'
import type { QueryResult } from '../figures/query.ts'
import type { ReceiptLink, ReceiptSource } from './sheet.ts'

/** Longer lists are divided: by day up to two months, by month up to two years, else by year. */
const MOST_DAYS = 62
const MOST_MONTHS_DAYS = 731

/** A figure of the receipt's scope over other days, which has a receipt of its own. */
export function scopeLink(figure: string, from: Day, to: Day = from): ReceiptLink {
  return { kind: 'figure', figure, position: null, from, to }
}

/**
 * The same for figures that need every position. On a day on which one has no value yet they have no receipt, although
 * the days count in a longer period.
 */
export function flowLink(result: QueryResult, figure: string, from: Day, to: Day = from): ReceiptSource {
  return isScopePnlUnknown(result, { from, to }) ? { kind: 'close' } : scopeLink(figure, from, to)
}

/** Whether the days of a period can be listed one by one. */
export function hasFewDays({ from, to }: Period): boolean {
  return to - from < MOST_DAYS
}

/** Divides a period into calendar years, months or days, the first and the last possibly partial. */
export function splitPeriod({ from, to }: Period): Period[] {
  const length = to - from + 1
  const found: Period[] = []
  for (let start = from; start <= to; ) {
    const { year, month } = dateParts(start)
    const end =
      length <= MOST_DAYS
        ? start
        : length <= MOST_MONTHS_DAYS
          ? dayFromParts(year, month, 31)
          : dayFromParts(year, 12, 31)
    found.push({ from: start, to: Math.min(end, to) })
    start = end + 1
  }
  return found
}
