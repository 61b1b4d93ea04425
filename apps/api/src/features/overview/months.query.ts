import { contract } from '@plumbline/contract'
import { calendarReturns } from '@plumbline/engine'
import { answer } from '../../queries/query.ts'
import { askEngine, askingOf, basisOf, wireFlags } from '../../queries/query-scope.ts'
import { wireMonth } from './wire-month.ts'

type Months = typeof contract.overview.months

/** Returns by calendar month and year: they chain to the return of the period. */
export const monthsAnswer = answer<Months>(contract.overview.months, (portfolio, { body }) => {
  const asking = askingOf(portfolio, body)
  const whole = askEngine(portfolio, asking)
  return {
    data: {
      months: calendarReturns(whole, 'month').map(wireMonth),
      years: calendarReturns(whole, 'year').map(wireMonth),
      basis: basisOf(portfolio, asking),
      flags: wireFlags(whole.performance.flags),
    },
  }
})
