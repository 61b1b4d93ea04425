import type { DatedPrice, Day } from '@plumbline/engine'

/** Within a year a price may differ by half from the last one. */
const usualChange = 0.5
const recentDays = 366
/** Options, and prices older than a year, may differ tenfold. */
const maxFactor = 10

/** Whether a price is so far from the last one, or of another sign, that it may be a typing error. */
export function isUnusualPrice(
  price: number,
  day: Day,
  last: DatedPrice,
  { maxChange = usualChange, isOption = false } = {},
): boolean {
  const ratio = price / last.price
  if (last.price === 0 || Number.isNaN(ratio)) return false
  if (ratio < 0) return true
  if (isOption || day - last.day > recentDays) return ratio > maxFactor || ratio < 1 / maxFactor
  return Math.abs(ratio - 1) > maxChange
}
