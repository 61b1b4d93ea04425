import type { Position, PositionTotals } from '@plumbline/contract'
import { roundAmount, roundToTotal } from './round-parts.ts'

/** Amounts that add up over positions, apart from P/L. */
const amountFields = [
  'value',
  'exposure',
  'cost',
  'proceeds',
  'fees',
  'taxes',
  'dividends',
  'interest',
  'other_income',
] as const

/** Weights are shown in percent with two decimals. */
const weightDecimals = 4

type Totals = Pick<
  PositionTotals,
  (typeof amountFields)[number] | 'weight' | 'pnl_abs_total' | 'pnl_abs_realized' | 'pnl_abs_unrealized'
>

type RoundedField = keyof Totals

export interface RoundedPositions<Sums extends Totals> {
  rows: Position[]
  total: Sums
}

/**
 * Rounds a whole list once: in every column the rows add up to the total, and in every row and in the total realized and
 * unrealized P/L add up to the P/L.
 */
export function roundPositions<Sums extends Totals>(
  rows: readonly Position[],
  total: Sums,
  decimals: number,
): RoundedPositions<Sums> {
  const pnl = roundAmount(total.pnl_abs_total, decimals)
  const [realized = null, unrealized = null] = roundToTotal(
    [total.pnl_abs_realized, total.pnl_abs_unrealized],
    pnl,
    decimals,
  )
  const sums: Sums = {
    ...total,
    ...Object.fromEntries(amountFields.map(field => [field, roundAmount(total[field], decimals)])),
    pnl_abs_total: pnl,
    pnl_abs_realized: realized,
    pnl_abs_unrealized: unrealized,
  }
  const rounded = rows.map(row => ({ ...row }))
  const set = (field: RoundedField, places: number) => {
    const parts = roundToTotal(
      rows.map(row => row[field]),
      sums[field],
      places,
    )
    for (const [index, row] of rounded.entries()) row[field] = parts[index] ?? null
  }
  for (const field of amountFields) set(field, decimals)
  set('weight', weightDecimals)
  for (const field of ['pnl_abs_total', 'pnl_abs_realized', 'pnl_abs_unrealized'] as const)
    set(field, decimals)
  // Both parts add up to their totals, so the P/L as their sum does too.
  for (const row of rounded)
    if (row.pnl_abs_realized !== null && row.pnl_abs_unrealized !== null)
      row.pnl_abs_total = roundAmount(row.pnl_abs_realized + row.pnl_abs_unrealized, decimals)
  return { rows: rounded, total: sums }
}
