import type { Period } from '../../calendar/period.ts'
import type { ColumnSource } from '../../series/columns.ts'

/**
 * Daily columns of one scope or group, in the view's currency. Index 0 is the opening close (the day before the
 * period), index i the close of day i of the period. Flows and results start at index 1.
 */
export interface DayColumns {
  readonly value: Float64Array
  /** Net flow into the scope: posted values of its legs less the P/L items it owns. */
  readonly flow: Float64Array
  /** Realized price gains + income - fees - taxes. */
  readonly realized: Float64Array
  readonly fees: Float64Array
  /** Highest point of the day's running flow into the capital, at least 0. */
  readonly peak: Float64Array
  /** Collateral and proceeds of shorts at the close; all 0 for whole accounts. */
  readonly collateral: Float64Array
  deposits: number
  withdrawals: number
}

/** Daily columns of every group and of the whole scope of a query. */
export interface DailyFigures {
  readonly period: Period
  readonly groups: readonly DayColumns[]
  readonly total: DayColumns
  /** Value of cash positions, the part of total.value that is not allocated. */
  readonly cash: Float64Array
  /** Positions held at the end of the period without a value. */
  readonly unvalued: readonly number[]
  /** Values by a second partition (the fees screen groups by a key of its own); empty without one. */
  readonly secondaryValues: readonly Float64Array[]
}

/** Columns of zeros. */
export function emptyColumns(length: number, columns: ColumnSource): DayColumns {
  return {
    value: columns.column(length),
    flow: columns.column(length),
    realized: columns.column(length),
    fees: columns.column(length),
    peak: columns.column(length),
    collateral: columns.column(length),
    deposits: 0,
    withdrawals: 0,
  }
}

/** Adds `source` to `target`, index by index. */
export function sumInto(target: Float64Array, source: Float64Array): void {
  // Both columns have the same length, so every index has a value.
  for (let index = 0; index < target.length; index += 1)
    target[index] = (target[index] as number) + (source[index] as number)
}
