import { feesOf } from '../fees/fees.ts'
import { moneyWeightedReturn } from '../figures/performance.ts'
import type { Answer } from '../figures/query.ts'
import { groupRows } from '../grouping/groups.ts'
import { INCOME } from '../posting/journal.ts'
import type { Frame } from './frame.ts'
import { linesOf, type Receipt } from './receipt.ts'
import {
  exposuresCell,
  feesBpsCell,
  flowsCell,
  linkedCell,
  moneyWeightedCell,
  scopePartCell,
  scopePnlCell,
  scopeResultCell,
  worthCell,
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
  'taxes',
  'dividends',
  'interest',
  'other_income',
  'twr',
  'xirr',
] as const
export type ScopeFigure = (typeof SCOPE_FIGURES)[number]

function isIncome(
  answer: Answer,
  figure: 'dividends' | 'interest' | 'other_income',
): (event: number) => boolean {
  const kinds: Record<string, number> = { dividends: INCOME.dividend, interest: INCOME.interest }
  return event => {
    const kind = answer.snapshot.events.incomeKind[event] ?? 0
    if (figure !== 'other_income') return kind === kinds[figure]
    return kind !== INCOME.dividend && kind !== INCOME.interest
  }
}

/** The sum of an amount over the transactions of an answer's scope and period. */
function sumOfEvents(
  { snapshot, isIn, period }: Answer,
  amounts: Float64Array,
  isCounted: (event: number) => boolean,
): number {
  let sum = 0
  for (let event = 0; event < amounts.length; event += 1) {
    const day = snapshot.events.day[event] ?? 0
    if (isIn[snapshot.events.position[event] ?? -1] !== 1 || day < period.from || day > period.to) continue
    if (isCounted(event)) sum += amounts[event] ?? 0
  }
  return sum
}

/** A figure of a scope as performance, groups and fees show it: the value that its receipt must come to. */
export function scopeFigure(answer: Answer, figure: ScopeFigure, nav: number): number | null {
  const { performance, pass } = answer
  const { abs, rel } = performance.pnl
  switch (figure) {
    case 'balance_total':
    case 'value':
      return performance.balance.total
    case 'balance_allocated':
      return performance.balance.allocated
    case 'balance_cash':
      return performance.balance.cash
    case 'opening_total':
      return performance.openingBalance
    case 'net_cashflow':
      return performance.cashFlow.net
    case 'deposits':
      return performance.cashFlow.deposits
    case 'withdrawals':
      return performance.cashFlow.withdrawals
    case 'exposure':
      return groupRows(answer).reduce((sum, group) => sum + group.exposure, 0)
    case 'weight':
      return nav === 0 ? null : performance.balance.total / nav
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
      return feesOf(answer).total.sum
    case 'fees_bps':
      return feesOf(answer).total.bps
    case 'taxes':
      return sumOfEvents(answer, answer.views.calculated.taxes, () => true)
    case 'xirr':
      return moneyWeightedReturn(pass, performance.isWholeAccounts).rate
    default:
      return sumOfEvents(answer, answer.views.calculated.income, isIncome(answer, figure))
  }
}

function writeScope(frame: Frame, answer: Answer, figure: ScopeFigure, whole: Answer): number {
  const { from, to } = answer.period
  switch (figure) {
    case 'balance_total':
    case 'value':
      return worthCell(frame, answer, to, 'value')
    case 'balance_allocated':
      return worthCell(frame, answer, to, 'value', 'allocated')
    case 'balance_cash':
      return worthCell(frame, answer, to, 'value', 'cash')
    case 'opening_total':
      return worthCell(frame, answer, from - 1, 'opening_value')
    case 'net_cashflow':
      return flowsCell(frame, answer, 'all')
    case 'deposits':
      return flowsCell(frame, answer, 'in')
    case 'withdrawals':
      return flowsCell(frame, answer, 'out')
    case 'exposure':
      return exposuresCell(frame, answer)
    case 'weight':
      return frame.sheet.step(
        'quotient',
        'result',
        [worthCell(frame, answer, to, 'value'), worthCell(frame, whole, to, 'nav')],
        { unit: 'fraction', day: to },
      )
    case 'pnl_abs_total':
      return scopePnlCell(frame, answer)
    case 'pnl_abs_realized':
      return scopePartCell(frame, answer, 'realized')
    case 'pnl_abs_unrealized':
      return scopePartCell(frame, answer, 'unrealized')
    case 'pnl_rel_total':
    case 'twr':
      return linkedCell(frame, answer, 'total')
    case 'pnl_rel_realized':
      return linkedCell(frame, answer, 'realized')
    case 'pnl_rel_unrealized':
      return linkedCell(frame, answer, 'unrealized')
    case 'fees':
      return scopeResultCell(frame, answer, 'fees', 'fees')
    case 'taxes':
      return scopeResultCell(frame, answer, 'taxes', 'taxes')
    case 'fees_bps':
      return feesBpsCell(frame, answer)
    case 'xirr':
      return moneyWeightedCell(frame, answer)
    default:
      return scopeResultCell(frame, answer, 'income', 'income', isIncome(answer, figure))
  }
}

/** The receipt of a figure of a whole scope: a portfolio, a group, a strategy. `whole` is what weights are shares of. */
export function scopeReceipt(answer: Answer, figure: ScopeFigure, whole: Answer = answer): Receipt {
  const value = scopeFigure(answer, figure, whole.performance.balance.total)
  if (value === null) return { value, cells: [] }
  const frame: Frame = { sheet: openSheet(), snapshot: answer.snapshot, view: answer.views.calculated }
  writeScope(frame, answer, figure, whole)
  return { value, cells: linesOf(frame.sheet) }
}
