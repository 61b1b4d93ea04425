import { addMonths, type Day } from '../calendar/day.ts'

/** Repayment of a loan: all of it at maturity, in equal parts, or in equal payments of interest and principal. */
export const REPAYMENTS = ['at_maturity', 'linear', 'annuity'] as const
export type Repayment = (typeof REPAYMENTS)[number]

export interface LoanTerms {
  /** The outstanding principal today, a magnitude. */
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
  /** Outstanding principal afterwards. */
  readonly outstanding: number
}

/** The payment days after `from`, counted back from the maturity, which is the last one. */
function listPaymentDays({ maturity, paymentsPerYear }: LoanTerms, from: Day): Day[] {
  const days: Day[] = []
  const months = 12 / paymentsPerYear
  for (let back = 0; ; back += 1) {
    const day = addMonths(maturity, -back * months)
    if (day <= from) return days.reverse()
    days.push(day)
  }
}

/**
 * The payments after a day, if nothing changes.
 *
 *     interest = outstanding x rate / payments per year
 *     linear:  principal = outstanding today / number of payments
 *     annuity: payment = outstanding today x i / (1 - (1 + i)^-n), principal = payment - interest
 *
 * All periods have the same length (30/360), including the first. The last payment settles the rest exactly. Unit: that
 * of `outstanding`. Empty after the maturity, and for a loan that is repaid.
 */
export function loanSchedule(terms: LoanTerms, from: Day): LoanPayment[] {
  const days = listPaymentDays(terms, from)
  const rate = terms.interestRate / terms.paymentsPerYear
  const count = days.length
  if (terms.outstanding <= 0 || count === 0) return []
  // expm1 and log1p keep the digits of 1 - (1 + i)^-n for a small rate; at rate 0 the payments are principal alone.
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
