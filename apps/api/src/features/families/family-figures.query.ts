import type { Flag } from '@plumbline/contract'
import { positionRows, toIsoDate } from '@plumbline/engine'
import { defineQuery, type Portfolio } from '../../queries/query.ts'
import { queryEngine, readPerformance, readScope, wireFlags } from '../../queries/query-scope.ts'

export interface FamilyFigures {
  /** Net asset value in the currency of the family, at the last close. */
  value: number | null
  flags: Flag[]
}

export interface ClientFigures extends FamilyFigures {
  /** The last day of the figures. */
  asOf: string
  /** The same value in the reporting currency, like the figures below. */
  valueCalculated: number | null
  dayPnl: number | null
  /** The capital behind the P/L of the day, from which the return of several families follows. */
  dayBase: number | null
  dayReturn: number | null
  ytdReturn: number | null
  /** Null when it cannot be stated in the reporting currency. */
  staleValue: number | null
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
    const known = readPerformance(day)
    const { opening, cashFlow } = known
    const dayBase =
      opening.total === null || cashFlow.deposits === null ? null : opening.total + cashFlow.deposits
    const own = currency === calculated ? { value: known.balance.total } : computeValue(portfolio, currency)
    const isIn = (position: number) => day.isIn[position] === 1
    const stale = positionRows(portfolio.snapshot, day.views, isIn, day.period, 'open').filter(row =>
      row.flags.includes('stale'),
    )
    const staleValues = stale.flatMap(row => row.calculated.value ?? [])
    const staleValue =
      stale.length > 0 && staleValues.length === 0 ? null : staleValues.reduce((sum, value) => sum + value, 0)
    return {
      asOf: toIsoDate(portfolio.view.asOf),
      value: own.value,
      valueCalculated: known.balance.total,
      dayPnl: known.pnl.abs.total,
      dayBase,
      dayReturn:
        dayBase === null || dayBase <= 0 || known.pnl.abs.total === null
          ? null
          : known.pnl.abs.total / dayBase,
      ytdReturn: readPerformance(year).pnl.rel.total,
      staleValue,
      flags: [...wireFlags(known.flags), ...(stale.length > 0 ? [stalePriceFlag(staleValue)] : [])],
    }
  },
)

function stalePriceFlag(amount: number | null): Flag {
  return { code: 'stale', fields: ['value', 'value_calculated'], date: null, amount }
}

function computeValue(portfolio: Portfolio, currency: string): FamilyFigures {
  const { balance, flags } = readPerformance(queryPeriod(portfolio, currency, '1d'))
  return { value: balance.total, flags: wireFlags(flags) }
}

function queryPeriod(portfolio: Portfolio, currency: string, name: '1d' | 'ytd') {
  const period = { name, start_date: null, end_date: null }
  const settings = { period, currency }
  return queryEngine(portfolio, readScope(portfolio, { settings, filters: {} }))
}
