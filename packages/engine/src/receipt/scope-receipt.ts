import { computeFees, knownFees } from '../fees/fees.ts'
import { findGaps, knownPerformance, knownValue } from '../figures/gaps.ts'
import { pnlOnCapital } from '../figures/group-capital.ts'
import { moneyWeightedReturn } from '../figures/performance.ts'
import type { QueryResult } from '../figures/query.ts'
import { isLeftOut } from '../figures/unknown-amounts.ts'
import { weightIn } from '../figures/weight.ts'
import { groupRows } from '../grouping/groups.ts'
import { INCOME } from '../posting/journal.ts'
import { type Receipt, usedCells } from './receipt.ts'
import type { Frame } from './receipt-frame.ts'
import { averageValue, averageValueCell, feesBpsCell, linkedCell, moneyWeightedCell } from './return-cells.ts'
import {
  exposuresCell,
  flowsCell,
  scopePartCell,
  scopePnlCell,
  scopeResultCell,
  scopeValueCell,
} from './scope-cells.ts'
import { openSheet } from './sheet.ts'

/** Figures of a scope that have a receipt. */
export const SCOPE_FIGURES = [
  'balance_total',
  'balance_allocated',
  'balance_cash',
  'opening_total',
  'net_cashflow',
  'deposits',
  'withdrawals',
  'value',
  'exposure',
  'weight',
  'pnl_abs_total',
  'pnl_abs_realized',
  'pnl_abs_unrealized',
  'pnl_rel_total',
  'pnl_rel_realized',
  'pnl_rel_unrealized',
  'fees',
  'fees_bps',
  'average_value',
  'taxes',
  'dividends',
  'interest',
  'other_income',
  'twr',
  'xirr',
] as const
export type ScopeFigure = (typeof SCOPE_FIGURES)[number]

function isIncome(
  result: QueryResult,
  figure: 'dividends' | 'interest' | 'other_income',
): (event: number) => boolean {
  const kinds: Record<string, number> = { dividends: INCOME.dividend, interest: INCOME.interest }
  return event => {
    const kind = result.snapshot.events.incomeKind[event] ?? 0
    if (figure !== 'other_income') return kind === kinds[figure]
    return kind !== INCOME.dividend && kind !== INCOME.interest
  }
}

/** The sum of an amount over the events of a result's scope and period; null when every one of them is left out. */
function sumAmounts(
  { snapshot, views, isIn, period }: QueryResult,
  column: 'taxes' | 'income',
  isCounted: (event: number) => boolean,
): number | null {
  const view = views.calculated
  let sum = 0
  let leftOut = 0
  for (let event = 0; event < view[column].length; event += 1) {
    const day = snapshot.events.day[event] ?? 0
    const position = snapshot.events.position[event] ?? -1
    const own = snapshot.events[column][event]
    if (own === 0 || isIn[position] !== 1 || day < period.from || day > period.to) continue
    if (!isCounted(event)) continue
    if (!view.isComplete && isLeftOut(snapshot, view, position, event)) leftOut += 1
    sum += view[column][event] ?? 0
  }
  return leftOut > 0 && sum === 0 ? null : sum
}

/**
 * A figure of a scope as performance, groups and fees show it: the value that its receipt must reproduce. `nav` is the
 * net asset value that weights are shares of. Null when it cannot be computed. Money in the result's currency.
 */
export function scopeFigure(result: QueryResult, figure: ScopeFigure, nav: number | null): number | null {
  const { performance, dailyFigures } = result
  const gaps = findGaps(result).total
  const { balance, opening, cashFlow, pnl } = knownPerformance(result, gaps)
  const { abs, rel } = pnl
  switch (figure) {
    case 'balance_total':
    case 'value':
      return balance.total
    case 'balance_allocated':
      return balance.allocated
    case 'balance_cash':
      return balance.cash
    case 'opening_total':
      return opening.total
    case 'net_cashflow':
      return cashFlow.net
    case 'deposits':
      return cashFlow.deposits
    case 'withdrawals':
      return cashFlow.withdrawals
    case 'exposure':
      return knownValue(
        groupRows(result).reduce((sum, group) => sum + group.exposure, 0),
        gaps.end,
      )
    case 'weight':
      return weightIn(nav, balance.total)
    case 'pnl_abs_total':
      return abs.total
    case 'pnl_abs_realized':
      return abs.realized
    case 'pnl_abs_unrealized':
      return abs.unrealized
    case 'pnl_rel_total':
    case 'twr':
      return rel.total
    case 'pnl_rel_realized':
      return rel.realized
    case 'pnl_rel_unrealized':
      return rel.unrealized
    case 'fees':
      return knownFees(computeFees(result).total)
    case 'fees_bps':
      return computeFees(result).total.bps
    case 'average_value':
      return computeFees(result).total.averageValue === null ? null : averageValue(result)
    case 'taxes':
      return sumAmounts(result, 'taxes', () => true)
    case 'xirr':
      return gaps.isPnlUnknown ? null : moneyWeightedReturn(dailyFigures, performance.isWholeAccounts).rate
    default:
      return sumAmounts(result, 'income', isIncome(result, figure))
  }
}

