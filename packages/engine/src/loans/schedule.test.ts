import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDay, toIsoDate } from '../calendar/day.ts'
import { loanSchedule, REPAYMENTS } from './schedule.ts'

const terms = {
  outstanding: 100_000,
  interestRate: 0.02,
  maturity: parseDay('2028-03-31'),
  paymentsPerYear: 4,
  repayment: 'linear',
} as const

describe('loanSchedule', () => {
  it('counts payment days back from a maturity at the end of a month', () => {
    const days = loanSchedule(terms, parseDay('2027-06-30')).map(payment => toIsoDate(payment.day))
    expect(days).toEqual(['2027-09-30', '2027-12-31', '2028-03-31'])
  })

  it('pays only interest before the maturity of a bullet loan', () => {
    const payments = loanSchedule({ ...terms, repayment: 'at_maturity' }, parseDay('2027-10-01'))
    expect(payments.map(({ interest, principal }) => [interest, principal])).toEqual([
      [500, 0],
      [500, 100_000],
    ])
  })

  it('is empty after the maturity and for a repaid loan', () => {
    expect(loanSchedule(terms, terms.maturity)).toEqual([])
    expect(loanSchedule({ ...terms, outstanding: 0 }, parseDay('2027-01-01'))).toEqual([])
  })

  it('repays exactly the outstanding principal without a negative instalment', () => {
    const any = fc.record({
      outstanding: fc.double({ min: 1, max: 1e9, noNaN: true }),
      interestRate: fc.double({ min: 0, max: 0.3, noNaN: true }),
      maturity: fc.integer({ min: 20_000, max: 30_000 }),
      paymentsPerYear: fc.constantFrom(1, 2, 4, 12),
      repayment: fc.constantFrom(...REPAYMENTS),
    })
    fc.assert(
      fc.property(any, loan => {
        const payments = loanSchedule(loan, 19_999)
        const sum = payments.reduce((total, payment) => total + payment.principal, 0)
        expect(Math.abs(sum - loan.outstanding)).toBeLessThan(1e-9 * loan.outstanding * payments.length)
        expect(payments.at(-1)?.outstanding).toBe(0)
        for (const payment of payments) expect(payment.principal).toBeGreaterThanOrEqual(-1e-6)
      }),
      { numRuns: 100 },
    )
  })
})
