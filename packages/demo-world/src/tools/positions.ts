import type { InstrumentType } from '@plumbline/contract'
import type { Desk, OpenedPosition } from '../desk/desk.ts'

/** The position an account has or last had in an instrument. */
export function positionOf(desk: Desk, account: string, instrument: string): string | null {
  const ofBoth = (entry: OpenedPosition): boolean =>
    entry.account === account && entry.instrument === instrument
  return desk.positions.findLast(ofBoth)?.id ?? null
}

/** The positions an account has in contracts of a type on an underlying, the newest first. */
export function contractsOf(
  desk: Desk,
  account: string,
  type: InstrumentType,
  underlying: string | null,
): OpenedPosition[] {
  return desk.positions
    .filter(entry => {
      const fact = desk.market.fact(entry.instrument)
      return entry.account === account && fact.type === type && fact.underlying === underlying
    })
    .reverse()
}
