import { type Day, parseDay, startOfMonth, startOfYear, toMonthIndex, toYear } from '@plumbline/charts'
import type { Period } from '@plumbline/contract'
import { addMonths } from '../../ui/calendar/month-grid.ts'

/** The first and last day of a period, as the picker marks them when it opens. */
interface PeriodDays {
  from: Day | null
  to: Day | null
}

const monthsBack: Readonly<Record<string, number>> = {
  '1m': 1,
  '3m': 3,
  '6m': 6,
  '1y': 12,
  '3y': 36,
  '5y': 60,
}

/** The days of a period, with the last day of data as the present one. The figures' own range is decided by the server. */
export function periodDays(period: Period, least: Day | null, most: Day | null): PeriodDays {
  const { name, start_date: start, end_date: end } = period
  if (name === null)
    return { from: start === null ? least : parseDay(start), to: end === null ? most : parseDay(end) }
  if (most === null) return { from: null, to: null }
  const from = startOfNamed(name, least, most)
  const to = /^\d{4}$/.test(name) ? Math.min(most, startOfYear(Number(name) + 1) - 1) : most
  return { from: from === null ? null : Math.max(least ?? from, Math.min(from, most)), to }
}

function startOfNamed(name: string, least: Day | null, most: Day): Day | null {
  const back = monthsBack[name]
  if (back !== undefined) return addMonths(most, -back) + 1
  if (/^\d{4}$/.test(name)) return startOfYear(Number(name))
  switch (name) {
    case '1d':
      return most
    case '1w':
      return most - 6
    case 'mtd':
      return startOfMonth(toYear(most), toMonthIndex(most))
    case 'ytd':
      return startOfYear(toYear(most))
    default:
      return least
  }
}

/** Ranges that have no name of their own, from the last day of data. */
export function presetDays(
  most: Day,
): Readonly<Record<'last_month' | 'this_quarter' | 'last_quarter', PeriodDays>> {
  const year = toYear(most)
  const month = toMonthIndex(most)
  const thisMonth = startOfMonth(year, month)
  const quarter = startOfMonth(year, month - (month % 3))
  return {
    last_month: { from: startOfMonth(year, month - 1), to: thisMonth - 1 },
    this_quarter: { from: quarter, to: most },
    last_quarter: { from: startOfMonth(year, month - (month % 3) - 3), to: quarter - 1 },
  }
}
