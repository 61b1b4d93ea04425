import { type Day, dateParts, dayFromParts } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import { isScopePnlUnknown } from '../figures/gaps.ts'
import type { QueryResult } from '../figures/query.ts'
import { roundTo } from '../money/rounding.ts'
import { annualizeReturn, isAnnualPeriod } from '../returns/annualize.ts'
import { returnBetween } from '../returns/linking.ts'
import { computeAlpha, computeBeta, computeCorrelation } from '../risk/benchmark.ts'
import { FEWEST_OBSERVATIONS, tradingReturns } from '../risk/risk-figures.ts'
import { TRADING_DAYS, volatility } from '../risk/statistics.ts'
import { type BlendReturns, blendReturnBetween } from './blend.ts'

/** A scope against its benchmark over a period. Fractions; null where a return is missing. */
export interface RelativeFigures {
  readonly period: Period
  /** From one year on the returns, the tracking error and the information ratio are per year. */
  readonly isAnnual: boolean
  /** Returns of the whole period. */
  readonly total: RelativeReturn
  /** The same per year; below one year those of the period. */
  readonly stated: RelativeReturn
  readonly trackingError: number | null
  readonly informationRatio: number | null
  readonly beta: number | null
  readonly correlation: number | null
  /** Per year; null below one year. */
  readonly alpha: number | null
  readonly upCapture: number | null
  readonly downCapture: number | null
  /** Whole months in which the benchmark rose and fell. */
  readonly monthsUp: number
  readonly monthsDown: number
  /** Trading days with a return of both. */
  readonly observations: number
}

/** Two returns, and their difference as it is shown. */
export interface RelativeReturn {
  readonly portfolio: number | null
  readonly benchmark: number | null
  /** See `differenceShown`. */
  readonly difference: number | null
}

/** Returns are shown in hundredths of a percent. */
export const SHOWN_DECIMALS = 4

/** The difference of two returns as shown: both are rounded first, so that the printed figures add up. */
export function differenceShown(portfolio: number | null, benchmark: number | null): number | null {
  if (portfolio === null || benchmark === null) return null
  const difference = roundTo(portfolio, SHOWN_DECIMALS) - roundTo(benchmark, SHOWN_DECIMALS)
  return roundTo(difference, SHOWN_DECIMALS)
}

function relativeReturn(portfolio: number | null, benchmark: number | null): RelativeReturn {
  return { portfolio, benchmark, difference: differenceShown(portfolio, benchmark) }
}

/** The time-weighted return of a part of a result's period; null without capital, and where a price or rate is missing. */
export function scopeReturn(result: QueryResult, { from, to }: Period): number | null {
  const { dailyPnl, pnl } = result.performance
  const [first, last] = [from - dailyPnl.firstDay, to - dailyPnl.firstDay]
  if (pnl.rel.total === null || first < 1 || last < first || last >= dailyPnl.base.length) return null
  const hasCapital = dailyPnl.base.subarray(first, last + 1).some(base => base > 0)
  if (!hasCapital || isScopePnlUnknown(result, { from, to })) return null
  return returnBetween(dailyPnl.cumulativeReturn.total, first, last)
}

/** Smaller differences of daily returns are rounding errors of float64. */
const SAME_RETURN = 1e-12

/** The return of a scope and that of its benchmark. */
type Pair = readonly [portfolio: number, benchmark: number]

/** The returns of a scope and of its benchmark over the same days. */
export interface PairedReturn {
  readonly from: Day
  readonly to: Day
  readonly own: number
  readonly other: number
  /** 0 where the returns differ by rounding only. */
  readonly difference: number
}

function pairReturns(from: Day, to: Day, own: number, other: number): PairedReturn {
  return { from, to, own, other, difference: Math.abs(own - other) < SAME_RETURN ? 0 : own - other }
}

