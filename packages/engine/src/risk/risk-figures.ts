import { type Day, dateParts, isWeekend } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import type { QueryResult } from '../figures/query.ts'
import { isAnnualPeriod, SHORTEST_ANNUAL_DAYS } from '../returns/annualize.ts'
import { findDrawdown } from './drawdown.ts'
import {
  calmarRatio,
  downsideDeviation,
  sharpeRatio,
  sortinoRatio,
  valueAtRisk,
  volatility,
} from './statistics.ts'

/** The return from one close to another, as a fraction. */
export interface DatedReturn {
  /** The previous trading day, or the opening close of the period. */
  readonly since: Day
  readonly day: Day
  readonly value: number
}

/**
 * Returns between consecutive trading days: weekdays that are not holidays.
 *
 *     return = (1 + cumulative return on the day) / (1 + cumulative return on the trading day before) - 1
 *
 * Returns of weekends and holidays are compounded into the next trading day. A day counts when there is capital on it
 * and on the trading day before, and the capital before was not lost. Index i of the columns is the close of
 * `firstDay` + i; index 0 has no return.
 */
export function tradingReturns(
  firstDay: Day,
  capital: Float64Array,
  cumulative: Float64Array,
  holidays: ReadonlySet<Day> = new Set(),
): DatedReturn[] {
  const returns: DatedReturn[] = []
  let before = 0
  for (let index = 1; index < cumulative.length; index += 1) {
    const day = firstDay + index
    if (isWeekend(day) || holidays.has(day)) continue
    const growth = 1 + (cumulative[before] ?? 0)
    const hasCapital = (capital[index] ?? 0) !== 0 && (capital[before] ?? 0) !== 0
    if (hasCapital && growth > 0)
      returns.push({ since: firstDay + before, day, value: (1 + (cumulative[index] ?? 0)) / growth - 1 })
    before = index
  }
  return returns
}

/** Compounds returns by calendar month (key '2024-03') or year (key '2024'), in order. Fractions. */
export function returnsBy(
  unit: 'month' | 'year',
  returns: readonly Omit<DatedReturn, 'since'>[],
): Map<string, number> {
  const growth = new Map<string, number>()
  for (const { day, value } of returns) {
    const { year, month } = dateParts(day)
    const key = unit === 'year' ? String(year) : `${year}-${String(month).padStart(2, '0')}`
    growth.set(key, (growth.get(key) ?? 1) * (1 + value))
  }
  return new Map([...growth].map(([key, factor]) => [key, factor - 1]))
}

/** Risk figures need at least this many daily returns. */
export const FEWEST_OBSERVATIONS = 20

/** Weekends and holidays at both ends of a year have no return. */
const DAYS_WITHOUT_TRADING = 7

/**
 * Whether daily returns may be stated per year: from one year on. The period alone does not say so, since it may begin
 * before the first transaction or end after the last holding.
 */
function isAnnual(period: Period, returns: readonly DatedReturn[]): boolean {
  const first = returns[0]
  const last = returns.at(-1)
  if (first === undefined || last === undefined || !isAnnualPeriod(period)) return false
  return last.day - first.since >= SHORTEST_ANNUAL_DAYS - DAYS_WITHOUT_TRADING
}

/** Risk of a scope over a period. Figures are null below 20 observations, and those per year below one year. */
export interface RiskFigures {
  readonly observations: number
  /** Whether the returns are of a year or more. */
  readonly isAnnual: boolean
  /** Fractions per year, as are the ratios and the downside deviation. */
  readonly volatility: number | null
  readonly sharpe: number | null
  readonly sortino: number | null
  readonly downsideDeviation: number | null
  /** Deepest drawdown of the TWR index, which starts at 1; a negative fraction. */
  readonly maxDrawdown: number | null
  readonly peakDay: Day | null
  readonly troughDay: Day | null
  readonly recoveredDay: Day | null
  /** Annualized return / maximum drawdown. */
  readonly calmar: number | null
  /** Historical value at risk at 95 % of one day, as a return. */
  readonly valueAtRisk: number | null
  readonly monthly: ReadonlyMap<string, number>
  readonly yearly: ReadonlyMap<string, number>
}

/**
 * Risk figures of a result over its daily time-weighted returns, see `tradingReturns`. `riskFree` is per trading day.
 * Without a linked return (no capital, or a total loss) and below 20 observations every figure is null, and below one
 * year those per year are; the monthly and yearly returns need no minimum.
 */
export function computeRisk(result: QueryResult, riskFree = 0): RiskFigures {
  const { dailyPnl, dailyBalance, pnl } = result.performance
  const cumulative = dailyPnl.cumulativeReturn.total
  const all = pnl.rel.total === null ? [] : tradingReturns(dailyPnl.firstDay, dailyBalance.total, cumulative)
  const values = all.length < FEWEST_OBSERVATIONS ? [] : all.map(({ value }) => value)
  const hasYear = isAnnual(result.period, all)
  const annual = hasYear ? values : []
  const fall = values.length === 0 ? null : findDrawdown(cumulative.map(value => 1 + value))
  const hasFallen = fall !== null && fall.depth < 0
  const dayAt = (index: number | null): Day | null =>
    hasFallen && index !== null ? dailyPnl.firstDay + index : null
  return {
    observations: all.length,
    isAnnual: hasYear,
    volatility: volatility(annual),
    sharpe: sharpeRatio(annual, riskFree),
    sortino: sortinoRatio(annual, riskFree),
    downsideDeviation: downsideDeviation(annual),
    maxDrawdown: fall?.depth ?? null,
    peakDay: dayAt(fall?.peak ?? null),
    troughDay: dayAt(fall?.trough ?? null),
    recoveredDay: dayAt(fall?.recovered ?? null),
    calmar: calmarRatio(annual),
    valueAtRisk: valueAtRisk(values),
    monthly: returnsBy('month', all),
    yearly: returnsBy('year', all),
  }
}
