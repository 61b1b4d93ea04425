import type { Flag } from '@plumbline/contract'
import { positionRows, toIsoDate } from '@plumbline/engine'
import { defineQuery, type Portfolio } from '../../queries/query.ts'
import { queryEngine, readPerformance, readScope, weightIn, wireFlags } from '../../queries/query-scope.ts'

export interface FamilyFigures {
  /** Net asset value in the currency of the family, at the last close. */
  value: number | null
  flags: Flag[]
}

/** P/L and returns of a client in one currency. */
export interface ClientMoves {
  dayPnl: number | null
  dayReturn: number | null
  ytdPnl: number | null
  ytdReturn: number | null
}

export interface ClientFigures extends FamilyFigures, ClientMoves {
  /** The last day of the figures. */
  asOf: string
  /** The same value in the reporting currency, like the figures below. */
  valueCalculated: number | null
  /** The capital behind the P/L of the day, from which the return of several families follows. */
  dayBase: number | null
  /** Null when it cannot be stated in the reporting currency. */
  staleValue: number | null
  /** In the base currency of the family, as its users see it. */
  own: ClientMoves
  cashShare: number | null
}

/** The value of a family in its base currency, which is the input. */
export const familyFiguresQuery = defineQuery(
  'familyFigures',
  (portfolio, currency: string): FamilyFigures => computeValue(portfolio, currency),
)

/** Value, P/L of the day and of the year, as advisers see them. The input is the base currency of the family. */
export const clientFiguresQuery = defineQuery(
  'clientFigures',
  (portfolio, currency: string, filter): ClientFigures => {
    const calculated = filter.settings.currency ?? currency
    const shown = readClient(portfolio, calculated)
    const own = currency === calculated ? shown : readClient(portfolio, currency)
    const { day, known, dayBase } = shown
    const isIn = (position: number) => day.isIn[position] === 1
    const stale = positionRows(portfolio.snapshot, day.views, isIn, day.period, 'open').filter(row =>
      row.flags.includes('stale'),
    )
    const staleValues = stale.flatMap(row => row.calculated.value ?? [])
    const staleValue =
      stale.length > 0 && staleValues.length === 0 ? null : staleValues.reduce((sum, value) => sum + value, 0)
    return {
      asOf: toIsoDate(portfolio.view.asOf),
      value: own.known.balance.total,
      valueCalculated: known.balance.total,
      ...shown.moves,
      dayBase,
      own: own.moves,
      // A share of a partial sum would not be the share of the whole.
      cashShare: own.known.flags.includes('partial')
        ? null
        : weightIn(own.known.balance.total, own.known.balance.cash),
      staleValue,
      flags: [...wireFlags(known.flags), ...(stale.length > 0 ? [stalePriceFlag(staleValue)] : [])],
    }
  },
)

/** Figures of a client in one currency. */
function readClient(portfolio: Portfolio, currency: string) {
  const day = queryPeriod(portfolio, currency, '1d')
  const known = readPerformance(day)
  const year = readPerformance(queryPeriod(portfolio, currency, 'ytd'))
  const { opening, cashFlow, pnl } = known
  const dayPnl = pnl.abs.total
  const dayBase =
    opening.total === null || cashFlow.deposits === null ? null : opening.total + cashFlow.deposits
  const dayReturn = dayBase === null || dayBase <= 0 || dayPnl === null ? null : dayPnl / dayBase
  const moves: ClientMoves = {
    dayPnl,
    dayReturn,
    ytdPnl: year.pnl.abs.total,
    ytdReturn: year.pnl.rel.total,
  }
  return { day, known, dayBase, moves }
}

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
