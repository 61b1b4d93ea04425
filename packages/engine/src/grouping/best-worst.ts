import type { PositionRow } from '../figures/positions/position-row.ts'

export type BestWorstOrder = 'pnl_rel_total' | 'pnl_abs_total'

export interface BestWorstOptions {
  readonly count: number
  /** The currency of the ranked P/L: each position's own, or the calculated one. */
  readonly currencyType: 'original' | 'calculated'
  readonly orderBy?: BestWorstOrder
}

/**
 * The figure a position is ranked by. Percentages are compared directly; amounts in original currencies are compared at
 * the rate of the period's end, which is current price / original current price.
 */
function rankingFigure(row: PositionRow, options: BestWorstOptions): number | null {
  const figures = options.currencyType === 'original' ? row.original : row.calculated
  if (options.orderBy !== 'pnl_abs_total') return figures.pnlRel.total
  const amount = figures.pnlAbs.total
  if (amount === null || options.currencyType === 'calculated') return amount
  const { priceCurrent } = row.calculated
  const originalPrice = row.original.priceCurrent
  return priceCurrent === null || !originalPrice ? null : (amount * priceCurrent) / originalPrice
}

/**
 * Best and worst performers among open positions, by relative P/L unless `orderBy` says otherwise. Best holds gains
 * only and worst losses only, so no position is in both. Cash and positions without the figure are excluded. Ties are
 * broken by key.
 */
export function bestWorst(
  rows: readonly PositionRow[],
  options: BestWorstOptions,
): { best: PositionRow[]; worst: PositionRow[] } {
  const ranked = rows
    .filter(row => row.instrument !== null && row.closeDay === null)
    .map(row => ({ row, rank: rankingFigure(row, options) ?? 0 }))
    .sort((a, b) => b.rank - a.rank || (a.row.key < b.row.key ? -1 : 1))
  const best = ranked.filter(entry => entry.rank > 0).slice(0, options.count)
  const worst = ranked
    .filter(entry => entry.rank < 0)
    .toReversed()
    .slice(0, options.count)
  return { best: best.map(entry => entry.row), worst: worst.map(entry => entry.row) }
}
