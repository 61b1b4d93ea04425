import type { Day } from '../calendar/day.ts'
import { xirr } from '../returns/xirr.ts'

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
  | 'day'
  | 'capital'
  | 'average_value'
  | 'per_ten_thousand'
  | 'position'
  | 'result'

/** The source of an input, where it can be checked. */
export type ReceiptSource =
  | { readonly kind: 'transaction'; readonly transaction: string }
  | { readonly kind: 'split' }
  | {
      readonly kind: 'price'
      readonly instrument: string
      /** The day of the quote that is valid on the cell's day; null when a transaction's price estimates it. */
      readonly quoteDay: Day | null
      readonly flag: 'stale' | 'estimated' | null
    }
  | { readonly kind: 'rate'; readonly from: string; readonly to: string }
  | { readonly kind: 'recorded_rate'; readonly transaction: string }
  /** A lot as carried in, with the transaction that opened it. */
  | { readonly kind: 'lot'; readonly transaction: string }
  | { readonly kind: 'terms'; readonly instrument: string }
  /** A figure of one position or of one day, which has a receipt of its own. */
  | { readonly kind: 'position'; readonly position: string }
  | { readonly kind: 'close' }

export type ReceiptUnit = 'money' | 'price' | 'number' | 'fraction' | 'bps' | 'rate'

/**
 * How a cell is computed from earlier cells.
 *
 * - input: read, not computed
 * - sum: of its terms, each with its sign; product: of its terms
 * - quotient: first / second, null when the second is 0
 * - highest: the largest magnitude; mean: sum / number of terms
 * - linked: terms are triples (capital, P/L, part) day by day: sum of growth before the day x part / capital
 * - rate_of_return: XIRR of its terms on their days
 */
export type ReceiptOperation =
  | 'input'
  | 'sum'
  | 'product'
  | 'quotient'
  | 'highest'
  | 'mean'
  | 'linked'
  | 'rate_of_return'

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

/** A cell with its sign in a sum. */
export type Signed = readonly [cell: number, sign: 1 | -1]

/** A receipt being written: cells are appended and refer to earlier ones. Each method returns the index of its cell. */
export interface Sheet {
  readonly cells: ReceiptCell[]
  input(label: ReceiptLabel, value: number, facts: InputFacts): number
  sum(label: ReceiptLabel, terms: readonly Signed[], facts: Facts): number
  step(
    operation: 'product' | 'quotient' | 'highest' | 'mean' | 'linked' | 'rate_of_return',
    label: ReceiptLabel,
    cells: readonly number[],
    facts: Facts,
  ): number
  cellValue(cell: number): number
}

function linked(values: readonly number[]): number {
  let growth = 1
  let sum = 0
  for (let index = 0; index + 2 < values.length; index += 3) {
    const [capital, pnl, part] = values.slice(index, index + 3) as [number, number, number]
    const before = growth / capital
    sum += before * part
    growth += before * pnl
  }
  return sum
}

/** The value of a cell from the signed values of its terms; null when it cannot be computed. */
function evaluate(
  operation: ReceiptOperation,
  values: readonly number[],
  days: readonly (Day | null)[],
): number | null {
  switch (operation) {
    case 'input':
      return null
    case 'sum':
      return values.reduce((sum, value) => sum + value, 0)
    case 'product':
      return values.reduce((product, value) => product * value, 1)
    case 'quotient':
      return values[1] === 0 ? null : (values[0] ?? 0) / (values[1] ?? Number.NaN)
    case 'highest':
      return values.reduce((highest, value) => Math.max(highest, Math.abs(value)), 0)
    case 'mean':
      return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
    case 'linked':
      return linked(values)
    case 'rate_of_return':
      return xirr(values.map((amount, index) => ({ day: days[index] ?? 0, amount }))).rate
  }
}

/** The signed values of terms, or null when one of them has none. */
function termValues(terms: readonly ReceiptTerm[], known: readonly (number | null)[]): number[] | null {
  const values: number[] = []
  for (const { cell, sign } of terms) {
    const value = known[cell]
    if (value === null || value === undefined) return null
    values.push(sign * value)
  }
  return values
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
    const values = termValues(terms, known)
    const days = terms.map(({ cell }) => cells[cell]?.day ?? null)
    const value = operation === 'input' ? (facts.value ?? null) : values && evaluate(operation, values, days)
    const { unit, currency = null, day = null, source = null } = facts
    cells.push({ label, operation, terms, value, unit, currency, day, source })
    known.push(value)
    return cells.length - 1
  }
  return {
    cells,
    input: (label, value, facts) => append(label, 'input', [], { ...facts, value }),
    sum: (label, terms, facts) =>
      append(
        label,
        'sum',
        terms.map(([cell, sign]) => ({ cell, sign })),
        facts,
      ),
    step: (operation, label, of, facts) =>
      append(
        label,
        operation,
        of.map(cell => ({ cell, sign: 1 })),
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
    const values = termValues(terms, known)
    const days = terms.map(({ cell }) => cells[cell]?.day ?? null)
    known.push(values && evaluate(operation, values, days))
  }
  return known.at(-1) ?? null
}
