import type { BlendReturns } from '../benchmarks/blend.ts'
import {
  commonMonths,
  commonTradingDays,
  type PairedReturn,
  type RelativeFigures,
  type RelativeReturn,
  relativeFigures,
  scopeReturn,
} from '../benchmarks/relative-figures.ts'
import type { Period } from '../calendar/period.ts'
import type { QueryResult } from '../figures/query.ts'
import { TRADING_DAYS } from '../risk/statistics.ts'
import { type Receipt, usedCells } from './receipt.ts'
import { scopeLink } from './scope-links.ts'
import { openSheet, type ReceiptLabel, type ReceiptSource, type Sheet } from './sheet.ts'

/** Figures of a scope against its benchmark that have a receipt. */
export const RELATIVE_FIGURES = [
  'benchmark_tracking_error',
  'benchmark_information_ratio',
  'benchmark_beta',
  'benchmark_correlation',
  'benchmark_alpha',
  'benchmark_up_capture',
  'benchmark_down_capture',
  'annual_return',
  'benchmark_annual_return',
  'benchmark_annual_difference',
] as const
export type RelativeFigure = (typeof RELATIVE_FIGURES)[number]

const DEFINITION = { kind: 'definition' } as const
const YEAR_DAYS = 365

/** What a receipt is written from. */
interface Compared {
  readonly sheet: Sheet
  readonly result: QueryResult
  readonly blend: BlendReturns
  readonly figures: RelativeFigures
}

/**
 * The receipt of a figure of `relativeFigures`, over the same period within the days of a result. Its lines are the returns
 * of single trading days or months, which have receipts of their own.
 */
export function relativeReceipt(
  result: QueryResult,
  blend: BlendReturns,
  period: Period,
  figure: RelativeFigure,
): Receipt {
  const figures = relativeFigures(result, blend, period)
  const compared = { sheet: openSheet(), result, blend, figures }
  const [value, write] = {
    benchmark_tracking_error: [figures.trackingError, () => errorCell(compared, 'result')] as const,
    benchmark_information_ratio: [figures.informationRatio, () => informationCell(compared)] as const,
    benchmark_beta: [figures.beta, () => betaCell(compared, 'slope', 'result')] as const,
    benchmark_correlation: [figures.correlation, () => betaCell(compared, 'correlation', 'result')] as const,
    benchmark_alpha: [figures.alpha, () => alphaCell(compared)] as const,
    benchmark_up_capture: [figures.upCapture, () => captureCell(compared, 1)] as const,
    benchmark_down_capture: [figures.downCapture, () => captureCell(compared, -1)] as const,
    annual_return: [
      perYear(figures, 'portfolio'),
      () => statedCell(compared, 'portfolio', 'result'),
    ] as const,
    benchmark_annual_return: [
      perYear(figures, 'benchmark'),
      () => statedCell(compared, 'benchmark', 'result'),
    ] as const,
    benchmark_annual_difference: [
      perYear(figures, 'difference'),
      () => differenceCell(compared, 'result'),
    ] as const,
  }[figure]
  if (value === null) return { value: null, cells: [] }
  write()
  return { value, cells: usedCells(compared.sheet) }
}

/** A return per year; null below one year. */
function perYear({ isAnnual, stated }: RelativeFigures, name: keyof RelativeReturn): number | null {
  return isAnnual ? stated[name] : null
}

function definition(sheet: Sheet, label: ReceiptLabel, value: number): number {
  return sheet.input(label, value, { unit: 'number', source: DEFINITION })
}

/** A return over some days has a receipt, unless the scope had no capital to earn it with on them. */
function linkTo({ result }: Compared, figure: string, { from, to }: Period): ReceiptSource {
  return scopeReturn(result, { from, to }) === null ? { kind: 'close' } : scopeLink(figure, from, to)
}

function ownCell(compared: Compared, pair: PairedReturn): number {
  const source = linkTo(compared, 'twr', pair)
  return compared.sheet.input('return', pair.own, { unit: 'fraction', day: pair.to, source })
}

function otherCell({ sheet }: Compared, { from, to, other }: PairedReturn): number {
  const source = scopeLink('benchmark_return', from, to)
  return sheet.input('benchmark_return', other, { unit: 'fraction', day: to, source })
}

/** Standard deviation of the differences per trading day x root of the number of days, or of those of a year. */
function errorCell(compared: Compared, label: ReceiptLabel): number {
  const { sheet, result, blend, figures } = compared
  const { period } = figures
  const days = commonTradingDays(result, blend, period)
  const differences = days.map(pair => {
    const source = linkTo(compared, 'benchmark_difference', pair)
    return sheet.input('difference', pair.difference, { unit: 'fraction', day: pair.to, source })
  })
  const deviation = sheet.step('deviation', 'deviation', differences, { unit: 'fraction', day: period.to })
  const count = definition(sheet, 'trading_days', figures.isAnnual ? TRADING_DAYS : days.length)
  const root = sheet.step('root', 'root', [count, definition(sheet, 'degree', 2)], { unit: 'rate' })
  return sheet.step('product', label, [deviation, root], { unit: 'fraction', day: period.to })
}

