/**
 * Annualizes the return of a number of days.
 *
 *     (1 + r)^(yearDays / days) - 1
 *
 * ACT/365 unless another year is given. Annualizing less than a year invents a figure: callers show it from 365 days on.
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
