import type { Performance } from '../../../portfolio/queries.ts'
import { roundParts } from '../../../portfolio/round-parts.ts'

export type TermKey = 'nav' | 'opening' | 'flow' | 'pnl'
export type PartKey = 'allocated' | 'cash' | 'deposits' | 'withdrawals' | 'realized' | 'unrealized'

export interface Part {
  key: PartKey
  /** As it is printed. */
  value: number | null
  /** Of a balance its share, of profit and loss its part of the return; null where there is none. */
  fraction: number | null
}

export interface Term {
  key: TermKey
  /** As it is printed: the terms add up to the cent, and so do the parts of each. */
  value: number | null
  parts: readonly Part[]
}

/**
 * Net asset value = opening value + net cash flow + profit and loss, in what is printed: the cents that
 * rounding loses are given to the terms that lost most. The opening value is left away where it is nothing.
 */
export function equationOf(figures: Performance, hasOpening: boolean): Term[] {
  const { opening, balance, cash_flow: flow, pnl } = figures
  const nav = cents(balance.total)
  const isOpened = hasOpening || cents(opening.total) !== 0
  const terms = [isOpened ? opening.total : null, flow.net_cashflow, pnl.abs.total]
  const [openingValue = null, flowValue = null, pnlValue = null] = addingUp(terms, nav, isOpened ? 3 : 2)
  const opened: Term = {
    key: 'opening',
    value: openingValue,
    parts: balanceParts(opening.allocated, opening.cash, openingValue),
  }
  return [
    { key: 'nav', value: nav, parts: balanceParts(balance.allocated, balance.cash, nav) },
    ...(isOpened ? [opened] : []),
    {
      key: 'flow',
      value: flowValue,
      parts: partsOf(['deposits', 'withdrawals'], [flow.deposits, flow.withdrawals], flowValue),
    },
    {
      key: 'pnl',
      value: pnlValue,
      parts: withReturns(
        partsOf(['realized', 'unrealized'], [pnl.abs.realized, pnl.abs.unrealized], pnlValue),
        pnl.rel,
      ),
    },
  ]
}

/** Whether what is printed adds up: the first term equals the sum of the others. */
export function addsUp(terms: readonly Term[]): boolean {
  const [nav, ...others] = terms.map(term => (term.value === null ? null : Math.round(term.value * 100)))
  if (nav === null || nav === undefined || others.some(value => value === null)) return false
  return nav === others.reduce<number>((sum, value) => sum + (value ?? 0), 0)
}

function cents(value: number | null): number | null {
  return value === null ? null : (roundParts([value], value)[0] ?? null)
}

/** Values that add up to the total where all of them are known; each by itself otherwise. */
function addingUp(
  values: readonly (number | null)[],
  total: number | null,
  known: number,
): (number | null)[] {
  const isComplete = values.filter(value => value !== null).length >= known
  return total !== null && isComplete ? roundParts(values, total) : values.map(cents)
}

function partsOf(keys: readonly PartKey[], values: readonly (number | null)[], total: number | null): Part[] {
  const printed = addingUp(values, total, values.length)
  return keys.map((key, index) => ({ key, value: printed[index] ?? null, fraction: null }))
}

function balanceParts(allocated: number | null, cash: number | null, total: number | null): Part[] {
  return partsOf(['allocated', 'cash'], [allocated, cash], total).map(part => ({
    ...part,
    fraction: part.value === null || total === null || total === 0 ? null : part.value / total,
  }))
}

function withReturns(parts: readonly Part[], rel: Performance['pnl']['rel']): Part[] {
  const values = [rel.realized, rel.unrealized]
  // Tenths of a percent, as they are printed.
  const printed = rel.total === null || values.includes(null) ? values : roundParts(values, rel.total, 3)
  return parts.map((part, index) => ({ ...part, fraction: printed[index] ?? null }))
}

/** What the header prints of the sums that stand elsewhere on the page too. */
export interface PrintedSums {
  allocated: number | null
  cash: number | null
  pnl: number | null
}

export function printedSums(terms: readonly Term[]): PrintedSums {
  const nav = terms.find(({ key }) => key === 'nav')
  const partOf = (key: PartKey) => nav?.parts.find(part => part.key === key)?.value ?? null
  return {
    allocated: partOf('allocated'),
    cash: partOf('cash'),
    pnl: terms.find(({ key }) => key === 'pnl')?.value ?? null,
  }
}

/** The same sum is printed with the same cents everywhere; a sum of something else stays as it is. */
export function asPrinted(value: number | null, printed: number | null | undefined): number | null {
  if (value === null || printed === null || printed === undefined) return value
  return Math.abs(value - printed) < 0.0101 ? printed : value
}