/** The returns between the trading days of a period, where both are known. */
export function commonTradingDays(
  result: QueryResult,
  blend: BlendReturns,
  { from, to }: Period,
): PairedReturn[] {
  const { dailyPnl, dailyBalance } = result.performance
  const [open, end] = [from - 1 - dailyPnl.firstDay, to + 1 - dailyPnl.firstDay]
  const own = tradingReturns(
    from - 1,
    dailyBalance.total.subarray(open, end),
    dailyPnl.cumulativeReturn.total.subarray(open, end),
  )
  return own.flatMap(({ since, day, value }): PairedReturn[] => {
    const other = blendReturnBetween(blend, since, day)
    return other === null ? [] : [pairReturns(since + 1, day, value, other)]
  })
}

/** The returns of the whole calendar months of a period, where both are known. */
export function commonMonths(result: QueryResult, blend: BlendReturns, { from, to }: Period): PairedReturn[] {
  const pairs: PairedReturn[] = []
  const { year, month, dayOfMonth } = dateParts(from)
  let count = dayOfMonth === 1 ? 0 : 1
  for (;;) {
    const first: Day = dayFromParts(year, month + count, 1)
    const last = dayFromParts(year, month + count + 1, 1) - 1
    if (last > to) return pairs
    const own = scopeReturn(result, { from: first, to: last })
    const other = blendReturnBetween(blend, first - 1, last)
    if (own !== null && other !== null) pairs.push(pairReturns(first, last, own, other))
    count += 1
  }
}

/** The mean monthly return, compounded; null without a month. */
function meanPerMonth(returns: readonly number[]): number | null {
  if (returns.length === 0) return null
  const growth = returns.reduce((product, value) => product * (1 + value), 1)
  return growth > 0 ? growth ** (1 / returns.length) - 1 : null
}

/**
 * Capture ratio over months.
 *
 *     mean compounded return of the scope per month / that of the benchmark
 *
 * Null without a month and where the benchmark's mean is 0.
 */
export function monthlyCapture(months: readonly Pair[]): number | null {
  const own = meanPerMonth(months.map(([value]) => value))
  const other = meanPerMonth(months.map(([, value]) => value))
  return own === null || other === null || other === 0 ? null : own / other
}

/**
 * A scope against its benchmark over a period within the days of a result.
 *
 *     tracking error = sample standard deviation of (return - benchmark return) x sqrt(252), per trading day
 *     information ratio = (return - benchmark return) / tracking error
 *
 * Nothing is annualized below one year: the tracking error is then x sqrt(number of days), which is that of the period,
 * and alpha is null. Tracking error, information ratio, beta, correlation and alpha need 20 common days and a return of
 * both over the whole period; alpha assumes a risk-free rate of 0. Captures are those of the whole months in which the
 * benchmark rose or fell.
 */
export function relativeFigures(result: QueryResult, blend: BlendReturns, period: Period): RelativeFigures {
  const own = scopeReturn(result, period)
  const other = blendReturnBetween(blend, period.from - 1, period.to)
  const total = relativeReturn(own, other)
  const isAnnual = isAnnualPeriod(period)
  const stated = isAnnual
    ? relativeReturn(annualizeReturn(own, period), annualizeReturn(other, period))
    : total
  const isKnown = own !== null && other !== null
  const pairs = isKnown ? commonTradingDays(result, blend, period) : []
  const counted = pairs.length >= FEWEST_OBSERVATIONS ? pairs : []
  const values = counted.map(({ own }) => own)
  const others = counted.map(({ other }) => other)
  const differences = counted.map(({ difference }) => difference)
  const trackingError = volatility(differences, isAnnual ? TRADING_DAYS : differences.length)
  const months = isKnown
    ? commonMonths(result, blend, period).map((pair): Pair => [pair.own, pair.other])
    : []
  const up = months.filter(([, value]) => value > 0)
  const down = months.filter(([, value]) => value < 0)
  return {
    period,
    isAnnual,
    total,
    stated,
    trackingError,
    informationRatio: trackingError && stated.difference !== null ? stated.difference / trackingError : null,
    beta: computeBeta(values, others),
    correlation: computeCorrelation(values, others),
    alpha: isAnnual ? computeAlpha(values, others) : null,
    upCapture: monthlyCapture(up),
    downCapture: monthlyCapture(down),
    monthsUp: up.length,
    monthsDown: down.length,
    observations: pairs.length,
  }
}
