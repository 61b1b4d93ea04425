import { addMonths, type Day, dateParts, dayFromParts, previousWeekday } from './day.ts'

/** The named periods; every calendar year with data ('2024') is one too. */
export const PERIOD_NAMES = ['all', '1d', '1w', 'mtd', '1m', '3m', '6m', 'ytd', '1y', '3y', '5y'] as const
export type PeriodName = (typeof PERIOD_NAMES)[number]

/** An inclusive range of days. Its opening value is the close of `from - 1`. */
export interface Period {
  readonly from: Day
  readonly to: Day
}

const MONTHS_BACK: Readonly<Record<string, number>> = {
  '1m': 1,
  '3m': 3,
  '6m': 6,
  '1y': 12,
  '3y': 36,
  '5y': 60,
}

/**
 * The days a named period covers, ending at `asOf`, the last day with closes.
 *
 * - `1d` opens at the previous weekday's close; `1w` opens seven days before; `1m` to `5y` open at the close of the
 *   same date back, clamped to the month's end; `mtd` and `ytd` open at the last close of the month or year before.
 * - `all` starts on the first transaction of the scope, so that it opens with the close of the day before. In an empty
 *   scope (`firstTransaction` null) it is the day `asOf`.
 * - A year ('2024') runs from 1 January to 31 December, or to `asOf` while it is not over.
 *
 * @returns null for an unknown name.
 */
export function namedPeriod(name: string, asOf: Day, firstTransaction: Day | null): Period | null {
  const { year, month } = dateParts(asOf)
  const months = MONTHS_BACK[name]
  if (months !== undefined) return { from: addMonths(asOf, -months) + 1, to: asOf }
  if (name === 'all') return { from: Math.min(firstTransaction ?? asOf, asOf), to: asOf }
  if (name === '1d') return { from: previousWeekday(asOf) + 1, to: asOf }
  if (name === '1w') return { from: asOf - 6, to: asOf }
  if (name === 'mtd') return { from: dayFromParts(year, month, 1), to: asOf }
  if (name === 'ytd') return { from: dayFromParts(year, 1, 1), to: asOf }
  if (/^\d{4}$/.test(name)) {
    const from = dayFromParts(Number(name), 1, 1)
    return { from, to: Math.max(from, Math.min(dayFromParts(Number(name), 12, 31), asOf)) }
  }
  return null
}
