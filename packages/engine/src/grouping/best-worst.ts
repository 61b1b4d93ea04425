import type { PositionRow } from '../figures/position-row.ts'

export type BestWorstOrder = 'pnl_rel_total' | 'pnl_abs_total'

export interface BestWorstOptions {
  readonly count: number
  /** `original` ranks what the positions earned in their own currency. */
  readonly currencyType: 'original' | 'calculated'
  readonly orderBy?: BestWorstOrder
}

/**
 * The figure a position is ranked by. Percentages are compared as they are; amounts in original currencies are
 * compared at the rate of the period's end, which value / original value gives, and are shown as they are.
 */
function rankOf(row: PositionRow, options: BestWorstOptions): number | null {
  const figures = options.currencyType === 'original' ? row.original : row.calculated
  if (options.orderBy !== 'pnl_abs_total') return figures.pnlRel.total
  const amount = figures.pnlAbs.total
  if (amount === null || options.currencyType === 'calculated') return amount
  const { priceCurrent } = row.calculated
  const originalPrice = row.original.priceCurrent
  return priceCurrent === null || !originalPrice ? null : (amount * priceCurrent) / originalPrice
}

/**
 * Best and worst performers among open positions. Best shows gains only and worst losses only, so no position
 * stands in both; cash is left out, as is what has no percentage. Ties are broken by key.
 */
export function bestWorst(
  rows: readonly PositionRow[],
  options: BestWorstOptions,
): { best: PositionRow[]; worst: PositionRow[] } {
  const ranked = rows
    .filter(row => row.instrument !== null && row.closeDay === null)
    .map(row => ({ row, rank: rankOf(row, options) ?? 0 }))
    .sort((a, b) => b.rank - a.rank || (a.row.key < b.row.key ? -1 : 1))
  const best = ranked.filter(entry => entry.rank > 0).slice(0, options.count)
  const worst = ranked
    .filter(entry => entry.rank < 0)
    .toReversed()
    .slice(0, options.count)
  return { best: best.map(entry => entry.row), worst: worst.map(entry => entry.row) }
}
