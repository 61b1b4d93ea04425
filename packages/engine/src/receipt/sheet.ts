import type { Day } from '../calendar/day.ts'
import { xirr } from '../returns/xirr.ts'

/** What a line of a receipt tells, as a key: people read it in their language. */
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

/** Where an input was read: what people would look up to check it. */
export type ReceiptSource =
  | { readonly kind: 'transaction'; readonly transaction: string }
  | { readonly kind: 'split' }
  | {
      readonly kind: 'price'
      readonly instrument: string
      /** The day of the quote that stands on the day asked for; null where a transaction's price estimates it. */
      readonly quoteDay: Day | null
      readonly flag: 'stale' | 'estimated' | null
    }
  | { readonly kind: 'rate'; readonly from: string; readonly to: string }
  | { readonly kind: 'recorded_rate'; readonly transaction: string }
  /** A lot as it was carried in: its own date and the transaction that once opened it. */
  | { readonly kind: 'lot'; readonly transaction: string }
  | { readonly kind: 'terms'; readonly instrument: string }
  /** A figure of one position or of one day, which has a receipt of its own. */
  | { readonly kind: 'position'; readonly position: string }
  | { readonly kind: 'close' }

export type ReceiptUnit = 'money' | 'price' | 'number' | 'fraction' | 'bps' | 'rate'

/**
 * How a line comes about from lines before it.
 *
 * - input: it is read, not computed
 * - sum: of its terms, each with its sign; product: of its terms
 * - quotient: first / second, none where the second is 0
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

/** One line of a receipt. Terms refer to earlier lines by their place. */
export interface ReceiptCell {
  readonly label: ReceiptLabel
  readonly operation: ReceiptOperation
  readonly terms: readonly ReceiptTerm[]
  /** Null where it cannot be computed. */
  readonly value: number | null
  readonly unit: ReceiptUnit
  /** Currency of money, prices and of what one unit of is converted by a rate; null else. */
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

/** A line with its sign in a sum. */
export type Signed = readonly [cell: number, sign: 1 | -1]

/** A receipt while it is written: lines are appended, and refer to lines that are there. */
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
  valueOf(cell: number): number
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

/** The value of a line from the values of its terms, signs applied; null where there is none. */
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

/** The values that the terms of a line have, or null where one of them has none. */
function valuesOf(terms: readonly ReceiptTerm[], known: readonly (number | null)[]): number[] | null {
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
    const values = valuesOf(terms, known)
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
    valueOf: cell => known[cell] ?? Number.NaN,
  }
}

/**
 * Computes a receipt once more from its inputs alone, line by line, and gives the value of its last line: what the
 * lines say they come to is not looked at. Null where it cannot be computed.
 */
export function replayCells(cells: readonly ReceiptCell[]): number | null {
  const known: (number | null)[] = []
  for (const { operation, terms, value } of cells) {
    if (operation === 'input') {
      known.push(value)
      continue
    }
    const values = valuesOf(terms, known)
    const days = terms.map(({ cell }) => cells[cell]?.day ?? null)
    known.push(values && evaluate(operation, values, days))
  }
  return known.at(-1) ?? null
}
