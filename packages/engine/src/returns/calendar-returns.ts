import { type Day, dateParts, dayFromParts } from '../calendar/day.ts'
import type { QueryResult } from '../figures/query.ts'
import { returnBetween } from './linking.ts'

/** P/L and return of a calendar month or year within the period of a query. */
export interface CalendarReturn {
  readonly year: number
  /** 1 to 12; null for a whole year. */
  readonly month: number | null
  readonly from: Day
  readonly to: Day
  readonly pnl: number
  /** Time-weighted, a fraction; null when no day had capital, or the whole period has no return. */
  readonly twr: number | null
  /** Whether the period covers only a part of the month or year. */
  readonly isPartial: boolean
}

function endOfUnit(unit: 'month' | 'year', day: Day): Day {
  const { year, month } = dateParts(day)
  return unit === 'year' ? dayFromParts(year, 12, 31) : dayFromParts(year, month, 31)
}

function startOfUnit(unit: 'month' | 'year', day: Day): Day {
  const { year, month } = dateParts(day)
  return dayFromParts(year, unit === 'year' ? 1 : month, 1)
}

/**
 * Returns by calendar month or year, in order.
 *
 *     sum of P/L = P/L of the period        (1 + r1) x (1 + r2) x ... - 1 = time-weighted return of the period
 *
 * The first and the last one may be partial. P/L in the result's currency, returns as fractions.
 */
export function calendarReturns(result: QueryResult, unit: 'month' | 'year'): CalendarReturn[] {
  const { performance, period } = result
  const { cumulative, cumulativeReturn, base, firstDay } = performance.dailyPnl
  const found: CalendarReturn[] = []
  for (let from = period.from; from <= period.to; ) {
    const end = endOfUnit(unit, from)
    const to = Math.min(end, period.to)
    const { year, month } = dateParts(from)
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
      isPartial: from > startOfUnit(unit, from) || to < end,
    })
    from = to + 1
  }
  return found
}
