import { addMonths, type Day } from '../calendar/day.ts'

/** How a loan is paid back: all of it at the end, in equal parts, or in equal payments of interest and principal. */
export const REPAYMENTS = ['at_maturity', 'linear', 'annuity'] as const
export type Repayment = (typeof REPAYMENTS)[number]

export interface LoanTerms {
  /** What is owed today, a magnitude. */
  readonly outstanding: number
  /** A fraction per year. */
  readonly interestRate: number
  readonly maturity: Day
  /** 1, 2, 4 or 12. */
  readonly paymentsPerYear: number
  readonly repayment: Repayment
}

export interface LoanPayment {
  readonly day: Day
  readonly interest: number
  readonly principal: number
  /** Owed afterwards. */
  readonly outstanding: number
}

/** The days of payment after `from`: counted back from the maturity, so that the last one is the maturity. */
function paymentDays({ maturity, paymentsPerYear }: LoanTerms, from: Day): Day[] {
  const days: Day[] = []
  const months = 12 / paymentsPerYear
  for (let back = 0; ; back += 1) {
    const day = addMonths(maturity, -back * months)
    if (day <= from) return days.reverse()
    days.push(day)
  }
}

/**
 * The payments that are to come after a day, if nothing changes.
 *
 *     interest = outstanding x rate / payments per year
 *     linear:  principal = outstanding today / number of payments
 *     annuity: payment = outstanding today x i / (1 - (1 + i)^-n), principal = payment - interest
 *
 * Every period counts alike (30/360), the first one whole. The last payment settles what is left, to the last
 * digit. Unit: that of `outstanding`. Empty after the maturity, and for a loan that is paid back.
 */
export function loanSchedule(terms: LoanTerms, from: Day): LoanPayment[] {
  const days = paymentDays(terms, from)
  const rate = terms.interestRate / terms.paymentsPerYear
  const count = days.length
  if (terms.outstanding <= 0 || count === 0) return []
  // 1 - (1 + i)^-n without losing the digits of a small rate; without a rate the payments are the principal alone.
  const discounted = -Math.expm1(-count * Math.log1p(rate))
  const annuity = terms.outstanding * (discounted === 0 ? 1 / count : rate / discounted)
  let outstanding = terms.outstanding
  return days.map((day, index) => {
    const interest = outstanding * rate
    const regular =
      terms.repayment === 'linear'
        ? terms.outstanding / count
        : terms.repayment === 'annuity'
          ? annuity - interest
          : 0
    const principal = index === count - 1 ? outstanding : regular
    outstanding = index === count - 1 ? 0 : outstanding - principal
    return { day, interest, principal, outstanding }
  })
}