function writeScopeFigure(
  frame: Frame,
  result: QueryResult,
  figure: ScopeFigure,
  whole: QueryResult,
): number {
  const { from, to } = result.period
  switch (figure) {
    case 'balance_total':
    case 'value':
      return scopeValueCell(frame, result, to, 'value')
    case 'balance_allocated':
      return scopeValueCell(frame, result, to, 'value', 'allocated')
    case 'balance_cash':
      return scopeValueCell(frame, result, to, 'value', 'cash')
    case 'opening_total':
      return scopeValueCell(frame, result, from - 1, 'opening_value')
    case 'net_cashflow':
      return flowsCell(frame, result, 'all')
    case 'deposits':
      return flowsCell(frame, result, 'in')
    case 'withdrawals':
      return flowsCell(frame, result, 'out')
    case 'exposure':
      return exposuresCell(frame, result)
    case 'weight':
      return frame.sheet.step(
        'quotient',
        'result',
        [scopeValueCell(frame, result, to, 'value'), scopeValueCell(frame, whole, to, 'nav')],
        { unit: 'fraction', day: to },
      )
    case 'pnl_abs_total':
      return scopePnlCell(frame, result)
    case 'pnl_abs_realized':
      return scopePartCell(frame, result, 'realized')
    case 'pnl_abs_unrealized':
      return scopePartCell(frame, result, 'unrealized')
    case 'pnl_rel_total':
    case 'twr':
      return linkedCell(frame, result, 'total')
    case 'pnl_rel_realized':
      return linkedCell(frame, result, 'realized')
    case 'pnl_rel_unrealized':
      return linkedCell(frame, result, 'unrealized')
    case 'fees':
    case 'taxes':
      return scopeResultCell(frame, result, { figure, column: figure, label: figure })
    case 'average_value':
      return averageValueCell(frame, result)
    case 'fees_bps':
      return feesBpsCell(frame, result)
    case 'xirr':
      return moneyWeightedCell(frame, result)
    default:
      return scopeResultCell(
        frame,
        result,
        { figure, column: 'income', label: 'income' },
        isIncome(result, figure),
      )
  }
}

/** Relative P/L of a part of a portfolio, which lists show beside its amount. */
export const PNL_ON_CAPITAL = ['pnl_rel_total', 'pnl_rel_realized', 'pnl_rel_unrealized'] as const
const CAPITAL_PARTS = {
  pnl_rel_total: 'total',
  pnl_rel_realized: 'realized',
  pnl_rel_unrealized: 'unrealized',
} as const

/** The receipt of a group's or strategy's P/L as a share of its capital, see `pnlOnCapital`. */
export function pnlOnCapitalReceipt(result: QueryResult, figure: (typeof PNL_ON_CAPITAL)[number]): Receipt {
  const { capital, rel } = pnlOnCapital(result)
  const part = CAPITAL_PARTS[figure]
  const value = rel[part]
  if (value === null || capital === null) return { value: null, cells: [] }
  const frame = openFrame(result)
  const { to } = result.period
  const pnl = part === 'total' ? scopePnlCell(frame, result) : scopePartCell(frame, result, part)
  const base = frame.sheet.input('capital_base', capital, {
    unit: 'money',
    currency: frame.view.currency,
    source: { kind: 'close' },
  })
  frame.sheet.step('quotient', 'result', [pnl, base], { unit: 'fraction', day: to })
  return { value, cells: usedCells(frame.sheet) }
}

function openFrame(result: QueryResult): Frame {
  return { sheet: openSheet(), snapshot: result.snapshot, view: result.views.calculated, isScope: true }
}

/**
 * The receipt of a figure of a scope: a portfolio, a group or a strategy. `whole` is the scope that weights are shares of.
 * A figure that cannot be computed has the value null and no cells.
 */
export function scopeReceipt(result: QueryResult, figure: ScopeFigure, whole: QueryResult = result): Receipt {
  const nav = knownValue(whole.performance.balance.total, findGaps(whole).total.end)
  const value = scopeFigure(result, figure, nav)
  if (value === null) return { value, cells: [] }
  const frame = openFrame(result)
  writeScopeFigure(frame, result, figure, whole)
  return { value, cells: usedCells(frame.sheet) }
}
