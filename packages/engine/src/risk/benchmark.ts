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
 * Correlation of returns with a benchmark.
 *
 *     covariance(returns, benchmark) / sqrt(variance(returns) x variance(benchmark))
 *
 * Over the periods for which both are known. Null below 2 pairs and when one of them has no variance.
 */
export function computeCorrelation(returns: Returns, benchmark: Returns): number | null {
  const [forward, backward] = [computeBeta(returns, benchmark), computeBeta(benchmark, returns)]
  if (forward === null || backward === null) return null
  return Math.sign(forward) * Math.min(1, Math.sqrt(forward * backward))
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
