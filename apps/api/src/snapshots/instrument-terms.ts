import { defaultPaymentsPerYear } from '@plumbline/contract'
import {
  type CouponTerms,
  DAY_COUNTS,
  type Day,
  type DayCount,
  dayOf,
  type Instrument,
  REPAYMENTS,
  type Repayment,
} from '@plumbline/engine'

/** What only some types of instruments have, as it is stored: numbers are fractions, dates ISO. */
export type StoredTerms = Readonly<Record<string, unknown>>

type Terms = Pick<
  Instrument,
  'coupons' | 'quotesIncludeInterest' | 'par' | 'factors' | 'repayment' | 'baseCurrency' | 'commitment'
>

function numberIn(terms: StoredTerms, ...names: string[]): number | null {
  for (const name of names) {
    const value = terms[name]
    const found = typeof value === 'string' && value !== '' ? Number(value) : value
    if (typeof found === 'number' && Number.isFinite(found)) return found
  }
  return null
}

function textIn(terms: StoredTerms, name: string): string | null {
  const value = terms[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function dayIn(terms: StoredTerms, name: string): Day | null {
  const value = textIn(terms, name)
  return value !== null && /^\d{4}-\d{2}-\d{2}$/.test(value) ? dayOf(value) : null
}

/** A list of a date and a number, such as [{ "date": "2026-03-01", "factor": 0.92 }]. */
function datedIn(terms: StoredTerms, name: string, field: string): { day: Day; value: number }[] {
  const list = terms[name]
  if (!Array.isArray(list)) return []
  return list.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return []
    // Each entry is an object of the stored list; what it lacks is left out below.
    const stored = entry as StoredTerms
    const day = dayIn(stored, 'date')
    const value = numberIn(stored, field)
    return day === null || value === null ? [] : [{ day, value }]
  })
}

const isDayCount = (word: string | null): word is DayCount => DAY_COUNTS.some(name => name === word)
const isRepayment = (word: string | null): word is Repayment => REPAYMENTS.some(name => name === word)

/** Interest is known where there are a rate and an end; loans and manual bonds call the rate another name. */
function couponsOf(type: string, terms: StoredTerms, expiration: Day | null): CouponTerms | null {
  const coupon = numberIn(terms, 'coupon', 'interest_rate')
  const maturity = dayIn(terms, 'maturity') ?? expiration
  if (coupon === null || coupon === 0 || maturity === null) return null
  const dayCount = textIn(terms, 'day_count')
  const steps = datedIn(terms, 'coupon_steps', 'coupon').map(({ day, value }) => ({
    from: day,
    coupon: value,
  }))
  return {
    coupon,
    perYear:
      numberIn(terms, 'coupons_per_year', 'payments_per_year') ??
      defaultPaymentsPerYear[type === 'loan' ? 'loan' : 'bond'],
    dayCount: isDayCount(dayCount) ? dayCount : '30E/360',
    maturity,
    issued: dayIn(terms, 'issued'),
    firstCoupon: dayIn(terms, 'first_coupon'),
    lastCoupon: dayIn(terms, 'last_coupon'),
    endOfMonth: terms.end_of_month === true,
    exCouponDays: numberIn(terms, 'ex_coupon_days') ?? 0,
    exCouponWeekdays: numberIn(terms, 'ex_coupon_weekdays') ?? 0,
    steps,
  }
}

/** Types of instruments that interest accrues in. */
export const paysInterest: ReadonlySet<string> = new Set(['bond', 'structured_product', 'loan'])

/** The terms of an instrument as the engine takes them; what its type does not have is absent. */
export function engineTerms(type: string, terms: StoredTerms, expiration: Day | null): Terms {
  const repayment = textIn(terms, 'repayment')
  const factors = datedIn(terms, 'pool_factors', 'factor')
  return {
    ...(paysInterest.has(type) ? { coupons: couponsOf(type, terms, expiration) } : {}),
    ...(terms.quotes_include_interest === true ? { quotesIncludeInterest: true } : {}),
    ...(paysInterest.has(type) ? { par: numberIn(terms, 'par') } : {}),
    ...(factors.length > 0 ? { factors: factors.map(({ day, value }) => ({ day, factor: value })) } : {}),
    ...(type === 'loan' && isRepayment(repayment) ? { repayment } : {}),
    ...(type === 'fx_forward' ? { baseCurrency: textIn(terms, 'base_currency') } : {}),
    ...(type === 'private_equity' ? { commitment: numberIn(terms, 'commitment') } : {}),
  }
}
