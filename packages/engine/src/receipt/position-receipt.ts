import { capitalScratch } from '../figures/capital.ts'
import { contractEntry } from '../figures/contract-figures.ts'
import { type PositionFigures, positionRow } from '../figures/position-row.ts'
import type { QueryResult } from '../figures/query.ts'
import { type Frame, quantityOn, valueCell } from './frame.ts'
import { pnlCell, resultCell } from './pnl-cells.ts'
import { breakEvenCell, currentPriceCell, exposureCell, openPriceCell, quantityCell } from './price-cells.ts'
import { costCell, disposalCell, realizedCell, relativeCell, unrealizedCell } from './realized-cells.ts'
import { linesOf, type Receipt } from './receipt.ts'
import { worthCell } from './scope-cells.ts'
import { openSheet } from './sheet.ts'

/** Figures of one position that have a receipt. */
export const POSITION_FIGURES = [
  'quantity',
  'price_open',
  'price_current',
  'price_break_even',
  'value',
  'exposure',
  'weight',
  'cost',
  'proceeds',
  'pnl_abs_total',
  'pnl_abs_realized',
  'pnl_abs_unrealized',
  'pnl_rel_total',
  'pnl_rel_realized',
  'pnl_rel_unrealized',
  'fees',
  'taxes',
  'dividends',
  'interest',
  'other_income',
] as const
export type PositionFigure = (typeof POSITION_FIGURES)[number]

/** A figure of one position as the lists show it: the value that its receipt must come to. */
export function positionFigure(
  result: QueryResult,
  position: number,
  figure: PositionFigure,
  view: 'original' | 'calculated',
  nav: number,
): number | null {
  const { snapshot, views, period } = result
  const row = positionRow(snapshot, views, position, period, capitalScratch(snapshot))
  const figures: PositionFigures = row[view]
  switch (figure) {
    case 'quantity':
      return row.instrument === null || row.side === 'long' ? row.quantity : -row.quantity
    case 'price_open':
      return figures.priceOpen
    case 'price_current':
      return figures.priceCurrent
    case 'price_break_even':
      return figures.priceBreakEven
    case 'value':
      return figures.value
    case 'exposure':
      return figures.exposure
    case 'weight':
      return row.calculated.value === null || nav === 0 ? null : row.calculated.value / nav
    case 'cost':
      return figures.cost
    case 'proceeds':
      return figures.proceeds
    case 'pnl_abs_total':
      return figures.pnlAbs.total
    case 'pnl_abs_realized':
      return figures.pnlAbs.realized
    case 'pnl_abs_unrealized':
      return figures.pnlAbs.unrealized
    case 'pnl_rel_total':
      return figures.pnlRel.total
    case 'pnl_rel_realized':
      return figures.pnlRel.realized
    case 'pnl_rel_unrealized':
      return figures.pnlRel.unrealized
    case 'fees':
      return figures.fees
    case 'taxes':
      return figures.taxes
    case 'dividends':
      return figures.dividends
    case 'interest':
      return figures.interest
    case 'other_income':
      return figures.otherIncome
  }
}

function writePosition(
  frame: Frame,
  result: QueryResult,
  position: number,
  figure: PositionFigure,
  whole: QueryResult,
): number {
  const { snapshot, views, period } = result
  const { to } = period
  switch (figure) {
    case 'quantity':
      return quantityCell(frame, position, to)
    case 'price_open':
      return openPriceCell(frame, position, to, contractEntry(snapshot, position, to))
    case 'price_current':
      return currentPriceCell(frame, position, to)
    case 'price_break_even':
      return breakEvenCell(frame, position, to)
    case 'value':
      return valueCell(frame, position, to, 'value')
    case 'exposure':
      return exposureCell(frame, position, to)
    case 'weight': {
      const nav = worthCell(frame, whole, to, 'nav')
      return frame.sheet.step('quotient', 'result', [valueCell(frame, position, to, 'value'), nav], {
        unit: 'fraction',
        day: to,
      })
    }
    case 'cost':
      return quantityOn(frame, position, to) === 0
        ? disposalCell(frame, position, to, 'cost')
        : costCell(frame, position, to)
    case 'proceeds':
      return disposalCell(frame, position, to, 'proceeds')
    case 'pnl_abs_total':
      return pnlCell(frame, position, period)
    case 'pnl_abs_realized':
      return realizedCell(frame, position, period)
    case 'pnl_abs_unrealized':
      return unrealizedCell(frame, position, period)
    case 'pnl_rel_total':
      return relativeCell(frame, views, position, period, 'total')
    case 'pnl_rel_realized':
      return relativeCell(frame, views, position, period, 'realized')
    case 'pnl_rel_unrealized':
      return relativeCell(frame, views, position, period, 'unrealized')
    default:
      return resultCell(frame, position, period, figure)
  }
}

/**
 * The receipt of a figure of one position, in its own currency or in the calculated one. `whole` is the scope that
 * weights are shares of. Written only when it is asked for.
 */
export function positionReceipt(
  result: QueryResult,
  position: number,
  figure: PositionFigure,
  currency: 'original' | 'calculated',
  whole: QueryResult = result,
): Receipt {
  const value = positionFigure(result, position, figure, currency, whole.performance.balance.total)
  if (value === null) return { value, cells: [] }
  // A weight is a share of money of many currencies: there is only one that it can be told in.
  const view = result.views[figure === 'weight' ? 'calculated' : currency]
  const frame: Frame = { sheet: openSheet(), snapshot: result.snapshot, view }
  writePosition(frame, result, position, figure, whole)
  return { value, cells: linesOf(frame.sheet) }
}
