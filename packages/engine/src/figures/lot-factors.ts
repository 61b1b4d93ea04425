import { factorOn } from '../bonds/nominal.ts'
import type { Day } from '../calendar/day.ts'
import { EVENT } from '../posting/journal.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'

/**
 * Of a bond that is paid back in parts: what was owed of each lot's nominal when its cost last changed with it, as it
 * came or at the last repayment that was posted while it was open. Cost / (units x size x factor) is then a price as
 * it is quoted, whatever was repaid since. By lot; null where there is no pool factor.
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
    const factor = factorOn(instrument, day)
    for (let lot = events.lotFrom[event] ?? 0; lot < (events.lotTo[event] ?? 0); lot += 1)
      factors.set(lot, factor)
    if (events.kind[event] !== EVENT.payDown) continue
    // A repayment names the lots that are open.
    for (let piece = events.pieceFrom[event] ?? 0; piece < (events.pieceTo[event] ?? 0); piece += 1)
      factors.set(pieces.lot[piece] ?? -1, factor)
  }
  return factors
}
