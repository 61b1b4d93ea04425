import { addMonths, type Day, dateParts } from '@plumbline/engine'
import { type Minor, multiplyMoney, scaled } from '../decimals.ts'
import type { CouponPlan, InstrumentFact } from '../instruments/instrument.ts'

/** The days on which coupons are due, from the first after the issue to maturity: counted back from its end. */
export function couponDays(plan: CouponPlan): Day[] {
  const days: Day[] = []
  const step = 12 / plan.perYear
  for (let count = 0; ; count += 1) {
    const day = addMonths(plan.maturity, -count * step)
    if (day <= plan.from) return days.reverse()
    days.push(day)
  }
}

/** Days between two dates where every month has 30 days (30E/360). */
function days360(from: Day, to: Day): number {
  const [a, b] = [dateParts(from), dateParts(to)]
  return (
    (b.year - a.year) * 360 +
    (b.month - a.month) * 30 +
    Math.min(b.dayOfMonth, 30) -
    Math.min(a.dayOfMonth, 30)
  )
}

const rateDigits = 8

/** Interest that has built up since the last coupon, on a nominal, to the smallest unit of the currency. */
export function accruedInterest(fact: InstrumentFact, nominal: number, day: Day): Minor {
  const plan = fact.coupons
  if (!plan || day >= plan.maturity) return 0n
  const last = couponDays(plan).findLast(due => due <= day) ?? plan.from
  const fraction = (plan.rate * days360(last, day)) / 360
  return multiplyMoney(fact.currency, scaled(nominal, 0), scaled(fraction, rateDigits))
}

/** One coupon on a nominal. */
export function couponOn(fact: InstrumentFact, nominal: number): Minor {
  const plan = fact.coupons
  if (!plan) return 0n
  return multiplyMoney(fact.currency, scaled(nominal, 0), scaled(plan.rate / plan.perYear, rateDigits))
}
