import { contract, type dailyPnl, type Filter } from '@plumbline/contract'
import {
  annualizeReturn,
  decimate,
  findGapDays,
  findLateEntries,
  type GapDays,
  investedPeriod,
  moneyWeightedReturn,
  pnlOnCapital,
  positionResults,
  toIsoDate,
} from '@plumbline/engine'
import type { z } from 'zod'
import { describeCoverage, sumFirstValues } from '../../figures/coverage.ts'
import { pnlFields } from '../../figures/position-rows.ts'
import { splitFlagsInScope } from '../../figures/unposted-splits.ts'
import { defineEndpointQuery, type Portfolio } from '../../queries/query.ts'
import {
  describeBasis,
  queryEngine,
  readPerformance,
  readScope,
  wireFlags,
} from '../../queries/query-scope.ts'
import { foldFlows } from './fold-flows.ts'

type EngineResult = ReturnType<typeof queryEngine>
type DailyPnl = z.infer<typeof dailyPnl>

/** Balance, cash flow and P/L of a period: opening + net cash flow + P/L = balance. */
export const performanceQuery = defineEndpointQuery(
  contract.overview.performance,
  (portfolio, { query, body }) => {
    const scope = readScope(portfolio, body)
    const whole = queryEngine(portfolio, scope)
    const { performance, period } = whole
    const known = readPerformance(whole)
    const twr = known.pnl.rel.total
    // A money-weighted return needs the values at both ends as well.
    const rate =
      known.pnl.abs.total === null
        ? { rate: null, isAmbiguous: false }
        : moneyWeightedReturn(whole.dailyFigures, performance.isWholeAccounts)
    const gaps = findGapDays(whole)
    const flows = known.cashFlow.daily ?? whole.dailyFigures.total.flow
    const onCapital = pnlOnCapital(whole)
    const prices = assessPrices(portfolio, whole)
    const days = decimate(performance.dailyPnl.cumulative.total, query.points ?? Number.POSITIVE_INFINITY)
    return {
      data: {
        opening: known.opening,
        balance: known.balance,
        cash_flow: {
          net_cashflow: known.cashFlow.net,
          deposits: known.cashFlow.deposits,
          withdrawals: known.cashFlow.withdrawals,
          first_values: known.cashFlow.net === null ? null : sumFirstValues(whole),
          is_net_invested: excludesCash(body),
          flows:
            known.cashFlow.net === null
              ? []
              : foldFlows(listPayments(whole, flows), performance.dailyPnl.firstDay),
        },
        pnl: { ...known.pnl, on_capital: { ...onCapital.rel, capital_base: onCapital.capital } },
        returns: {
          twr,
          twr_annual: annualizeReturn(twr, investedPeriod(whole.dailyFigures)),
          xirr: rate.rate,
          flows_count: countFlows(whole),
        },
        daily_pnl: Array.from(days, day =>
          query.series === 'daily' ? pnlOn(whole, gaps, day) : pnlUntil(whole, gaps, day),
        ),
        daily_balance: Array.from(days, day => balanceOn(whole, gaps, flows, day)),
        stale_value: prices.staleValue,
        missing_count: prices.missingCount,
        coverage: describeCoverage(whole),
        basis: describeBasis(portfolio, scope),
        flags: [
          ...wireFlags([...known.flags, ...(rate.isAmbiguous ? (['ambiguous'] as const) : [])]),
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

/** The daily flows without what entered at its first value, for which no money moved. */
function listPayments(whole: EngineResult, flow: Float64Array): ArrayLike<number> {
  const late = findLateEntries(whole)
  if (late.length === 0) return flow
  const payments = Float64Array.from(flow)
  for (const { day, value } of late) {
    if (day === null || value === null) continue
    const index = day - whole.period.from + 1
    const rest = (payments[index] ?? 0) - value
    // The float64 residue of the difference is no payment.
    payments[index] = Math.abs(rest) < 1e-9 * Math.abs(value) ? 0 : rest
  }
  return payments
}

function countFlows({ dailyFigures }: EngineResult): number {
  return dailyFigures.total.flow.reduce((count, flow) => count + (flow === 0 ? 0 : 1), 0)
}

const none = { total: null, realized: null, unrealized: null }

function pnlOn(
  { performance: { dailyPnl: daily } }: EngineResult,
  gaps: GapDays | null,
  day: number,
): DailyPnl {
  const date = toIsoDate(daily.firstDay + day)
  if (gaps?.dayPnl[day] === 1) return { date, ...pnlFields(none, none) }
  const base = daily.base[day] ?? 0
  const abs = at(daily.pnl, day)
  const share = (part: number) => (base > 0 ? part / base : null)
  return {
    date,
    ...pnlFields(abs, {
      total: share(abs.total),
      realized: share(abs.realized),
      unrealized: share(abs.unrealized),
    }),
  }
}

function pnlUntil(
  { performance: { dailyPnl: daily, pnl } }: EngineResult,
  gaps: GapDays | null,
  day: number,
): DailyPnl {
  const date = toIsoDate(daily.firstDay + day)
  if (gaps?.cumulativePnl[day] === 1) return { date, ...pnlFields(none, none) }
  const rel = pnl.rel.total === null ? none : at(daily.cumulativeReturn, day)
  return { date, ...pnlFields(at(daily.cumulative, day), rel) }
}

function balanceOn(
  { performance: { dailyBalance: daily } }: EngineResult,
  gaps: GapDays | null,
  flows: Float64Array,
  day: number,
) {
  const missing = { positions: gaps?.unvaluedPositions[day] ?? 0, cash: gaps?.unvaluedCash[day] ?? 0 }
  const missingCount = missing.positions + missing.cash
  // A sum that leaves everything of value out is unknown, not 0.
  const dust = 1e-9 * (1 + Math.abs(daily.total[day] ?? 0))
  const known = (sum: number | undefined, leftOut: number) =>
    leftOut > 0 && Math.abs(sum ?? 0) <= dust ? null : (sum ?? 0)
  return {
    date: toIsoDate(daily.firstDay + day),
    allocated: known(daily.allocated[day], missing.positions),
    total: known(daily.total[day], missingCount),
    cash: known(daily.cash[day], missing.cash),
    net_cashflow: Number.isNaN(flows[day]) ? null : (flows[day] ?? 0),
    missing_count: missingCount,
  }
}

function at(columns: Record<'total' | 'realized' | 'unrealized', Float64Array>, day: number) {
  return {
    total: columns.total[day] ?? 0,
    realized: columns.realized[day] ?? 0,
    unrealized: columns.unrealized[day] ?? 0,
  }
}

/** The value at stale prices, and the number of positions and balances without a price or rate. */
function assessPrices({ snapshot }: Portfolio, { views, isIn, period }: EngineResult) {
  const found = positionResults(snapshot, views, position => isIn[position] === 1, period)
  const stale = found.filter(({ list, flags }) => list === 'open' && flags.includes('stale'))
  const known = stale.flatMap(({ value }) => value ?? [])
  return {
    // Null when the stale part itself cannot be stated.
    staleValue: stale.length > 0 && known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0),
    missingCount: found.filter(({ value }) => value === null).length,
  }
}
