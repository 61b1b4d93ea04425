import type { Day } from '../calendar/day.ts'
import type { CouponPeriod } from './day-count.ts'
import { type CouponTerms, interestPeriods, interestWithin } from './schedule.ts'

/** The regular coupon period that a day lies in: from the last coupon (inclusive) to the next one. */
export function findCouponPeriod(terms: CouponTerms, day: Day): CouponPeriod {
  const { issued: _, ...regular } = terms
  const [period] = interestPeriods(regular, day, day)
  return period?.reference ?? { from: day, to: day }
}

/**
 * Accrued interest as a fraction of the nominal.
 *
 *     coupon x fraction of the year since the last coupon            in the ex-coupon period: -coupon x fraction to the next
 *
 * 0 from the maturity on and before the first day of interest. Times 100 it is in percent, as prices are; times the
 * nominal it is money in the bond's currency.
 */
export function accruedInterest(terms: CouponTerms, day: Day): number {
  const { maturity, issued } = terms
  if (day >= maturity || (issued != null && day <= issued)) return 0
  const [period] = interestPeriods(terms, day, day)
  return period ? interestWithin(terms, period, day) : 0
}
