import { contract } from '@plumbline/contract'
import { calendarReturns, decimate, FEWEST_OBSERVATIONS, isoOf, riskOf } from '@plumbline/engine'
import { answer } from '../../queries/query.ts'
import { basisOf, queryEngine, readScope, wireFlags } from '../../queries/query-scope.ts'
import { wireMonth } from './wire-month.ts'

type Risk = typeof contract.overview.risk
type EngineResult = ReturnType<typeof queryEngine>

/** What there is no account for is taken for free of risk at no interest. */
const riskFreeRate = 0

/** Volatility, ratios and drawdowns of the period, over its daily returns. */
export const riskAnswer = answer<Risk>(contract.overview.risk, (portfolio, { query, body }) => {
  const scope = readScope(portfolio, body)
  const whole = queryEngine(portfolio, scope)
  const risk = riskOf(whole, riskFreeRate)
  const months = calendarReturns(whole, 'month').filter(month => month.twr !== null)
  const ranked = months.toSorted((a, b) => (b.twr ?? 0) - (a.twr ?? 0))
  const [best] = ranked
  const worst = ranked.at(-1)
  const falls = risk.observations < FEWEST_OBSERVATIONS ? null : fallsOf(whole)
  return {
    data: {
      observations: risk.observations,
      volatility: risk.volatility,
      sharpe: risk.sharpe,
      risk_free_rate: riskFreeRate,
      downside_deviation: risk.downsideDeviation,
      sortino: risk.sortino,
      calmar: risk.calmar,
      value_at_risk: risk.valueAtRisk,
      max_drawdown: {
        depth: risk.maxDrawdown,
        from: dateOf(risk.peakDay),
        to: dateOf(risk.troughDay),
        recovered_on: dateOf(risk.recoveredDay),
      },
      current_drawdown: falls?.current ?? { depth: null, from: null, to: null, recovered_on: null },
      best_month: best ? wireMonth(best) : null,
      worst_month: worst ? wireMonth(worst) : null,
      months_up: months.filter(({ twr }) => (twr ?? 0) > 0).length,
      months_count: months.length,
      daily_drawdown: falls === null ? [] : dailyOf(falls, query.points),
      basis: basisOf(portfolio, scope),
      flags: wireFlags(whole.performance.flags),
    },
  }
})

function dateOf(day: number | null): string | null {
  return day === null ? null : isoOf(day)
}

interface Falls {
  firstDay: number
  depths: Float64Array
  /** From the last high to the end; no depth is no fall. */
  current: { depth: number; from: string | null; to: string | null; recovered_on: null }
}

/** How far below its highest level so far the index of returns was, day by day; the opening close is a level too. */
function fallsOf({ performance: { dailyPnl } }: EngineResult): Falls {
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
  const isFallen = depth < 0
  return {
    firstDay,
    depths,
    current: {
      depth,
      from: isFallen ? isoOf(highDay) : null,
      to: isFallen ? isoOf(firstDay + depths.length - 1) : null,
      recovered_on: null,
    },
  }
}

function dailyOf({ firstDay, depths }: Falls, points: number | undefined) {
  return Array.from(decimate(depths, points ?? Number.POSITIVE_INFINITY), index => ({
    date: isoOf(firstDay + index),
    drawdown: depths[index] ?? 0,
  }))
}
