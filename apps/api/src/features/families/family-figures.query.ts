import type { Flag } from '@plumbline/contract'
import { positionRows, toIsoDate } from '@plumbline/engine'
import { defineQuery, type Portfolio } from '../../queries/query.ts'
import { queryEngine, readScope, wireFlags } from '../../queries/query-scope.ts'

export interface FamilyFigures {
  /** Net asset value in the currency of the family, at the last close. */
  value: number
  flags: Flag[]
}

export interface ClientFigures extends FamilyFigures {
  /** The last day of the figures. */
  asOf: string
  /** The same value in the reporting currency, like the figures below. */
  valueCalculated: number
  dayPnl: number
  /** The capital behind the P/L of the day, from which the return of several families follows. */
  dayBase: number
  dayReturn: number | null
  ytdReturn: number | null
  staleValue: number
}

/** The value of a family in its base currency, which is the input. */
export const familyFiguresQuery = defineQuery(
  'familyFigures',
  (portfolio, currency: string): FamilyFigures => computeValue(portfolio, currency),
)

/** Value, P/L of the day and return of the year, as advisers see them. The input is the base currency of the family. */
export const clientFiguresQuery = defineQuery(
  'clientFigures',
  (portfolio, currency: string, filter): ClientFigures => {
    const calculated = filter.settings.currency ?? currency
    const day = queryPeriod(portfolio, calculated, '1d')
    const year = queryPeriod(portfolio, calculated, 'ytd')
    const { performance } = day
    const own =
      currency === calculated ? { value: performance.balance.total } : computeValue(portfolio, currency)
    const isIn = (position: number) => day.isIn[position] === 1
    const stale = positionRows(portfolio.snapshot, day.views, isIn, day.period, 'open').filter(row =>
      row.flags.includes('stale'),
    )
    const staleValue = stale.reduce((sum, row) => sum + (row.calculated.value ?? 0), 0)
    return {
      asOf: toIsoDate(portfolio.view.asOf),
      value: own.value,
      valueCalculated: performance.balance.total,
      dayPnl: performance.pnl.abs.total,
      dayBase: performance.openingBalance + performance.cashFlow.deposits,
      dayReturn: performance.pnl.rel.total,
      ytdReturn: year.performance.pnl.rel.total,
      staleValue,
      flags: [...wireFlags(performance.flags), ...(stale.length > 0 ? [stalePriceFlag(staleValue)] : [])],
    }
  },
)

function stalePriceFlag(amount: number): Flag {
  return { code: 'stale', fields: ['value', 'value_calculated'], date: null, amount }
}

function computeValue(portfolio: Portfolio, currency: string): FamilyFigures {
  const { performance } = queryPeriod(portfolio, currency, '1d')
  return { value: performance.balance.total, flags: wireFlags(performance.flags) }
}

function queryPeriod(portfolio: Portfolio, currency: string, name: '1d' | 'ytd') {
  const period = { name, start_date: null, end_date: null }
  const settings = { period, currency }
  return queryEngine(portfolio, readScope(portfolio, { settings, filters: {} }))
}
