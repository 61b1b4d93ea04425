import { contract } from '@plumbline/contract'
import { calendarReturns, computeRisk, decimate, FEWEST_OBSERVATIONS, toIsoDate } from '@plumbline/engine'
import { defineEndpointQuery } from '../../queries/query.ts'
import {
  describeBasis,
  queryEngine,
  readPerformance,
  readScope,
  wireFlags,
} from '../../queries/query-scope.ts'
import { wireMonth } from './wire-month.ts'

type Risk = typeof contract.overview.risk
type EngineResult = ReturnType<typeof queryEngine>

/** Ratios assume a risk-free rate of zero, since the ledger has no risk-free asset. */
const riskFreeRate = 0

const noRisk: Omit<ReturnType<typeof computeRisk>, 'monthly' | 'yearly'> = {
  observations: 0,
  isAnnual: false,
  volatility: null,
  sharpe: null,
  downsideDeviation: null,
  sortino: null,
  calmar: null,
  valueAtRisk: null,
  maxDrawdown: null,
  peakDay: null,
  troughDay: null,
  recoveredDay: null,
}

/** Volatility, ratios and drawdowns of the period, over its daily returns. */
export const riskQuery = defineEndpointQuery<Risk>(contract.overview.risk, (portfolio, { query, body }) => {
  const scope = readScope(portfolio, body)
  const whole = queryEngine(portfolio, scope)
  const known = readPerformance(whole)
  // Risk needs the return of every day.
  const isKnown = known.pnl.abs.total !== null
  const risk = isKnown ? computeRisk(whole, riskFreeRate) : noRisk
  const months = calendarReturns(whole, 'month')
    .map(month => wireMonth(whole, month))
    .filter(month => month.twr !== null)
  const ranked = months.toSorted((a, b) => (b.twr ?? 0) - (a.twr ?? 0))
  const [best] = ranked
  const worst = ranked.at(-1)
  const drawdowns = !isKnown || risk.observations < FEWEST_OBSERVATIONS ? null : computeDrawdowns(whole)
  return {
    data: {
      observations: risk.observations,
      is_annual: risk.isAnnual,
      volatility: risk.volatility,
      sharpe: risk.sharpe,
      risk_free_rate: riskFreeRate,
      downside_deviation: risk.downsideDeviation,
      sortino: risk.sortino,
      calmar: risk.calmar,
      value_at_risk: risk.valueAtRisk,
      max_drawdown: {
        depth: risk.maxDrawdown,
        from: wireDate(risk.peakDay),
        to: wireDate(risk.troughDay),
        recovered_on: wireDate(risk.recoveredDay),
      },
      current_drawdown: drawdowns?.current ?? { depth: null, from: null, to: null, recovered_on: null },
      best_month: best ?? null,
      worst_month: worst ?? null,
      months_up: months.filter(({ twr }) => (twr ?? 0) > 0).length,
      months_count: months.length,
      daily_drawdown: drawdowns === null ? [] : wireDaily(drawdowns, query.points),
      basis: describeBasis(portfolio, scope),
      flags: wireFlags(known.flags),
    },
  }
})

function wireDate(day: number | null): string | null {
  return day === null ? null : toIsoDate(day)
}

interface Drawdowns {
  firstDay: number
  depths: Float64Array
  /** From the last high to the end of the period; without dates when the last level is the high. */
  current: { depth: number; from: string | null; to: string | null; recovered_on: null }
}

/** Daily drawdowns of the return index below its high so far. The opening level counts as the first high. */
function computeDrawdowns({ performance: { dailyPnl } }: EngineResult): Drawdowns {
  const { firstDay, cumulativeReturn } = dailyPnl
  let high = 1
  let highDay = firstDay
  const depths = cumulativeReturn.total.map((value, index) => {
    if (1 + value >= high) {
      high = 1 + value
      highDay = firstDay + index
    }
    return (1 + value) / high - 1
  })
  const depth = depths.at(-1) ?? 0
  const isBelowHigh = depth < 0
  return {
    firstDay,
    depths,
    current: {
      depth,
      from: isBelowHigh ? toIsoDate(highDay) : null,
      to: isBelowHigh ? toIsoDate(firstDay + depths.length - 1) : null,
      recovered_on: null,
    },
  }
}

function wireDaily({ firstDay, depths }: Drawdowns, points: number | undefined) {
  return Array.from(decimate(depths, points ?? Number.POSITIVE_INFINITY), index => ({
    date: toIsoDate(firstDay + index),
    drawdown: depths[index] ?? 0,
  }))
}
