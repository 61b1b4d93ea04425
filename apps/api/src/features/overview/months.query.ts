import { contract } from '@plumbline/contract'
import { calendarReturns } from '@plumbline/engine'
import { defineEndpointQuery } from '../../queries/query.ts'
import {
  describeBasis,
  queryEngine,
  readPerformance,
  readScope,
  wireFlags,
} from '../../queries/query-scope.ts'
import { wireMonth } from './wire-month.ts'

type Months = typeof contract.overview.months

/** Returns by calendar month and year: they chain to the return of the period. */
export const monthsQuery = defineEndpointQuery<Months>(contract.overview.months, (portfolio, { body }) => {
  const scope = readScope(portfolio, body)
  const whole = queryEngine(portfolio, scope)
  return {
    data: {
      months: calendarReturns(whole, 'month').map(month => wireMonth(whole, month)),
      years: calendarReturns(whole, 'year').map(year => wireMonth(whole, year)),
      basis: describeBasis(portfolio, scope),
      flags: wireFlags(readPerformance(whole).flags),
    },
  }
})
