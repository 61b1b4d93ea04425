import { type BlendReturns, blendReturnBetween } from '../benchmarks/blend.ts'
import { scopeReturn } from '../benchmarks/relative-figures.ts'
import type { Day } from '../calendar/day.ts'
import type { QueryResult } from '../figures/query.ts'
import { splitRatio } from '../ledger/splits.ts'
import { currencyUnit } from '../money/currency.ts'
import { lastQuoteDay, STALE_AFTER_DAYS, valueOn } from '../valuation/market.ts'
import { marketRateCell } from './market-cells.ts'
import { type Receipt, usedCells } from './receipt.ts'
import type { Frame } from './receipt-frame.ts'
import { scopeLink, splitPeriod } from './scope-links.ts'
import { openSheet, type Signed } from './sheet.ts'

/** Figures of a benchmark that have a receipt. */
export const BENCHMARK_FIGURES = ['benchmark_return', 'benchmark_difference'] as const
export type BenchmarkFigure = (typeof BENCHMARK_FIGURES)[number]

/** A benchmark with the ids of its components. */
export interface ReceiptBenchmark {
  readonly blend: BlendReturns
  readonly instruments: readonly string[]
}

const DEFINITION = { kind: 'definition' } as const

/**
 * The receipt of a benchmark's return over the period of a result, or of the difference to it. A longer period consists
 * of years, months or days with receipts of their own; a day of the prices, rates and weights of the components.
 */
export function benchmarkReceipt(
  result: QueryResult,
  benchmark: ReceiptBenchmark,
  figure: BenchmarkFigure,
): Receipt {
  const { from, to } = result.period
  const other = blendReturnBetween(benchmark.blend, from - 1, to)
  const own = figure === 'benchmark_difference' ? scopeReturn(result, result.period) : 0
  if (other === null || own === null) return { value: null, cells: [] }
  const frame = {
    sheet: openSheet(),
    snapshot: result.snapshot,
    view: result.views.calculated,
    isScope: true,
  }
  if (figure === 'benchmark_return') {
    if (from === to) dayCell(frame, benchmark, to)
    else compoundCell(frame, benchmark, result)
    return { value: other, cells: usedCells(frame.sheet) }
  }
  const facts = { unit: 'fraction', day: to } as const
  frame.sheet.sum(
    'result',
    [
      [frame.sheet.input('return', own, { ...facts, source: scopeLink('twr', from, to) }), 1],
      [
        frame.sheet.input('benchmark_return', other, {
          ...facts,
          source: scopeLink('benchmark_return', from, to),
        }),
        -1,
      ],
    ],
    facts,
  )
  return { value: own - other, cells: usedCells(frame.sheet) }
}

function compoundCell({ sheet }: Frame, { blend }: ReceiptBenchmark, { period }: QueryResult): void {
  const parts = splitPeriod(period).flatMap(part => {
    const change = blendReturnBetween(blend, part.from - 1, part.to)
    if (change === null || change === 0) return []
    const source = scopeLink('benchmark_return', part.from, part.to)
    return [sheet.input('benchmark_return', change, { unit: 'fraction', day: part.to, source })]
  })
  sheet.step('compound', 'result', parts, { unit: 'fraction', day: period.to })
}

/** The return of one day: the sum of weight x return over the components. */
function dayCell(frame: Frame, { blend, instruments }: ReceiptBenchmark, day: Day): void {
  const { sheet } = frame
  const terms = blend.blend.components.flatMap((_, place): Signed[] => {
    const share = blend.weights[place]?.[day - blend.firstDay] ?? 0
    if (share === 0) return []
    const weight = sheet.input('weight', share, { unit: 'fraction', source: { kind: 'close' } })
    const growth = growthCell(frame, blend, { place, id: instruments[place] ?? '' }, day)
    const one = sheet.input('one', 1, { unit: 'number', source: DEFINITION })
    const change = sheet.sum(
      'return',
      [
        [growth, 1],
        [one, -1],
      ],
      { unit: 'fraction', day },
    )
    return [[sheet.step('product', 'component', [change, weight], { unit: 'fraction', day }), 1]]
  })
  sheet.sum('result', terms, { unit: 'fraction', day })
}

/** Growth of a component on a day: (close + distributions) x split ratio x rate / (close before x rate before). */
function growthCell(
  frame: Frame,
  { blend, target }: BlendReturns,
  { place, id }: { place: number; id: string },
  day: Day,
): number {
  const { sheet } = frame
  const component = blend.components[place]
  if (!component) return sheet.input('one', 1, { unit: 'number', source: DEFINITION })
  const { prices, currency, distributions } = component
  const closeCell = (on: Day): number => {
    const quoteDay = lastQuoteDay(prices, on) ?? on
    const isStale = prices.kind !== 'valuation' && on - quoteDay > STALE_AFTER_DAYS
    return sheet.input('price', valueOn(prices, on), {
      unit: 'price',
      currency,
      day: quoteDay,
      source: {
        kind: 'price',
        instrument: id,
        quoteDay,
        transaction: null,
        flag: isStale ? 'stale' : null,
      },
    })
  }
  const close = closeCell(day)
  const paid = distributions.filter(each => each.day === day && each.currency === currency)
  const value = paid.reduce((sum, { amount }) => {
    const income = sheet.input('income', amount, { unit: 'price', currency, day, source: DEFINITION })
    return sheet.sum(
      'value',
      [
        [sum, 1],
        [income, 1],
      ],
      { unit: 'price', currency, day },
    )
  }, close)
  const factors: Signed[] = [
    [value, 1],
    [closeCell(day - 1), -1],
  ]
  const ratio = splitRatio(prices.splits, day - 1, day)
  if (ratio !== 1)
    factors.push([sheet.input('split_ratio', ratio, { unit: 'number', day, source: { kind: 'split' } }), 1])
  const pair = [currencyUnit(currency).currency, target.currency] as const
  const rate = marketRateCell(frame, pair, day)
  const rateBefore = marketRateCell(frame, pair, day - 1)
  if (rate !== null && rateBefore !== null) factors.push([rate, 1], [rateBefore, -1])
  return sheet.product('growth', factors, { unit: 'rate', day })
}
