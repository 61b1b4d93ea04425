import type { Day } from '../calendar/day.ts'
import type { QueryResult } from '../figures/query.ts'
import type { Instrument } from '../ledger/ledger.ts'
import { EVENT, INCOME } from '../posting/journal.ts'
import { loanTerms } from './loan-terms.ts'
import { type LoanPayment, loanSchedule } from './schedule.ts'

/** What was drawn and paid on one day, with the principal that was left; magnitudes. */
export interface PaidLoanPayment extends LoanPayment {
  readonly drawn: number
}

/** The payment plan of a loan: what was paid and what is to come, in the loan's currency; magnitudes. */
export interface LoanFigures {
  readonly outstanding: number
  readonly principalPaid: number
  readonly interestPaid: number
  readonly paid: readonly PaidLoanPayment[]
  /** Null for a loan without a maturity. */
  readonly upcoming: readonly LoanPayment[] | null
  readonly interestToCome: number | null
}

/**
 * Payments and remaining schedule of a loan held by some positions, at the end of the result's period.
 *
 *     outstanding = drawn - principal paid
 *     interest to come = sum of the interest of the upcoming payments
 *
 * Drawdowns, principal and interest are those of the ledger, netted by day. The schedule starts from what is outstanding.
 */
export function loanFigures(
  { snapshot, views, period }: QueryResult,
  instrument: Instrument,
  positions: readonly number[],
): LoanFigures {
  const { events } = snapshot
  const days = new Map<Day, { drawn: number; interest: number; principal: number }>()
  for (const position of positions) {
    const last = snapshot.positions.eventFrom[position + 1] ?? 0
    for (let event = snapshot.positions.eventFrom[position] ?? 0; event < last; event += 1) {
      const day = events.day[event] ?? 0
      if (day > period.to) break
      const known = days.get(day) ?? { drawn: 0, interest: 0, principal: 0 }
      const amount = Math.abs(views.original.posted[event] ?? 0)
      const isInterest = events.incomeKind[event] === INCOME.interest
      days.set(day, {
        drawn: known.drawn + (events.kind[event] === EVENT.open ? amount : 0),
        principal: known.principal + (events.kind[event] === EVENT.close ? amount : 0),
        interest: known.interest + (isInterest ? Math.abs(views.original.income[event] ?? 0) : 0),
      })
    }
  }
  let [outstanding, principalPaid, interestPaid] = [0, 0, 0]
  const paid = [...days]
    .sort((a, b) => a[0] - b[0])
    .map(([day, { drawn, interest, principal }]) => {
      outstanding += drawn - principal
      principalPaid += principal
      interestPaid += interest
      return { day, drawn, interest, principal, outstanding }
    })
    .filter(({ drawn, interest, principal }) => drawn !== 0 || interest !== 0 || principal !== 0)
  const terms = loanTerms(instrument, outstanding)
  const upcoming = terms && loanSchedule(terms, period.to)
  const interestToCome = upcoming?.reduce((sum, { interest }) => sum + interest, 0) ?? null
  return { outstanding, principalPaid, interestPaid, paid, upcoming, interestToCome }
}
