import type { Day } from '../calendar/day.ts'
import { roundTo } from '../money/rounding.ts'
import { xirr } from '../returns/xirr.ts'
import { computeBeta, computeCorrelation } from '../risk/benchmark.ts'
import { deviation } from '../risk/statistics.ts'

/** The key of a cell's label, which is translated for display. */
export type ReceiptLabel =
  | 'quantity'
  | 'contract_size'
  | 'price'
  | 'quote'
  | 'factor'
  | 'accrued'
  | 'unsettled'
  | 'rate'
  | 'amount'
  | 'value'
  | 'opening_value'
  | 'entry_value'
  | 'invested'
  | 'income'
  | 'fees'
  | 'taxes'
  | 'cost'
  | 'opening_cost'
  | 'cost_taken'
  | 'carried_gain'
  | 'lot'
  | 'share'
  | 'proceeds'
  | 'realized'
  | 'unrealized'
  | 'pnl'
  | 'pnl_of_life'
  | 'capital_base'
  | 'level'
  | 'units'
  | 'entry_price'
  | 'underlying'
  | 'strike'
  | 'direction'
  | 'nav'
  | 'flows'
  | 'flow'
  | 'inflow'
  | 'collateral'
  | 'growth'
  | 'return'
  | 'contribution'
  | 'period'
  | 'days'
  | 'capital'
  | 'average_value'
  | 'trade_price'
  | 'split_ratio'
  | 'one'
  | 'per_ten_thousand'
  | 'position'
  | 'component'
  | 'weight'
  | 'benchmark_return'
  | 'difference'
  | 'deviation'
  | 'trading_days'
  | 'tracking_error'
  | 'root'
  | 'degree'
  | 'years'
  | 'year_days'
  | 'months'
  | 'total_growth'
  | 'annual_return'
  | 'annual_benchmark'
  | 'mean_return'
  | 'mean_benchmark'
  | 'sum_of_returns'
  | 'sum_of_benchmark'
  | 'mean_daily_return'
  | 'mean_daily_benchmark'
  | 'beta'
  | 'part_by_beta'
  | 'excess'
  | 'power'
  | 'result'

/** The source of an input, where it can be checked. */
export type ReceiptSource =
  | { readonly kind: 'transaction'; readonly transaction: string }
  | { readonly kind: 'split' }
  | {
      readonly kind: 'price'
      readonly instrument: string
      /** The day of the quote, which is also the cell's day; null where the price is no quote. */
      readonly quoteDay: Day | null
      /** The transaction that stated the price, where it is no quote. */
      readonly transaction: string | null
      readonly flag: 'stale' | 'estimated' | null
    }
  | { readonly kind: 'rate'; readonly from: string; readonly to: string }
  | { readonly kind: 'recorded_rate'; readonly transaction: string }
  /** A lot as carried in, with the transaction that opened it. */
  | { readonly kind: 'lot'; readonly transaction: string }
  | { readonly kind: 'terms'; readonly instrument: string }
  | ReceiptLink
  /** A number of the formula itself: 1, 10,000 or a count of days. */
  | { readonly kind: 'definition' }
  | { readonly kind: 'close' }

/** A figure that has a receipt of its own, where its transactions, prices and rates are found. */
export interface ReceiptLink {
  readonly kind: 'figure'
  readonly figure: string
  /** Null for the scope of the receipt. */
  readonly position: string | null
  readonly from: Day
  readonly to: Day
}

/** Rates are exchange rates, growth factors and ratios. */
export type ReceiptUnit = 'money' | 'price' | 'number' | 'fraction' | 'bps' | 'rate'

/**
 * How a cell is computed from earlier cells.
 *
 * - input: read, not computed
 * - sum: of its terms, each with its sign
 * - product: of its terms, divided by those with the sign -1; null when one of these is 0
 * - highest: the largest magnitude
 * - compound: (1 + first) x (1 + second) x ... - 1
 * - growth: first x (1 + second)
 * - rate_of_return: XIRR of its terms on their days
 * - deviation: sample standard deviation of its terms
 * - slope: covariance of the first and the second of each two terms / variance of the second
 * - correlation: of the first and the second of each two terms
 * - root: first ^ (1 / second)
 * - power: first ^ second
 * - rounded: the first as returns are shown, in hundredths of a percent
 */
export type ReceiptOperation =
  | 'input'
  | 'sum'
  | 'product'
  | 'highest'
  | 'compound'
  | 'growth'
  | 'rate_of_return'
  | 'deviation'
  | 'slope'
  | 'correlation'
  | 'root'
  | 'power'
  | 'rounded'

/** A term of a cell. With the sign -1 it is subtracted from a sum, and divides a product. */
export interface ReceiptTerm {
  readonly cell: number
  readonly sign: 1 | -1
}

/** One cell of a receipt. Terms refer to earlier cells by their index. */
export interface ReceiptCell {
  readonly label: ReceiptLabel
  readonly operation: ReceiptOperation
  readonly terms: readonly ReceiptTerm[]
  /** Null when it cannot be computed. */
  readonly value: number | null
  readonly unit: ReceiptUnit
  /** Currency of money and prices, and the source currency of rates; null otherwise. */
  readonly currency: string | null
  readonly day: Day | null
  readonly source: ReceiptSource | null
}

interface Facts {
  readonly unit: ReceiptUnit
  readonly currency?: string | null
  readonly day?: Day | null
}

export interface InputFacts extends Facts {
  readonly source: ReceiptSource
}

/** A cell with its sign in a sum or product. */
export type Signed = readonly [cell: number, sign: 1 | -1]

