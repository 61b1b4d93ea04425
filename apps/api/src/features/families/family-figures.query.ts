import type { Filter, Flag } from '@plumbline/contract'
import { positionRows } from '@plumbline/engine'
import { type Portfolio, part } from '../../queries/query.ts'
import { queryEngine, readScope, wireFlags } from '../../queries/query-scope.ts'

export interface FamilyFigures {
  /** Net asset value in the currency of the family, at the last close. */
  value: number
  flags: Flag[]
}

export interface ClientFigures extends FamilyFigures {
  /** The same and what follows in the currency of the answer. */
  valueCalculated: number
  dayPnl: number
  /** What the day's P/L was earned on, so that the days of several families give one return. */
  dayBase: number
  dayReturn: number | null
  ytdReturn: number | null
  staleValue: number
}

/** The value of a family in its own currency, which is the one given. */
export const familyFiguresPart = part(
  (portfolio, currency: string): FamilyFigures => ownValue(portfolio, currency),
)

/** What an adviser sees of a client: value, day and year. The currency given is the family's own. */
export const clientFiguresPart = part((portfolio, currency: string, filter): ClientFigures => {
  const calculated = filter.settings.currency ?? currency
  const day = ofPeriod(portfolio, calculated, '1d')
  const year = ofPeriod(portfolio, calculated, 'ytd')
  const { performance } = day
  const own = currency === calculated ? { value: performance.balance.total } : ownValue(portfolio, currency)
  const isIn = (position: number) => day.isIn[position] === 1
  const stale = positionRows(portfolio.snapshot, day.views, isIn, day.period, 'open').filter(row =>
    row.flags.includes('stale'),
  )
  const staleValue = stale.reduce((sum, row) => sum + (row.calculated.value ?? 0), 0)
  return {
    value: own.value,
    valueCalculated: performance.balance.total,
    dayPnl: performance.pnl.abs.total,
    dayBase: performance.openingBalance + performance.cashFlow.deposits,
    dayReturn: performance.pnl.rel.total,
    ytdReturn: year.performance.pnl.rel.total,
    staleValue,
    flags: [...wireFlags(performance.flags), ...(stale.length > 0 ? [oldPrices(staleValue)] : [])],
  }
})

function oldPrices(amount: number): Flag {
  return { code: 'stale', fields: ['value', 'value_calculated'], date: null, amount }
}

function ownValue(portfolio: Portfolio, currency: string): FamilyFigures {
  const { performance } = ofPeriod(portfolio, currency, '1d')
  return { value: performance.balance.total, flags: wireFlags(performance.flags) }
}

function ofPeriod(portfolio: Portfolio, currency: string, name: '1d' | 'ytd') {
  const period = { name, start_date: null, end_date: null }
  // The code was checked against the list of currencies when it was stored.
  const settings = { period, currency: currency as NonNullable<Filter['settings']['currency']> }
  return queryEngine(portfolio, readScope(portfolio, { settings, filters: {} }))
}
