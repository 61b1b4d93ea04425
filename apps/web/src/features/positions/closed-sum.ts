import { roundAmount, roundWithRest } from '../../portfolio/round-parts.ts'
import type { PositionList } from './use-positions.ts'

type Totals = PositionList['total']

export interface ClosedTerm {
  key: 'proceeds' | 'cost' | 'income' | 'fees' | 'taxes'
  /** Signed by its effect on the result, rounded so that the terms add up. */
  value: number
}

/** Splits the result of closed positions into terms. Null where a part is unknown or they do not add up. */
export function closedSum(total: Totals, decimals: number): { terms: ClosedTerm[]; total: number } | null {
  const { proceeds, cost, dividends, interest, other_income: other, fees, taxes, pnl_abs_total } = total
  const pnl = roundAmount(pnl_abs_total, decimals)
  if (pnl === null || proceeds === null || cost === null) return null
  const parts: ClosedTerm[] = [
    { key: 'proceeds', value: proceeds },
    { key: 'cost', value: -cost },
    { key: 'income', value: (dividends ?? 0) + (interest ?? 0) + (other ?? 0) },
    { key: 'fees', value: -(fees ?? 0) },
    { key: 'taxes', value: -(taxes ?? 0) },
  ]
  // The proceeds take the rest.
  const rounded = roundWithRest(parts.map(({ value }) => value).reverse(), pnl, decimals).reverse()
  const sum = rounded.reduce<number>((all, value) => all + (value ?? 0), 0)
  if (roundAmount(sum, decimals) !== pnl) return null
  const terms = parts.map(({ key }, index) => ({ key, value: rounded[index] ?? 0 }))
  return { terms: terms.filter(({ value }, index) => index < 2 || value !== 0), total: pnl }
}