/** A return of the period, per year from one year on. */
function statedCell(compared: Compared, side: 'portfolio' | 'benchmark', label: ReceiptLabel): number {
  const { sheet, figures } = compared
  const { from, to } = figures.period
  const isOwn = side === 'portfolio'
  const total = sheet.input(isOwn ? 'return' : 'benchmark_return', figures.total[side] ?? Number.NaN, {
    unit: 'fraction',
    day: to,
    source: scopeLink(isOwn ? 'twr' : 'benchmark_return', from, to),
  })
  return figures.isAnnual ? annualCell(compared, label, total) : total
}

/** The difference of the returns as shown. */
function differenceCell(compared: Compared, label: ReceiptLabel): number {
  const facts = { unit: 'fraction', day: compared.figures.period.to } as const
  const own = statedCell(compared, 'portfolio', 'annual_return')
  const other = statedCell(compared, 'benchmark', 'annual_benchmark')
  return compared.sheet.sum(
    label,
    [
      [compared.sheet.step('rounded', 'return', [own], facts), 1],
      [compared.sheet.step('rounded', 'benchmark_return', [other], facts), -1],
    ],
    facts,
  )
}

/** Difference of the returns as shown / tracking error. */
function informationCell(compared: Compared): void {
  const { sheet, figures } = compared
  const difference = differenceCell(compared, 'difference')
  sheet.step('quotient', 'result', [difference, errorCell(compared, 'tracking_error')], {
    unit: 'rate',
    day: figures.period.to,
  })
}

/** (1 + return)^(365 / days) - 1 */
function annualCell({ sheet, figures: { period } }: Compared, label: ReceiptLabel, total: number): number {
  const days = definition(sheet, 'days', period.to - period.from + 1)
  const years = sheet.step('quotient', 'years', [days, definition(sheet, 'year_days', YEAR_DAYS)], {
    unit: 'number',
  })
  return meanCell(sheet, label, total, years)
}

/** (1 + compounded return)^(1 / periods) - 1 */
function meanCell(sheet: Sheet, label: ReceiptLabel, total: number, periods: number): number {
  const one = definition(sheet, 'one', 1)
  const growth = sheet.sum(
    'total_growth',
    [
      [one, 1],
      [total, 1],
    ],
    { unit: 'rate' },
  )
  const root = sheet.step('root', 'root', [growth, periods], { unit: 'rate' })
  return sheet.sum(
    label,
    [
      [root, 1],
      [one, -1],
    ],
    { unit: 'fraction' },
  )
}

/** The returns of the trading days and those of the benchmark, which follow each other. */
function dailyCells(compared: Compared): (readonly [own: number, other: number])[] {
  const { result, blend, figures } = compared
  return commonTradingDays(result, blend, figures.period).map(
    pair => [ownCell(compared, pair), otherCell(compared, pair)] as const,
  )
}

/** The slope of the returns over those of the benchmark, or the correlation of both. */
function betaCell(
  compared: Compared,
  operation: 'slope' | 'correlation',
  label: ReceiptLabel,
  days = dailyCells(compared),
): number {
  const { sheet, figures } = compared
  return sheet.step(operation, label, days.flat(), { unit: 'rate', day: figures.period.to })
}

/** (1 + mean return - beta x mean return of the benchmark)^252 - 1 */
function alphaCell(compared: Compared): void {
  const { sheet, figures } = compared
  const day = figures.period.to
  const days = dailyCells(compared)
  const beta = betaCell(compared, 'slope', 'beta', days)
  const count = definition(sheet, 'trading_days', days.length)
  const mean = (side: 0 | 1): number => {
    const terms = days.map(pair => [pair[side], 1] as const)
    const total = sheet.sum(side === 0 ? 'sum_of_returns' : 'sum_of_benchmark', terms, { unit: 'rate' })
    const label = side === 0 ? 'mean_daily_return' : 'mean_daily_benchmark'
    return sheet.step('quotient', label, [total, count], { unit: 'rate' })
  }
  const own = mean(0)
  const byBeta = sheet.step('product', 'part_by_beta', [beta, mean(1)], { unit: 'rate' })
  const one = definition(sheet, 'one', 1)
  const growth = sheet.sum(
    'excess',
    [
      [one, 1],
      [own, 1],
      [byBeta, -1],
    ],
    { unit: 'rate' },
  )
  const power = sheet.step('power', 'power', [growth, definition(sheet, 'trading_days', TRADING_DAYS)], {
    unit: 'rate',
  })
  sheet.sum(
    'result',
    [
      [power, 1],
      [one, -1],
    ],
    { unit: 'fraction', day },
  )
}

/** Mean return per month / that of the benchmark, over the months in which it moved in a direction. */
function captureCell(compared: Compared, direction: 1 | -1): void {
  const { sheet, result, blend, figures } = compared
  const months = commonMonths(result, blend, figures.period).filter(({ other }) => other * direction > 0)
  const mean = (
    label: 'mean_return' | 'mean_benchmark',
    cellOf: (compared: Compared, pair: PairedReturn) => number,
  ): number => {
    const total = sheet.step(
      'compound',
      label === 'mean_return' ? 'return' : 'benchmark_return',
      months.map(pair => cellOf(compared, pair)),
      { unit: 'fraction' },
    )
    return meanCell(sheet, label, total, definition(sheet, 'months', months.length))
  }
  sheet.step('quotient', 'result', [mean('mean_return', ownCell), mean('mean_benchmark', otherCell)], {
    unit: 'fraction',
    day: figures.period.to,
  })
}
