/**
 * A return over some days as one per year.
 *
 *     (1 + r)^(yearDays / days) - 1
 *
 * ACT/365 unless another year is given. Annualising less than a year invents a figure: callers show it from
 * 365 days on. 0 days give 0 (nothing has happened); a loss of everything or more has no annual rate: null.
 *
 * @returns a fraction per year, or null.
 */
export function annualize(totalReturn: number, days: number, yearDays = 365): number | null {
  if (days <= 0) return totalReturn === 0 ? 0 : null
  if (totalReturn <= -1) return null
  const rate = (1 + totalReturn) ** (yearDays / days) - 1
  return Number.isFinite(rate) ? rate : null
}
