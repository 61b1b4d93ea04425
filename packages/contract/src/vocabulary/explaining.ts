import {
  BENCHMARK_FIGURES,
  type BenchmarkFigure,
  POSITION_FIGURES,
  type PositionFigure,
  RELATIVE_FIGURES,
  type RelativeFigure,
  type ScopeFigure,
} from '@plumbline/engine'

/** How an explanation can be split. */
export const explanationSplits = ['position', 'instrument_type', 'account', 'currency', 'week'] as const
export type ExplanationSplit = (typeof explanationSplits)[number]

/** How the lines of a calculation give its result. */
export const receiptOperations = [
  'arithmetic',
  'highest',
  'compound',
  'growth',
  'rate_of_return',
  'deviation',
  'slope',
  'correlation',
  'root',
  'power',
  'rounded',
] as const
export type ReceiptOperation = (typeof receiptOperations)[number]

export type ReceiptFigure = PositionFigure | ScopeFigure | BenchmarkFigure | RelativeFigure

/** Every figure that has a receipt, by its name on the wire: those of positions, and those that only a scope has. */
export const receiptFigures: readonly ReceiptFigure[] = [
  'balance_total',
  'balance_allocated',
  'balance_cash',
  'opening_total',
  'net_cashflow',
  'deposits',
  'withdrawals',
  ...POSITION_FIGURES.flatMap((figure): ReceiptFigure[] =>
    figure === 'fees' ? ['fees', 'fees_bps', 'average_value'] : [figure],
  ),
  'twr',
  'xirr',
  ...BENCHMARK_FIGURES,
  ...RELATIVE_FIGURES,
]
