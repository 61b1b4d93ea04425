import { type Day, isWeekend, partsOf } from '../calendar/day.ts'
import type { QueryResult } from '../figures/query.ts'
import { drawdownOf } from './drawdown.ts'
import {
  calmarRatio,
  downsideDeviation,
  sharpeRatio,
  sortinoRatio,
  valueAtRisk,
  volatility,
} from './statistics.ts'

/** A return on a day: from the trading day before to this one. */
export interface DatedReturn {
  readonly day: Day
  readonly value: number
}

/**
 * Returns between trading days (weekdays that are no holidays), compounded over what lies between them, of days
 * with capital on both. Column i is the close of `firstDay` + i; the first has no return.
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
    if (hasCapital && growth > 0) returns.push({ day, value: (1 + (cumulative[index] ?? 0)) / growth - 1 })
    before = index
  }
  return returns
}

/** Returns compounded by calendar month (key 2024-03) or year (key 2024), in order. Fractions. */
export function returnsBy(unit: 'month' | 'year', returns: readonly DatedReturn[]): Map<string, number> {
  const growth = new Map<string, number>()
  for (const { day, value } of returns) {
    const { year, month } = partsOf(day)
    const key = unit === 'year' ? String(year) : `${year}-${String(month).padStart(2, '0')}`
    growth.set(key, (growth.get(key) ?? 1) * (1 + value))
  }
  return new Map([...growth].map(([key, factor]) => [key, factor - 1]))
}

/** Fewer daily returns than this say nothing about risk. */
export const FEWEST_OBSERVATIONS = 20

/** Risk of a scope over a period. Fractions per year where annualized; null below 20 observations. */
export interface RiskFigures {
  readonly observations: number
  readonly volatility: number | null
  readonly sharpe: number | null
  readonly sortino: number | null
  readonly downsideDeviation: number | null
  /** Deepest loss from a peak of the TWR index, the start of the period being a peak of 1; negative. */
  readonly maxDrawdown: number | null
  readonly peakDay: Day | null
  readonly troughDay: Day | null
  readonly recoveredDay: Day | null
  /** Return per year / depth of the deepest loss. */
  readonly calmar: number | null
  /** The return that one day of twenty lies below. */
  readonly valueAtRisk: number | null
  readonly monthly: ReadonlyMap<string, number>
  readonly yearly: ReadonlyMap<string, number>
}

/**
 * Risk statistics of an result, over its daily time-weighted returns. `riskFree` is per trading day. Days count
 * when the scope had a value at their close and at the one of the trading day before. Without a linked return (the
 * whole capital was lost) every figure is null.
 */
export function riskOf(result: QueryResult, riskFree = 0): RiskFigures {
  const { dailyPnl, dailyBalance, pnl } = result.performance
  const cumulative = dailyPnl.cumulativeReturn.total
  const all = pnl.rel.total === null ? [] : tradingReturns(dailyPnl.firstDay, dailyBalance.total, cumulative)
  const values = all.length < FEWEST_OBSERVATIONS ? [] : all.map(({ value }) => value)
  const fall = values.length === 0 ? null : drawdownOf(cumulative.map(value => 1 + value))
  const hasFallen = fall !== null && fall.depth < 0
  const dayAt = (index: number | null): Day | null =>
    hasFallen && index !== null ? dailyPnl.firstDay + index : null
  return {
    observations: all.length,
    volatility: volatility(values),
    sharpe: sharpeRatio(values, riskFree),
    sortino: sortinoRatio(values, riskFree),
    downsideDeviation: downsideDeviation(values),
    maxDrawdown: fall?.depth ?? null,
    peakDay: dayAt(fall?.peak ?? null),
    troughDay: dayAt(fall?.trough ?? null),
    recoveredDay: dayAt(fall?.recovered ?? null),
    calmar: calmarRatio(values),
    valueAtRisk: valueAtRisk(values),
    monthly: returnsBy('month', all),
    yearly: returnsBy('year', all),
  }
}
