import { DEVIATION_TOLERANCE } from '../money/tolerances.ts'
import { findDrawdown } from './drawdown.ts'

/** Trading days per year, by which daily figures are annualized. */
export const TRADING_DAYS = 252

/** Returns as fractions; null is a missing return and is skipped. */
export type Returns = readonly (number | null)[]

function known(returns: Returns): number[] {
  return returns.filter(value => value !== null)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Sample standard deviation (n - 1); null below 2 values. */
export function deviation(values: readonly number[]): number | null {
  if (values.length < 2) return null
  const middle = mean(values)
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0)
  const found = Math.sqrt(squares / (values.length - 1))
  return found <= DEVIATION_TOLERANCE * Math.max(...values.map(Math.abs)) ? 0 : found
}

/** Annualized volatility: sample standard deviation (n - 1) x sqrt(periodsPerYear), as a fraction. Null below 2 returns. */
export function volatility(returns: Returns, periodsPerYear = TRADING_DAYS): number | null {
  const found = deviation(known(returns))
  return found === null ? null : found * Math.sqrt(periodsPerYear)
}

/**
 * Volatility of the whole period, not annualized.
 *
 *     sqrt(sample variance of log returns x n)
 *
 * With `downside` only returns below the mean enter the sum of squares. A fraction; null below 2 returns or when one of
 * them is a total loss.
 */
export function periodVolatility(returns: Returns, downside = false): number | null {
  const logs = known(returns).map(Math.log1p)
  if (logs.length < 2 || !logs.every(Number.isFinite)) return null
  const middle = mean(logs)
  const squares = logs.reduce(
    (sum, value) => (downside && value >= middle ? sum : sum + (value - middle) ** 2),
    0,
  )
  return Math.sqrt((squares / (logs.length - 1)) * logs.length)
}

/** Returns less a rate per period, either constant or one per return; null stays null. */
function excess(returns: Returns, rate: number | Returns): Returns {
  return returns.map((value, index) => {
    const own = typeof rate === 'number' ? rate : (rate[index] ?? null)
    return value === null || own === null ? null : value - own
  })
}

/**
 * Annualized Sharpe ratio.
 *
 *     mean of excess returns / sample standard deviation of excess returns x sqrt(periodsPerYear)
 *
 * The risk-free rate is per period. Null below 2 returns and when the returns do not vary.
 */
export function sharpeRatio(
  returns: Returns,
  riskFree: number | Returns = 0,
  periodsPerYear = TRADING_DAYS,
): number | null {
  const values = known(excess(returns, riskFree))
  const spread = deviation(values)
  return spread === null || spread === 0 ? null : (mean(values) / spread) * Math.sqrt(periodsPerYear)
}

/**
 * Annualized downside deviation.
 *
 *     sqrt(mean of min(return - required, 0)^2 x periodsPerYear)
 *
 * The mean is over all returns; `required` is per period. A fraction; null below 2 returns.
 */
export function downsideDeviation(
  returns: Returns,
  required = 0,
  periodsPerYear = TRADING_DAYS,
): number | null {
  const values = known(returns)
  if (values.length < 2) return null
  return Math.sqrt(mean(values.map(value => Math.min(0, value - required) ** 2)) * periodsPerYear)
}

/**
 * Annualized Sortino ratio.
 *
 *     (mean return - required) x periodsPerYear / downside deviation
 *
 * `required` is per period. Null when the downside deviation is 0 or null.
 */
export function sortinoRatio(returns: Returns, required = 0, periodsPerYear = TRADING_DAYS): number | null {
  const spread = downsideDeviation(returns, required, periodsPerYear)
  if (spread === null || spread === 0) return null
  return ((mean(known(returns)) - required) * periodsPerYear) / spread
}

/** Cumulative returns, (1 + r1) x (1 + r2) x ... - 1 after each return, as fractions. A missing return counts as 0. */
export function compoundReturns(returns: Returns): number[] {
  let growth = 1
  return returns.map(value => {
    growth *= 1 + (value ?? 0)
    return growth - 1
  })
}

/**
 * Calmar ratio: annualized return / depth of the maximum drawdown, measured from the start of the returns. Null without
 * returns, without a drawdown and after a total loss.
 */
export function calmarRatio(returns: Returns, periodsPerYear = TRADING_DAYS): number | null {
  const levels = compoundReturns(returns).map(value => 1 + value)
  const fall = findDrawdown(levels, 1)
  const last = levels.at(-1)
  if (fall === null || fall.depth === 0 || last === undefined || last <= 0) return null
  return (last ** (periodsPerYear / returns.length) - 1) / -fall.depth
}

/**
 * Omega ratio.
 *
 *     sum of max(excess return - threshold, 0) / sum of max(threshold - excess return, 0)
 *     threshold = (1 + requiredPerYear)^(1 / periodsPerYear) - 1
 *
 * The risk-free rate is per period. Null when no return lies below the threshold and for a required loss of 100 % or more.
 */
export function omegaRatio(
  returns: Returns,
  riskFree: number | Returns = 0,
  requiredPerYear = 0,
  periodsPerYear = TRADING_DAYS,
): number | null {
  if (requiredPerYear <= -1) return null
  const threshold = (1 + requiredPerYear) ** (1 / periodsPerYear) - 1
  let above = 0
  let below = 0
  for (const value of known(excess(returns, riskFree))) {
    above += Math.max(0, value - threshold)
    below += Math.max(0, threshold - value)
  }
  return below === 0 ? null : above / below
}

/**
 * Historical value at risk: the `tail` quantile of the returns, linearly interpolated between the two nearest. A `tail`
 * of 0.05 is the worst day in twenty. A fraction, negative for a loss; null without returns and for a tail outside 0 to 1.
 */
export function valueAtRisk(returns: Returns, tail = 0.05): number | null {
  const sorted = known(returns).sort((a, b) => a - b)
  if (sorted.length === 0 || !(tail >= 0 && tail <= 1)) return null
  const place = (sorted.length - 1) * tail
  const lower = sorted[Math.floor(place)] ?? 0
  const upper = sorted[Math.ceil(place)] ?? lower
  return lower + (upper - lower) * (place - Math.floor(place))
}
