import { addMonths, type Day } from '../calendar/day.ts'
import { type CouponPeriod, type DayCount, yearFraction } from './day-count.ts'

/** What a bond pays: `coupon` as a fraction per year, `perYear` coupons counted back from the maturity. */
export interface CouponTerms {
  readonly coupon: number
  readonly perYear: number
  readonly dayCount: DayCount
  readonly maturity: Day
  /** First day of interest; without it the first period is a full one. */
  readonly issued?: Day | null
  /** Calendar days before a coupon from which it goes to the seller. */
  readonly exCouponDays?: number
}

/** The coupon period that a day lies in: from its last coupon (that day included) to the next one. */
export function couponPeriodOn({ maturity, perYear }: CouponTerms, day: Day): CouponPeriod {
  const step = 12 / perYear
  let count = Math.max(0, Math.floor((maturity - day) / (step * 31)) - 1)
  while (addMonths(maturity, -(count + 1) * step) > day) count += 1
  return { from: addMonths(maturity, -(count + 1) * step), to: addMonths(maturity, -count * step) }
}

/**
 * Accrued interest as a fraction of the nominal.
 *
 *     coupon x fraction of the year since the last coupon            in the ex-coupon window: -coupon x fraction to the next
 *
 * 0 from the maturity on and before the first day of interest. Times 100 it is in percent, as prices are; times the
 * nominal it is money in the bond's currency.
 */
export function accruedInterest(terms: CouponTerms, day: Day): number {
  const { coupon, dayCount, maturity, issued, exCouponDays = 0 } = terms
  if (day >= maturity || (issued != null && day <= issued)) return 0
  const period = couponPeriodOn(terms, day)
  if (exCouponDays > 0 && day >= period.to - exCouponDays)
    return -coupon * yearFraction(day, period.to, dayCount, period, maturity)
  return coupon * yearFraction(Math.max(period.from, issued ?? period.from), day, dayCount, period, maturity)
}
