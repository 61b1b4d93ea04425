import type { Period } from '../calendar/period.ts'

/**
 * Annualizes the return of a number of days.
 *
 *     (1 + r)^(yearDays / days) - 1
 *
 * ACT/365 unless another year is given. Figures shown to people use `annualizeReturn`.
 * A return of 0 over 0 days is 0; any other return over 0 days, and a loss of 100 % or more, has no annual rate.
 *
 * @returns a fraction per year, or null.
 */
export function annualize(totalReturn: number, days: number, yearDays = 365): number | null {
  if (days <= 0) return totalReturn === 0 ? 0 : null
  if (totalReturn <= -1) return null
  const rate = (1 + totalReturn) ** (yearDays / days) - 1
  return Number.isFinite(rate) ? rate : null
}

/** The shortest period whose figures are stated per year. */
export const SHORTEST_ANNUAL_DAYS = 365

/** Whether figures of a period may be stated per year: from one year on, as a shorter return says little about a year. */
export function isAnnualPeriod({ from, to }: Period): boolean {
  return to - from + 1 >= SHORTEST_ANNUAL_DAYS
}

/** The return of a period per year, see `annualize`. Null below one year, and without a return. */
export function annualizeReturn(totalReturn: number | null, period: Period): number | null {
  if (totalReturn === null || !isAnnualPeriod(period)) return null
  return annualize(totalReturn, period.to - period.from + 1)
}
