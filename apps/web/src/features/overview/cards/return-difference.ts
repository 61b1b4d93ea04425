import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { lacksPrices } from '../../../portfolio/cells.tsx'
import type { Performance } from '../../../portfolio/queries.ts'

/** Smaller differences need no explanation. */
const negligible = 0.0005

export type Difference = 'missing' | 'short' | 'unsolved' | 'no_flows' | 'alike' | 'higher' | 'lower'

/**
 * Compares the money-weighted with the time-weighted return. TWR weights every day equally, XIRR by the
 * invested capital: a higher XIRR means that more capital was invested on the better days.
 */
export function compareReturns({ returns, flags }: Pick<Performance, 'returns' | 'flags'>): Difference {
  const { twr_annual: twr, xirr, flows_count: flows } = returns
  if (returns.twr === null && lacksPrices(flags)) return 'missing'
  if (twr === null || xirr === null) return twr === null ? 'short' : 'unsolved'
  // With a single deposit both returns cover the same capital on the same days.
  if (Math.abs(xirr - twr) < negligible) return flows <= 1 ? 'no_flows' : 'alike'
  return xirr > twr ? 'higher' : 'lower'
}

export function useDifferenceText(performance: Performance): string {
  const text = useText()
  const format = useFormat()
  const { twr_annual: twr, xirr } = performance.returns
  const points = format.number(Math.abs((xirr ?? 0) - (twr ?? 0)) * 100)
  return `${text('performance_why')} ${text(`performance_why_${compareReturns(performance)}`, { points })}`
}