/** A receipt being written: cells are appended and refer to earlier ones. Each method returns the index of its cell. */
export interface Sheet {
  readonly cells: ReceiptCell[]
  input(label: ReceiptLabel, value: number, facts: InputFacts): number
  sum(label: ReceiptLabel, terms: readonly Signed[], facts: Facts): number
  product(label: ReceiptLabel, terms: readonly Signed[], facts: Facts): number
  rateOfReturn(label: ReceiptLabel, flows: readonly Signed[], facts: Facts): number
  /** A quotient divides its first cell by its second. */
  step(
    operation: Exclude<ReceiptOperation, 'input' | 'sum' | 'rate_of_return'> | 'quotient',
    label: ReceiptLabel,
    cells: readonly number[],
    facts: Facts,
  ): number
  cellValue(cell: number): number
}

/** The value of a cell from its terms; null when it cannot be computed. */
function evaluate(operation: ReceiptOperation, terms: readonly KnownTerm[]): number | null {
  switch (operation) {
    case 'input':
      return null
    case 'sum':
      return terms.reduce((sum, { value, sign }) => sum + sign * value, 0)
    case 'product':
      if (terms.some(({ value, sign }) => sign < 0 && value === 0)) return null
      return terms.reduce((product, { value, sign }) => (sign < 0 ? product / value : product * value), 1)
    case 'highest':
      return terms.reduce((highest, { value }) => Math.max(highest, Math.abs(value)), 0)
    case 'compound':
      return terms.reduce((growth, { value }) => growth * (1 + value), 1) - 1
    case 'growth':
      return (terms[0]?.value ?? Number.NaN) * (1 + (terms[1]?.value ?? Number.NaN))
    case 'rate_of_return':
      return xirr(terms.map(({ value, sign, day }) => ({ day: day ?? 0, amount: sign * value }))).rate
    case 'deviation':
    case 'slope':
    case 'correlation':
    case 'root':
    case 'power':
    case 'rounded':
      return applyStatistic(
        operation,
        terms.map(({ value }) => value),
      )
  }
}

/** Returns are shown in hundredths of a percent. */
const SHOWN_DECIMALS = 4

type Statistic = Extract<
  ReceiptOperation,
  'deviation' | 'slope' | 'correlation' | 'root' | 'power' | 'rounded'
>

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

/** Operations that no decimal arithmetic computes exactly, and rounding. */
export function applyStatistic(operation: Statistic, values: readonly number[]): number | null {
  const [first = Number.NaN, second = Number.NaN] = values
  const every = (remainder: 0 | 1): number[] => values.filter((_, place) => place % 2 === remainder)
  switch (operation) {
    case 'deviation':
      return deviation(values)
    case 'slope':
      return computeBeta(every(0), every(1))
    case 'correlation':
      return computeCorrelation(every(0), every(1))
    case 'root':
      return finite(first ** (1 / second))
    case 'power':
      return finite(first ** second)
    case 'rounded':
      return roundTo(first, SHOWN_DECIMALS)
  }
}

/** A term with the value and day of its cell. */
interface KnownTerm {
  readonly value: number
  readonly sign: 1 | -1
  readonly day: Day | null
}

/** The terms with their values, or null when one of them has none. */
function knownTerms(
  terms: readonly ReceiptTerm[],
  cells: readonly ReceiptCell[],
  known: readonly (number | null)[],
): KnownTerm[] | null {
  const found: KnownTerm[] = []
  for (const { cell, sign } of terms) {
    const value = known[cell]
    if (value === null || value === undefined) return null
    found.push({ value, sign, day: cells[cell]?.day ?? null })
  }
  return found
}

function signedTerms(terms: readonly Signed[]): ReceiptTerm[] {
  return terms.map(([cell, sign]) => ({ cell, sign }))
}

/** An empty receipt. */
export function openSheet(): Sheet {
  const cells: ReceiptCell[] = []
  const known: (number | null)[] = []
  const append = (
    label: ReceiptLabel,
    operation: ReceiptOperation,
    terms: readonly ReceiptTerm[],
    facts: Facts & { source?: ReceiptSource; value?: number },
  ): number => {
    const found = knownTerms(terms, cells, known)
    const value = operation === 'input' ? (facts.value ?? null) : found && evaluate(operation, found)
    const { unit, currency = null, day = null, source = null } = facts
    cells.push({ label, operation, terms, value, unit, currency, day, source })
    known.push(value)
    return cells.length - 1
  }
  return {
    cells,
    input: (label, value, facts) => append(label, 'input', [], { ...facts, value }),
    sum: (label, terms, facts) => append(label, 'sum', signedTerms(terms), facts),
    product: (label, terms, facts) => append(label, 'product', signedTerms(terms), facts),
    rateOfReturn: (label, flows, facts) => append(label, 'rate_of_return', signedTerms(flows), facts),
    step: (operation, label, of, facts) =>
      append(
        label,
        operation === 'quotient' ? 'product' : operation,
        of.map((cell, place) => ({ cell, sign: operation === 'quotient' && place > 0 ? -1 : 1 })),
        facts,
      ),
    cellValue: cell => known[cell] ?? Number.NaN,
  }
}

/**
 * Recomputes a receipt from its inputs alone, ignoring the values of computed cells, and returns the value of its last
 * cell. Null when it cannot be computed.
 */
export function replayCells(cells: readonly ReceiptCell[]): number | null {
  const known: (number | null)[] = []
  for (const { operation, terms, value } of cells) {
    if (operation === 'input') {
      known.push(value)
      continue
    }
    const found = knownTerms(terms, cells, known)
    known.push(found && evaluate(operation, found))
  }
  return known.at(-1) ?? null
}
