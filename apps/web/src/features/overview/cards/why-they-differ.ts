import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import type { Performance } from '../../../portfolio/queries.ts'

/** A twentieth of a percentage point is not worth a reason. */
const alike = 0.0005

export type Difference = 'short' | 'no_flows' | 'alike' | 'higher' | 'lower'

/**
 * Why the money-weighted return is not the time-weighted one. TWR gives every day the same weight, XIRR each
 * day the money that was there: where XIRR is higher, more money was there on the better days.
 */
export function differenceOf({ returns }: Pick<Performance, 'returns'>): Difference {
  const { twr_annual: twr, xirr, flows_count: flows } = returns
  if (twr === null || xirr === null) return 'short'
  // The first deposit is no choice of time: with it alone both count the same days.
  if (Math.abs(xirr - twr) < alike) return flows <= 1 ? 'no_flows' : 'alike'
  return xirr > twr ? 'higher' : 'lower'
}

export function useWhyTheyDiffer(performance: Performance): string {
  const text = useText()
  const format = useFormat()
  const { twr_annual: twr, xirr } = performance.returns
  const points = format.amount(Math.abs((xirr ?? 0) - (twr ?? 0)) * 100)
  return `${text('performance_why')} ${text(`performance_why_${differenceOf(performance)}`, { points })}`
}
