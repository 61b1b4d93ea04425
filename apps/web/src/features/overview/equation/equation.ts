import { weightIn } from '../../../lib/format/format.ts'
import type { Performance } from '../../../portfolio/queries.ts'
import { replyDecimals, roundAmount, roundToTotal, roundWithRest } from '../../../portfolio/round-parts.ts'

export type TermKey = 'nav' | 'opening' | 'flow' | 'pnl'
export type PartKey = 'allocated' | 'cash' | 'deposits' | 'withdrawals' | 'realized' | 'unrealized'

export interface Part {
  key: PartKey
  /** Rounded as displayed. */
  value: number | null
  /** The share of a balance, or the contribution to the return. Null where there is none. */
  fraction: number | null
}

export interface Term {
  key: TermKey
  /** Rounded as in every other view, so that the terms, and the parts of each term, add up to the cent. */
  value: number | null
  parts: readonly Part[]
}

/**
 * Net asset value = opening value + net cash flow + profit and loss, rounded so that the displayed figures add up: the
 * opening value takes the rest, or without one the net cash flow. A zero opening value is omitted unless `hasOpening`.
 */
export function buildEquation(figures: Performance, hasOpening: boolean): Term[] {
  const { opening, balance, cash_flow: flow, pnl } = figures
  const decimals = replyDecimals(figures.basis)
  const nav = roundAmount(balance.total, decimals)
  const isOpened = hasOpening || roundAmount(opening.total, decimals) !== 0
  const terms = [pnl.abs.total, flow.net_cashflow, isOpened ? opening.total : null]
  const [pnlValue = null, flowValue = null, openingValue = null] = roundWithRest(terms, nav, decimals)
  const buildParts = (
    keys: readonly PartKey[],
    values: readonly (number | null)[],
    total: number | null,
  ): Part[] => {
    const rounded = roundWithRest(values, total, decimals)
    return keys.map((key, index) => ({ key, value: rounded[index] ?? null, fraction: null }))
  }
  const balanceParts = (of: Performance['balance'], total: number | null): Part[] =>
    withShares(buildParts(['cash', 'allocated'], [of.cash, of.allocated], total).reverse(), total)
  const opened: Term = {
    key: 'opening',
    value: openingValue,
    parts: balanceParts(opening, openingValue),
  }
  return [
    { key: 'nav', value: nav, parts: balanceParts(balance, nav) },
    ...(isOpened ? [opened] : []),
    {
      key: 'flow',
      value: flowValue,
      parts: buildParts(['deposits', 'withdrawals'], [flow.deposits, flow.withdrawals], flowValue),
    },
    {
      key: 'pnl',
      value: pnlValue,
      parts: withReturns(
        buildParts(['realized', 'unrealized'], [pnl.abs.realized, pnl.abs.unrealized], pnlValue),
        pnl.on_capital,
      ),
    },
  ]
}

/** Whether the displayed first term equals the sum of the others. */
export function addsUp(terms: readonly Term[]): boolean {
  // In thousandths: no displayed currency has more decimals.
  const [nav, ...others] = terms.map(term => (term.value === null ? null : Math.round(term.value * 1000)))
  if (nav === null || nav === undefined || others.some(value => value === null)) return false
  return nav === others.reduce<number>((sum, value) => sum + (value ?? 0), 0)
}

function withShares(parts: readonly Part[], total: number | null): Part[] {
  return parts.map(part => ({
    ...part,
    fraction: weightIn(total, part.value),
  }))
}

/** The parts of the P/L as shares of the capital, in tenths of a percent as displayed. */
function withReturns(parts: readonly Part[], rel: Performance['pnl']['on_capital']): Part[] {
  const rounded = roundToTotal([rel.realized, rel.unrealized], rel.total, 3)
  return parts.map((part, index) => ({ ...part, fraction: rounded[index] ?? null }))
}

/** Sums as rounded in the header, for the cards that repeat them. */
export interface RoundedSums {
  allocated: number | null
  cash: number | null
  pnl: number | null
}

export function roundedSums(terms: readonly Term[]): RoundedSums {
  const nav = terms.find(({ key }) => key === 'nav')
  const partValue = (key: PartKey) => nav?.parts.find(part => part.key === key)?.value ?? null
  return {
    allocated: partValue('allocated'),
    cash: partValue('cash'),
    pnl: terms.find(({ key }) => key === 'pnl')?.value ?? null,
  }
}

/** Replaces a sum by its rounding in the header when both are the same sum. */
export function matchRounding(
  value: number | null,
  rounded: number | null | undefined,
  decimals = 2,
): number | null {
  if (value === null || rounded === null || rounded === undefined) return value
  return Math.abs(value - rounded) < 1.01 / 10 ** decimals ? rounded : value
}
