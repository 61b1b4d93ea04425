import type { InstrumentType } from '@plumbline/contract'
import type { LedgerWriter, OpenedPosition } from '../ledger/ledger-writer.ts'

/** The position an account has or last had in an instrument. */
export function findPosition(writer: LedgerWriter, account: string, instrument: string): string | null {
  const ofBoth = (entry: OpenedPosition): boolean =>
    entry.account === account && entry.instrument === instrument
  return writer.positions.findLast(ofBoth)?.id ?? null
}

/** The positions an account has in contracts of a type on an underlying, the newest first. */
export function findContracts(
  writer: LedgerWriter,
  account: string,
  type: InstrumentType,
  underlying: string | null,
): OpenedPosition[] {
  return writer.positions
    .filter(entry => {
      const fact = writer.market.fact(entry.instrument)
      return entry.account === account && fact.type === type && fact.underlying === underlying
    })
    .reverse()
}
