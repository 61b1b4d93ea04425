import { type Day, dayFromParts, partsOf } from '../calendar/day.ts'
import type { QueryResult } from '../figures/query.ts'
import { returnBetween } from './linking.ts'

/** What a calendar month or year brought, within the period that was asked about. */
export interface CalendarReturn {
  readonly year: number
  /** 1 to 12; null for a whole year. */
  readonly month: number | null
  readonly from: Day
  readonly to: Day
  readonly pnl: number
  /** Time-weighted, a fraction; null when no day had capital, or the period has no return at all. */
  readonly twr: number | null
  /** The period covers only a part of it. */
  readonly isPartial: boolean
}

function endOf(unit: 'month' | 'year', day: Day): Day {
  const { year, month } = partsOf(day)
  return unit === 'year' ? dayFromParts(year, 12, 31) : dayFromParts(year, month, 31)
}

function startOf(unit: 'month' | 'year', day: Day): Day {
  const { year, month } = partsOf(day)
  return dayFromParts(year, unit === 'year' ? 1 : month, 1)
}

/**
 * Returns by calendar month or year, in order. The P/L of all of them adds up to that of the period, their returns
 * chain to its time-weighted return: (1 + r1) x (1 + r2) ... - 1.
 */
export function calendarReturns(result: QueryResult, unit: 'month' | 'year'): CalendarReturn[] {
  const { performance, period } = result
  const { cumulative, cumulativeReturn, base, firstDay } = performance.dailyPnl
  const found: CalendarReturn[] = []
  for (let from = period.from; from <= period.to; ) {
    const end = endOf(unit, from)
    const to = Math.min(end, period.to)
    const { year, month } = partsOf(from)
    const first = from - firstDay
    const last = to - firstDay
    const hasCapital = base.subarray(first, last + 1).some(capital => capital > 0)
    const hasReturn = hasCapital && performance.pnl.rel.total !== null
    found.push({
      year,
      month: unit === 'year' ? null : month,
      from,
      to,
      pnl: (cumulative.total[last] ?? 0) - (cumulative.total[first - 1] ?? 0),
      twr: hasReturn ? returnBetween(cumulativeReturn.total, first, last) : null,
      isPartial: from > startOf(unit, from) || to < end,
    })
    from = to + 1
  }
  return found
}
