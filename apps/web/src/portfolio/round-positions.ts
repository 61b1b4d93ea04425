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
  const set = (field: (typeof amountFields)[number] | 'weight' | 'pnl_abs_total', places: number) => {
    const parts = roundToTotal(
      rows.map(row => row[field]),
      sums[field],
      places,
    )
    for (const [index, row] of rounded.entries()) row[field] = parts[index] ?? null
  }
  for (const field of amountFields) set(field, decimals)
  set('weight', weightDecimals)
  set('pnl_abs_total', decimals)
  splitPnl(rows, rounded, realized, decimals)
  return { rows: rounded, total: sums }
}

/** Splits each rounded P/L into realized and unrealized, so that a part of zero stays zero. */
function splitPnl(
  rows: readonly Position[],
  rounded: readonly Position[],
  total: number | null,
  decimals: number,
): void {
  // Where one part is zero, the other one is the P/L.
  const fixed = rows.map((row, index) => {
    if (row.pnl_abs_realized === 0) return 0
    return row.pnl_abs_unrealized === 0 ? (rounded[index]?.pnl_abs_total ?? null) : null
  })
  const known = fixed.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  const open = rows.map((row, index) => (fixed[index] === null ? row.pnl_abs_realized : null))
  const parts = roundToTotal(open, total === null ? null : total - known, decimals)
  for (const [index, row] of rounded.entries()) {
    const realized = fixed[index] ?? parts[index] ?? null
    row.pnl_abs_realized = realized
    row.pnl_abs_unrealized =
      realized === null || row.pnl_abs_total === null
        ? roundAmount(row.pnl_abs_unrealized, decimals)
        : roundAmount(row.pnl_abs_total - realized, decimals)
  }
}
