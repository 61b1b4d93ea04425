import type { Period } from '../calendar/period.ts'
import { EVENT, STILL_OPEN } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'
import { closeOn } from '../valuation/instrument-prices.ts'

/**
 * Price change of a position over a period, in the currency of the instrument.
 *
 *     last close x split ratios / first close - 1
 *
 * The first close is the opening close, or that of the day the position was opened; the last one is the end, or the day
 * it was closed. A fraction; null for cash, without a price at either end and when the first close is not positive.
 */
export function computePriceChange(
  snapshot: PortfolioSnapshot,
  position: number,
  period: Period,
): number | null {
  const { positions, events } = snapshot
  const prices = snapshot.prices[positions.instrument[position] ?? -1]
  if (!prices) return null
  const from = Math.max(period.from - 1, positions.openDay[position] ?? 0)
  const to = Math.min(period.to, positions.closeDay[position] ?? STILL_OPEN)
  let ratio = 1
  const last = positions.eventFrom[position + 1] ?? 0
  for (let event = positions.eventFrom[position] ?? 0; event < last; event += 1) {
    const day = events.day[event] ?? 0
    if (events.kind[event] !== EVENT.split || day <= from || day > to) continue
    const after = events.after[event] ?? 0
    ratio *= after / (after - (events.quantity[event] ?? 0))
  }
  const first = closeOn(prices, from)
  const change = (closeOn(prices, to) * ratio) / first - 1
  return from <= to && first > 0 && Number.isFinite(change) ? change : null
}
