import { contract, type dailyPnl, type Filter } from '@plumbline/contract'
import { annualizeReturn, decimate, moneyWeightedReturn, positionResults, toIsoDate } from '@plumbline/engine'
import type { z } from 'zod'
import { pnlFields } from '../../figures/position-rows.ts'
import { splitFlagsInScope } from '../../figures/unposted-splits.ts'
import { defineEndpointQuery, type Portfolio } from '../../queries/query.ts'
import { describeBasis, queryEngine, readScope, wireFlags } from '../../queries/query-scope.ts'

type EngineResult = ReturnType<typeof queryEngine>
type DailyPnl = z.infer<typeof dailyPnl>

/** Balance, cash flow and P/L of a period: opening + net cash flow + P/L = balance. */
export const performanceQuery = defineEndpointQuery(
  contract.overview.performance,
  (portfolio, { query, body }) => {
    const scope = readScope(portfolio, body)
    const whole = queryEngine(portfolio, scope)
    const { performance, period } = whole
    const opening = performance.dailyBalance
    const rate = moneyWeightedReturn(whole.dailyFigures, performance.isWholeAccounts)
    const prices = assessPrices(portfolio, whole)
    const days = decimate(performance.dailyPnl.cumulative.total, query.points ?? Number.POSITIVE_INFINITY)
    return {
      data: {
        opening: {
          allocated: opening.allocated[0] ?? 0,
          total: performance.openingBalance,
          cash: opening.cash[0] ?? 0,
        },
        balance: performance.balance,
        cash_flow: {
          net_cashflow: performance.cashFlow.net,
          deposits: performance.cashFlow.deposits,
          withdrawals: performance.cashFlow.withdrawals,
          is_net_invested: excludesCash(body),
        },
        pnl: performance.pnl,
        returns: {
          twr: performance.pnl.rel.total,
          twr_annual: annualizeReturn(performance.pnl.rel.total, period),
          xirr: rate.rate,
          flows_count: countFlows(whole),
        },
        daily_pnl: Array.from(days, day =>
          query.series === 'daily' ? pnlOn(whole, day) : pnlUntil(whole, day),
        ),
        daily_balance: Array.from(days, day => balanceOn(whole, day)),
        stale_value: prices.staleValue,
        missing_count: prices.missingCount,
        basis: describeBasis(portfolio, scope),
        flags: [
          ...wireFlags([...performance.flags, ...(rate.isAmbiguous ? (['ambiguous'] as const) : [])]),
          ...splitFlagsInScope(portfolio, whole.isIn, period),
        ],
      },
    }
  },
)

/** Filters by type, sector or country exclude cash, so that purchases and sales become the flows of the scope. */
function excludesCash({ filters }: Filter): boolean {
  const types = filters.filter_instrument_type ?? []
  const others = [filters.filter_sector, filters.filter_country]
  return (types.length > 0 && !types.includes('cash')) || others.some(list => (list ?? []).length > 0)
}

function countFlows({ dailyFigures }: EngineResult): number {
  return dailyFigures.total.flow.reduce((count, flow) => count + (flow === 0 ? 0 : 1), 0)
}

function pnlOn({ performance: { dailyPnl: daily } }: EngineResult, day: number): DailyPnl {
  const base = daily.base[day] ?? 0
  const abs = at(daily.pnl, day)
  const share = (part: number) => (base > 0 ? part / base : null)
  return {
    date: toIsoDate(daily.firstDay + day),
    ...pnlFields(abs, {
      total: share(abs.total),
      realized: share(abs.realized),
      unrealized: share(abs.unrealized),
    }),
  }
}

function pnlUntil({ performance: { dailyPnl: daily, pnl } }: EngineResult, day: number): DailyPnl {
  const none = { total: null, realized: null, unrealized: null }
  const rel = pnl.rel.total === null ? none : at(daily.cumulativeReturn, day)
  return { date: toIsoDate(daily.firstDay + day), ...pnlFields(at(daily.cumulative, day), rel) }
}

function balanceOn({ performance: { dailyBalance: daily }, dailyFigures }: EngineResult, day: number) {
  return {
    date: toIsoDate(daily.firstDay + day),
    allocated: daily.allocated[day] ?? 0,
    total: daily.total[day] ?? 0,
    cash: daily.cash[day] ?? 0,
    net_cashflow: dailyFigures.total.flow[day] ?? 0,
  }
}

function at(columns: Record<'total' | 'realized' | 'unrealized', Float64Array>, day: number) {
  return {
    total: columns.total[day] ?? 0,
    realized: columns.realized[day] ?? 0,
    unrealized: columns.unrealized[day] ?? 0,
  }
}

/** The value at stale prices, and the number of unpriced positions. */
function assessPrices({ snapshot }: Portfolio, { views, isIn, period }: EngineResult) {
  const found = positionResults(snapshot, views, position => isIn[position] === 1, period)
  const open = found.filter(({ list }) => list === 'open')
  const stale = open.filter(({ flags }) => flags.includes('stale'))
  return {
    staleValue: stale.reduce((sum, { value }) => sum + (value ?? 0), 0),
    missingCount: open.filter(({ value }) => value === null).length,
  }
}
