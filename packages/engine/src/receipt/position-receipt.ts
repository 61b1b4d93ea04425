import type { CurrencyViews } from '../currency/view-builder.ts'
import { knownAmounts, type PositionFigures } from '../figures/positions/position-figures.ts'
import { type PositionRow, positionRow } from '../figures/positions/position-row.ts'
import type { QueryResult } from '../figures/query.ts'
import { weightIn } from '../figures/weight.ts'
import { quantityOn, valueCell } from './frame.ts'
import { pnlCell, resultCell } from './pnl-cells.ts'
import { breakEvenCell, currentPriceCell, exposureCell, openPriceCell, quantityCell } from './price-cells.ts'
import { costCell, disposalCell, realizedCell, relativeCell, unrealizedCell } from './realized-cells.ts'
import { type Receipt, usedCells } from './receipt.ts'
import type { Frame } from './receipt-frame.ts'
import { scopeValueCell } from './scope-cells.ts'
import { openSheet } from './sheet.ts'

/** Figures of a position that have a receipt, by their names on the wire. */
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

/** The position that a receipt is written for. */
interface Subject {
  readonly frame: Frame
  readonly views: CurrencyViews
  readonly position: number
  readonly period: QueryResult['period']
  /** The scope that weights are shares of. */
  readonly whole: QueryResult
}

/** Reads a figure from a row and writes its receipt. The last cell of the receipt must equal the figure. */
interface FigureReceipt {
  /** `nav` is the net asset value that weights are shares of. */
  read(figures: PositionFigures, row: PositionRow, nav: number): number | null
  write(subject: Subject): number
}

/** How each figure is read and explained: a figure without an entry does not compile. */
const FIGURE_RECEIPTS: Readonly<Record<PositionFigure, FigureReceipt>> = {
  quantity: {
    read: (_, row) => (row.instrument === null || row.side === 'long' ? row.quantity : -row.quantity),
    write: ({ frame, position, period }) => quantityCell(frame, position, period.to),
  },
  price_open: {
    read: figures => figures.priceOpen,
    write: ({ frame, position, period }) => openPriceCell(frame, position, period.to),
  },
  price_current: {
    read: figures => figures.priceCurrent,
    write: ({ frame, position, period }) => currentPriceCell(frame, position, period.to),
  },
  price_break_even: {
    read: figures => figures.priceBreakEven,
    write: ({ frame, position, period }) => breakEvenCell(frame, position, period.to),
  },
  value: {
    read: figures => figures.value,
    write: ({ frame, position, period }) => valueCell(frame, position, period.to, 'value'),
  },
  exposure: {
    read: figures => figures.exposure,
    write: ({ frame, position, period }) => exposureCell(frame, position, period.to),
  },
  weight: {
    read: (_, { calculated: { value } }, nav) => weightIn(nav, value),
    write: ({ frame, position, period: { to }, whole }) => {
      const nav = scopeValueCell({ ...frame, isScope: true }, whole, to, 'nav')
      const value = valueCell(frame, position, to, 'value')
      return frame.sheet.step('quotient', 'result', [value, nav], { unit: 'fraction', day: to })
    },
  },
  cost: {
    read: figures => knownAmounts(figures).cost,
    write: ({ frame, position, period: { to } }) =>
      quantityOn(frame, position, to) === 0
        ? disposalCell(frame, position, to, 'cost')
        : costCell(frame, position, to),
  },
  proceeds: {
    read: figures => knownAmounts(figures).proceeds,
    write: ({ frame, position, period }) => disposalCell(frame, position, period.to, 'proceeds'),
  },
  pnl_abs_total: {
    read: figures => figures.pnlAbs.total,
    write: ({ frame, position, period }) => pnlCell(frame, position, period),
  },
  pnl_abs_realized: {
    read: figures => figures.pnlAbs.realized,
    write: ({ frame, position, period }) => realizedCell(frame, position, period),
  },
  pnl_abs_unrealized: {
    read: figures => figures.pnlAbs.unrealized,
    write: ({ frame, position, period }) => unrealizedCell(frame, position, period),
  },
  pnl_rel_total: {
    read: figures => figures.pnlRel.total,
    write: ({ frame, views, position, period }) => relativeCell(frame, views, position, period, 'total'),
  },
  pnl_rel_realized: {
    read: figures => figures.pnlRel.realized,
    write: ({ frame, views, position, period }) => relativeCell(frame, views, position, period, 'realized'),
  },
  pnl_rel_unrealized: {
    read: figures => figures.pnlRel.unrealized,
    write: ({ frame, views, position, period }) => relativeCell(frame, views, position, period, 'unrealized'),
  },
  fees: {
    read: figures => knownAmounts(figures).fees,
    write: ({ frame, position, period }) => resultCell(frame, position, period, 'fees'),
  },
  taxes: {
    read: figures => knownAmounts(figures).taxes,
    write: ({ frame, position, period }) => resultCell(frame, position, period, 'taxes'),
  },
  dividends: {
    read: figures => knownAmounts(figures).dividends,
    write: ({ frame, position, period }) => resultCell(frame, position, period, 'dividends'),
  },
  interest: {
    read: figures => knownAmounts(figures).interest,
    write: ({ frame, position, period }) => resultCell(frame, position, period, 'interest'),
  },
  other_income: {
    read: figures => knownAmounts(figures).otherIncome,
    write: ({ frame, position, period }) => resultCell(frame, position, period, 'other_income'),
  },
}

/**
 * A figure of a position as the lists show it, in its own or in the calculated currency: the value that its receipt must
 * reproduce. `nav` is the net asset value that weights are shares of. Null when it cannot be computed.
 */
export function positionFigure(
  result: QueryResult,
  position: number,
  figure: PositionFigure,
  view: 'original' | 'calculated',
  nav: number,
): number | null {
  const row = positionRow(result.snapshot, result.views, position, result.period)
  return FIGURE_RECEIPTS[figure].read(row[view], row, nav)
}

/**
 * The receipt of a figure of a position, in its own or in the calculated currency. `whole` is the scope that weights are
 * shares of. A figure that cannot be computed has the value null and no cells.
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
  const { snapshot, views, period } = result
  // A weight is a share of money in many currencies, so its receipt is always in the calculated one.
  const view = views[figure === 'weight' ? 'calculated' : currency]
  const frame: Frame = { sheet: openSheet(), snapshot, view }
  FIGURE_RECEIPTS[figure].write({ frame, views, position, period, whole })
  return { value, cells: usedCells(frame.sheet) }
}
