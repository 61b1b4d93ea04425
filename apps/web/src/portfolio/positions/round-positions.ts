import type { Position, PositionTotals } from '@plumbline/contract'
import { roundAmount, roundToTotal, roundWithRest } from '../round-parts.ts'

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

function sumKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

export interface RoundedPositions<Sums extends Totals> {
  rows: Position[]
  total: Sums
}

/**
 * Rounds a whole list once: in every column the rows add up to the total, and in every row and in the total realized and
 * unrealized P/L add up to the P/L. With `groupKey` the groups are rounded to the total first, and the rows to their group.
 */
export function roundPositions<Sums extends Totals>(
  rows: readonly Position[],
  total: Sums,
  decimals: number,
  groupKey: (row: Position) => string = () => '',
): RoundedPositions<Sums> {
  const pnl = roundAmount(total.pnl_abs_total, decimals)
  const [realized = null, unrealized = null] = roundWithRest(
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
  const groups = [...Map.groupBy(rows.keys(), index => groupKey(rows[index] as Position)).values()]
  const set = (field: RoundedField, places: number) => {
    const subtotals = roundToTotal(
      groups.map(members => sumKnown(members.map(index => rows[index]?.[field] ?? null))),
      sums[field],
      places,
    )
    for (const [place, members] of groups.entries()) {
      const parts = roundToTotal(
        members.map(index => rows[index]?.[field] ?? null),
        subtotals[place] ?? null,
        places,
      )
      for (const [at, index] of members.entries()) {
        const row = rounded[index]
        if (row) row[field] = parts[at] ?? null
      }
    }
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
