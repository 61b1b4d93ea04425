import { type Day, previousWeekday } from '../calendar/day.ts'
import type { QueryResult } from '../figures/query.ts'
import { type DailySeries, valueOn } from '../valuation/market.ts'
import { type DatedReturn, FEWEST_OBSERVATIONS, tradingReturns } from './risk-figures.ts'
import { compounded, type Returns, sharpeRatio, TRADING_DAYS } from './statistics.ts'

/** Two series of returns, of the same periods: pairs in which both are known. */
function pairs(returns: Returns, benchmark: Returns): [number, number][] {
  const found: [number, number][] = []
  returns.forEach((value, index) => {
    const other = benchmark[index] ?? null
    if (value !== null && other !== null) found.push([value, other])
  })
  return found
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/**
 * Beta: how far returns move when a benchmark moves by one: covariance / variance of the benchmark, over periods that
 * both have. Null below 2 pairs, and where the benchmark does not move.
 */
export function betaOf(returns: Returns, benchmark: Returns): number | null {
  const both = pairs(returns, benchmark)
  if (both.length < 2) return null
  const middle = mean(both.map(([value]) => value))
  const other = mean(both.map(([, value]) => value))
  const variance = both.reduce((sum, [, value]) => sum + (value - other) ** 2, 0)
  const covariance = both.reduce((sum, [a, b]) => sum + (a - middle) * (b - other), 0)
  return variance === 0 ? null : covariance / variance
}

/**
 * Alpha per year: what is left of the mean excess return when beta x the benchmark's is taken off, compounded over the
 * periods of a year. The risk-free rate is per period. Null where there is no beta.
 */
export function alphaOf(
  returns: Returns,
  benchmark: Returns,
  riskFree = 0,
  periodsPerYear = TRADING_DAYS,
): number | null {
  const beta = betaOf(returns, benchmark)
  if (beta === null) return null
  const left = pairs(returns, benchmark).map(([value, other]) => value - riskFree - beta * (other - riskFree))
  return (1 + mean(left)) ** periodsPerYear - 1
}

/** Information ratio per period: mean of the returns over the benchmark / their sample deviation. Null without any. */
export function informationRatio(returns: Returns, benchmark: Returns): number | null {
  return sharpeRatio(returns, benchmark, 1)
}

/** Capture ratio: return per year / the benchmark's, both compounded over all their periods. Null where that is 0. */
export function captureRatio(
  returns: Returns,
  benchmark: Returns,
  periodsPerYear = TRADING_DAYS,
): number | null {
  const perYear = (values: Returns): number =>
    (1 + (compounded(values).at(-1) ?? 0)) ** (periodsPerYear / values.length) - 1
  const other = perYear(benchmark)
  return returns.length === 0 || benchmark.length === 0 || other === 0 ? null : perYear(returns) / other
}

/** A scope beside a given series. Fractions; null below 20 days that both have. */
export interface BenchmarkFigures {
  readonly observations: number
  readonly beta: number | null
  readonly alpha: number | null
  readonly informationRatio: number | null
  /** Return of the series from the opening close to the end; null without a value at either. */
  readonly benchmarkReturn: number | null
}

/** What a series did over the trading day before each return, as the return itself did. */
export function returnsOfSeries(series: DailySeries, days: readonly DatedReturn[]): Returns {
  return days.map(({ day }) => changeOf(series, previousWeekday(day), day))
}

function changeOf(series: DailySeries, from: Day, to: Day): number | null {
  const change = valueOn(series, to) / valueOn(series, from) - 1
  return Number.isFinite(change) ? change : null
}

/**
 * Beta, alpha and information ratio of an result's daily time-weighted returns to a given series (an index, a fund,
 * another portfolio), on trading days that both have. `riskFree` is per trading day.
 */
export function comparedWith(result: QueryResult, series: DailySeries, riskFree = 0): BenchmarkFigures {
  const { dailyPnl, dailyBalance, pnl } = result.performance
  const all =
    pnl.rel.total === null
      ? []
      : tradingReturns(dailyPnl.firstDay, dailyBalance.total, dailyPnl.cumulativeReturn.total)
  const others = returnsOfSeries(series, all)
  const observations = others.filter(value => value !== null).length
  const isEnough = observations >= FEWEST_OBSERVATIONS
  const values = isEnough ? all.map(({ value }) => value) : []
  return {
    observations,
    beta: betaOf(values, others),
    alpha: alphaOf(values, others, riskFree),
    informationRatio: informationRatio(values, others),
    benchmarkReturn: changeOf(series, result.period.from - 1, result.period.to),
  }
}
