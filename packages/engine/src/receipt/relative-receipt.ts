import type { BlendReturns } from '../benchmarks/blend.ts'
import {
  commonMonths,
  commonTradingDays,
  type PairedReturn,
  type RelativeFigures,
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
  'benchmark_up_capture',
  'benchmark_down_capture',
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
    benchmark_beta: [figures.beta, () => betaCell(compared)] as const,
    benchmark_up_capture: [figures.upCapture, () => captureCell(compared, 1)] as const,
    benchmark_down_capture: [figures.downCapture, () => captureCell(compared, -1)] as const,
  }[figure]
  if (value === null) return { value: null, cells: [] }
  write()
  return { value, cells: usedCells(compared.sheet) }
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

/** Difference of the returns as shown / tracking error. */
function informationCell(compared: Compared): void {
  const { sheet, figures } = compared
  const { from, to } = figures.period
  const facts = { unit: 'fraction', day: to } as const
  const shown = (label: 'return' | 'benchmark_return', value: number | null): number => {
    const source = scopeLink(label === 'return' ? 'twr' : 'benchmark_return', from, to)
    const total = sheet.input(label, value ?? Number.NaN, { ...facts, source })
    const stated = figures.isAnnual
      ? annualCell(compared, label === 'return' ? 'annual_return' : 'annual_benchmark', total)
      : total
    return sheet.step('rounded', label, [stated], facts)
  }
  const [own, other] = [
    shown('return', figures.total.portfolio),
    shown('benchmark_return', figures.total.benchmark),
  ]
  const difference = sheet.sum(
    'difference',
    [
      [own, 1],
      [other, -1],
    ],
    facts,
  )
  sheet.step('quotient', 'result', [difference, errorCell(compared, 'tracking_error')], {
    unit: 'rate',
    day: to,
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

/** The slope of the returns over those of the benchmark, which follow each other. */
function betaCell(compared: Compared): void {
  const { sheet, result, blend, figures } = compared
  const pairs = commonTradingDays(result, blend, figures.period).flatMap(pair => [
    ownCell(compared, pair),
    otherCell(compared, pair),
  ])
  sheet.step('slope', 'result', pairs, { unit: 'rate', day: figures.period.to })
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
