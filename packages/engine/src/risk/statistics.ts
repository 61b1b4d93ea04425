import { drawdownOf } from './drawdown.ts'

/** Trading days of a year, by which daily figures are annualized. */
export const TRADING_DAYS = 252

/** Returns as fractions; null is a missing one and is left out. */
export type Returns = readonly (number | null)[]

function known(returns: Returns): number[] {
  return returns.filter(value => value !== null)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** What is left of equal numbers in float64 is no deviation. */
const FLAT = 1e-14

/** Sample standard deviation (n - 1); null below 2 values. */
function deviation(values: readonly number[]): number | null {
  if (values.length < 2) return null
  const middle = mean(values)
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0)
  const found = Math.sqrt(squares / (values.length - 1))
  return found <= FLAT * Math.max(...values.map(Math.abs)) ? 0 : found
}

/** Volatility per year: sample standard deviation x square root of the periods of a year. Null below 2 returns. */
export function volatility(returns: Returns, periodsPerYear = TRADING_DAYS): number | null {
  const found = deviation(known(returns))
  return found === null ? null : found * Math.sqrt(periodsPerYear)
}

/**
 * Volatility of a whole period, not annualized: log returns, sample variance x n, square root; `downside` counts only
 * returns below the mean. Null below 2 returns or where one lost everything.
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

/** Returns less a rate per period, one for all or one for each; null stays null. */
function excess(returns: Returns, rate: number | Returns): Returns {
  return returns.map((value, index) => {
    const own = typeof rate === 'number' ? rate : (rate[index] ?? null)
    return value === null || own === null ? null : value - own
  })
}

/**
 * Sharpe ratio: mean of the excess returns / their sample deviation x square root of the periods of a year. The
 * risk-free rate is per period. Null below 2 returns and without any deviation.
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

/** Downside deviation per year: square root of the mean of min(return - required, 0)^2 over all returns. Null below 2. */
export function downsideDeviation(
  returns: Returns,
  required = 0,
  periodsPerYear = TRADING_DAYS,
): number | null {
  const values = known(returns)
  if (values.length < 2) return null
  return Math.sqrt(mean(values.map(value => Math.min(0, value - required) ** 2)) * periodsPerYear)
}

/** Sortino ratio: mean excess over the required return, per year / downside deviation. Null where that is 0 or null. */
export function sortinoRatio(returns: Returns, required = 0, periodsPerYear = TRADING_DAYS): number | null {
  const spread = downsideDeviation(returns, required, periodsPerYear)
  if (spread === null || spread === 0) return null
  return ((mean(known(returns)) - required) * periodsPerYear) / spread
}

/** Compounded returns: (1 + r1) x (1 + r2) ... - 1 after each; a missing return changes nothing. */
export function compounded(returns: Returns): number[] {
  let growth = 1
  return returns.map(value => {
    growth *= 1 + (value ?? 0)
    return growth - 1
  })
}

/** Return per year / depth of the deepest fall from a peak, the start of the returns being one. Null where nothing fell. */
export function calmarRatio(returns: Returns, periodsPerYear = TRADING_DAYS): number | null {
  const levels = compounded(returns).map(value => 1 + value)
  const fall = drawdownOf(levels, 1)
  const last = levels.at(-1)
  if (fall === null || fall.depth === 0 || last === undefined || last <= 0) return null
  return (last ** (periodsPerYear / returns.length) - 1) / -fall.depth
}

/**
 * Omega ratio: sum of what returns lie above the threshold / sum of what they lie below it. The threshold is the
 * risk-free rate per period + the required return per year brought to one period. Null where nothing lies below.
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
 * Value at risk by history: the return that only a share `tail` of all returns lies below, between the two nearest by
 * linear interpolation. A fraction, negative for a loss; 0.05 is the worst day of twenty. Null without returns.
 */
export function valueAtRisk(returns: Returns, tail = 0.05): number | null {
  const sorted = known(returns).sort((a, b) => a - b)
  if (sorted.length === 0 || !(tail >= 0 && tail <= 1)) return null
  const place = (sorted.length - 1) * tail
  const lower = sorted[Math.floor(place)] ?? 0
  const upper = sorted[Math.ceil(place)] ?? lower
  return lower + (upper - lower) * (place - Math.floor(place))
}
