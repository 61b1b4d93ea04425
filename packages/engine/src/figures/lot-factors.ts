import { poolFactor } from '../bonds/nominal.ts'
import type { Day } from '../calendar/day.ts'
import { EVENT } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'

/**
 * Pool factors of the lots of a bond that is repaid in parts, by lot: the factor when the lot's cost last changed, at its
 * opening or at the last repayment posted while it was open. Cost / (units x size x factor) is then a price as quoted.
 * Null for instruments without pool factors.
 */
export function lotFactors(
  snapshot: PortfolioSnapshot,
  position: number,
  to: Day,
): ReadonlyMap<number, number> | null {
  const instrument = snapshot.instruments[snapshot.positions.instrument[position] ?? -1]
  if (instrument?.factors === undefined) return null
  const { events, pieces, positions } = snapshot
  const factors = new Map<number, number>()
  const last = positions.eventFrom[position + 1] ?? 0
  for (let event = positions.eventFrom[position] ?? 0; event < last; event += 1) {
    const day = events.day[event] ?? 0
    if (day > to) break
    const factor = poolFactor(instrument, day)
    for (let lot = events.lotFrom[event] ?? 0; lot < (events.lotTo[event] ?? 0); lot += 1)
      factors.set(lot, factor)
    if (events.kind[event] !== EVENT.payDown) continue
    // A repayment lists the open lots as its pieces.
    for (let piece = events.pieceFrom[event] ?? 0; piece < (events.pieceTo[event] ?? 0); piece += 1)
      factors.set(pieces.lot[piece] ?? -1, factor)
  }
  return factors
}
