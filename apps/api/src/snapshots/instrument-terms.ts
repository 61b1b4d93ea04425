import { defaultPaymentsPerYear } from '@plumbline/contract'
import {
  type CouponTerms,
  DAY_COUNTS,
  type Day,
  type DayCount,
  INTEREST_TYPES,
  type Instrument,
  parseDay,
  REPAYMENTS,
  type Repayment,
} from '@plumbline/engine'

/** Stored terms that only some instrument types have. Rates are fractions, dates ISO. */
export type StoredTerms = Readonly<Record<string, unknown>>

type Terms = Pick<
  Instrument,
  | 'coupons'
  | 'quotesIncludeInterest'
  | 'par'
  | 'factors'
  | 'repayment'
  | 'paymentsPerYear'
  | 'baseCurrency'
  | 'commitment'
>

function readNumber(terms: StoredTerms, ...names: string[]): number | null {
  for (const name of names) {
    const value = terms[name]
    const found = typeof value === 'string' && value !== '' ? Number(value) : value
    if (typeof found === 'number' && Number.isFinite(found)) return found
  }
  return null
}

function readText(terms: StoredTerms, name: string): string | null {
  const value = terms[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function readDay(terms: StoredTerms, name: string): Day | null {
  const value = readText(terms, name)
  return value !== null && /^\d{4}-\d{2}-\d{2}$/.test(value) ? parseDay(value) : null
}

/** A list of a date and a number, such as [{ "date": "2026-03-01", "factor": 0.92 }]. */
function readDatedValues(terms: StoredTerms, name: string, field: string): { day: Day; value: number }[] {
  const list = terms[name]
  if (!Array.isArray(list)) return []
  return list.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return []
    // An object of unknown fields; each is checked when it is read.
    const stored = entry as StoredTerms
    const day = readDay(stored, 'date')
    const value = readNumber(stored, field)
    return day === null || value === null ? [] : [{ day, value }]
  })
}

const isDayCount = (word: string | null): word is DayCount => DAY_COUNTS.some(name => name === word)
const isRepayment = (word: string | null): word is Repayment => REPAYMENTS.some(name => name === word)

/** Coupons need a rate and a maturity. Loans and manual bonds store the rate as `interest_rate`. */
function readCoupons(type: string, terms: StoredTerms, expiration: Day | null): CouponTerms | null {
  const coupon = readNumber(terms, 'coupon', 'interest_rate')
  const maturity = readDay(terms, 'maturity') ?? expiration
  if (coupon === null || coupon === 0 || maturity === null) return null
  const dayCount = readText(terms, 'day_count')
  const steps = readDatedValues(terms, 'coupon_steps', 'coupon').map(({ day, value }) => ({
    from: day,
    coupon: value,
  }))
  return {
    coupon,
    perYear:
      readNumber(terms, 'coupons_per_year', 'payments_per_year') ??
      defaultPaymentsPerYear[type === 'loan' ? 'loan' : 'bond'],
    dayCount: isDayCount(dayCount) ? dayCount : '30E/360',
    maturity,
    issued: readDay(terms, 'issued'),
    firstCoupon: readDay(terms, 'first_coupon'),
    lastCoupon: readDay(terms, 'last_coupon'),
    endOfMonth: terms.end_of_month === true,
    exCouponDays: readNumber(terms, 'ex_coupon_days') ?? 0,
    exCouponWeekdays: readNumber(terms, 'ex_coupon_weekdays') ?? 0,
    steps,
  }
}

/** Converts stored terms for the engine. Terms that the type does not have are absent. */
export function toEngineTerms(type: string, terms: StoredTerms, expiration: Day | null): Terms {
  const repayment = readText(terms, 'repayment')
  const factors = readDatedValues(terms, 'pool_factors', 'factor')
  return {
    ...(INTEREST_TYPES.has(type) ? { coupons: readCoupons(type, terms, expiration) } : {}),
    ...(terms.quotes_include_interest === true ? { quotesIncludeInterest: true } : {}),
    ...(INTEREST_TYPES.has(type) ? { par: readNumber(terms, 'par') } : {}),
    ...(factors.length > 0 ? { factors: factors.map(({ day, value }) => ({ day, factor: value })) } : {}),
    ...(type === 'loan' && isRepayment(repayment) ? { repayment } : {}),
    ...(type === 'loan' ? { paymentsPerYear: readNumber(terms, 'payments_per_year') } : {}),
    ...(type === 'fx_forward' ? { baseCurrency: readText(terms, 'base_currency') } : {}),
    ...(type === 'private_equity' ? { commitment: readNumber(terms, 'commitment') } : {}),
  }
}
