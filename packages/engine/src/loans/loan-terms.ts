import type { Instrument } from '../ledger/ledger.ts'
import type { LoanTerms } from './schedule.ts'

/** Loans are paid monthly unless they say otherwise. */
const PAYMENTS_PER_YEAR = 12

/** The terms of a loan's schedule; null without a maturity. A loan without coupons bears no interest. */
export function loanTerms(instrument: Instrument, outstanding: number): LoanTerms | null {
  const { coupons, contractExpiration, repayment, paymentsPerYear } = instrument
  const maturity = coupons?.maturity ?? contractExpiration ?? null
  if (maturity === null) return null
  const perYear = coupons?.perYear ?? paymentsPerYear ?? PAYMENTS_PER_YEAR
  return {
    outstanding,
    interestRate: coupons?.coupon ?? 0,
    maturity,
    paymentsPerYear: perYear > 0 ? perYear : 1,
    repayment: repayment ?? 'at_maturity',
  }
}
