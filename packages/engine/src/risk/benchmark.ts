import type { Day } from '../calendar/day.ts'
import type { QueryResult } from '../figures/query.ts'
import { isAnnualPeriod } from '../returns/annualize.ts'
import { type DailySeries, valueOn } from '../valuation/market.ts'
import { type DatedReturn, FEWEST_OBSERVATIONS, tradingReturns } from './risk-figures.ts'
import { compoundReturns, type Returns, sharpeRatio, TRADING_DAYS } from './statistics.ts'

/** Pairs of the returns of the same period, where both are known. */
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
 * Beta of returns to a benchmark.
 *
 *     beta = covariance(returns, benchmark) / variance(benchmark)
 *
 * Over the periods for which both are known. Null below 2 pairs and when the benchmark has no variance.
 */
export function computeBeta(returns: Returns, benchmark: Returns): number | null {
  const both = pairs(returns, benchmark)
  if (both.length < 2) return null
  const middle = mean(both.map(([value]) => value))
  const other = mean(both.map(([, value]) => value))
  const variance = both.reduce((sum, [, value]) => sum + (value - other) ** 2, 0)
  const covariance = both.reduce((sum, [a, b]) => sum + (a - middle) * (b - other), 0)
  return variance === 0 ? null : covariance / variance
}

/**
 * Annualized Jensen's alpha.
 *
 *     per period = mean of (return - risk-free - beta x (benchmark - risk-free))
 *     alpha = (1 + per period)^periodsPerYear - 1
 *
 * The risk-free rate is per period. A fraction per year; null when beta is.
 */
export function computeAlpha(
  returns: Returns,
  benchmark: Returns,
  riskFree = 0,
  periodsPerYear = TRADING_DAYS,
): number | null {
  const beta = computeBeta(returns, benchmark)
  if (beta === null) return null
  const excess = pairs(returns, benchmark).map(
    ([value, other]) => value - riskFree - beta * (other - riskFree),
  )
  return (1 + mean(excess)) ** periodsPerYear - 1
}

/**
 * Information ratio per period, not annualized.
 *
 *     mean of (return - benchmark) / sample standard deviation of (return - benchmark)
 *
 * Null below 2 pairs and when the difference does not vary.
 */
export function informationRatio(returns: Returns, benchmark: Returns): number | null {
  return sharpeRatio(returns, benchmark, 1)
}

/**
 * Capture ratio: annualized return / annualized return of the benchmark, each compounded over all its periods. A missing
 * return counts as 0. Null without returns and when the benchmark's return is 0.
 */
export function captureRatio(
  returns: Returns,
  benchmark: Returns,
  periodsPerYear = TRADING_DAYS,
): number | null {
  const perYear = (values: Returns): number =>
    (1 + (compoundReturns(values).at(-1) ?? 0)) ** (periodsPerYear / values.length) - 1
  const other = perYear(benchmark)
  return returns.length === 0 || benchmark.length === 0 || other === 0 ? null : perYear(returns) / other
}

/** A scope compared with a benchmark. Fractions; null below 20 common days. */
export interface BenchmarkFigures {
  /** Trading days with a return of both. */
  readonly observations: number
  readonly beta: number | null
  readonly alpha: number | null
  readonly informationRatio: number | null
  /** Return of the benchmark from the opening close to the end; null without a value at either. */
  readonly benchmarkReturn: number | null
}

/** Changes of a series between the closes of each given return; null without a value at either, or without a positive first one. */
export function seriesReturns(series: DailySeries, days: readonly DatedReturn[]): Returns {
  return days.map(({ since, day }) => changeBetween(series, since, day))
}

function changeBetween(series: DailySeries, from: Day, to: Day): number | null {
  const first = valueOn(series, from)
  const change = valueOn(series, to) / first - 1
  return first > 0 && Number.isFinite(change) ? change : null
}

/**
 * Beta, annualized alpha and daily information ratio of a result's daily time-weighted returns to a benchmark series (an
 * index, a fund, another portfolio), on trading days that both have. `riskFree` is per trading day. All but the
 * benchmark's return are null below 20 common days, and alpha below one year.
 */
export function compareWithBenchmark(
  result: QueryResult,
  series: DailySeries,
  riskFree = 0,
): BenchmarkFigures {
  const { dailyPnl, dailyBalance, pnl } = result.performance
  const all =
    pnl.rel.total === null
      ? []
      : tradingReturns(dailyPnl.firstDay, dailyBalance.total, dailyPnl.cumulativeReturn.total)
  const others = seriesReturns(series, all)
  const observations = others.filter(value => value !== null).length
  const isEnough = observations >= FEWEST_OBSERVATIONS
  const values = isEnough ? all.map(({ value }) => value) : []
  return {
    observations,
    beta: computeBeta(values, others),
    alpha: isAnnualPeriod(result.period) ? computeAlpha(values, others, riskFree) : null,
    informationRatio: informationRatio(values, others),
    benchmarkReturn: changeBetween(series, result.period.from - 1, result.period.to),
  }
}
