import type { PortfolioSnapshot } from '@plumbline/engine'
import { anySubject, ratesSubject } from '../platform/db/market/market.ts'
import type { MarketChange } from './market-changes.store.ts'

export interface MarketChanges {
  /** Reads the changes up to a version. */
  readUpTo(version: string): Promise<void>
  /** Whether no market data of a snapshot has changed between two versions. False while changes are not read yet. */
  isUntouched(snapshot: PortfolioSnapshot, since: string, until: string): boolean
}

/** The market version that changed each subject last, read on demand. */
export function createMarketChanges(read: (after: string) => Promise<MarketChange[]>): MarketChanges {
  const lastChanges = new Map<string, bigint>()
  let known = 0n
  let reading: Promise<void> | null = null

  const readUntil = async (version: bigint) => {
    for (const change of await read(String(known))) lastChanges.set(change.subject, BigInt(change.version))
    if (version > known) known = version
  }

  return {
    async readUpTo(version) {
      const wanted = BigInt(version)
      while (known < wanted) {
        // A read that started before this version was written does not contain it, so the loop reads again.
        reading ??= readUntil(wanted).finally(() => {
          reading = null
        })
        await reading
      }
    },
    isUntouched(snapshot, since, until) {
      if (known < BigInt(until)) return false
      const before = BigInt(since)
      const isTouched = (subject: string) => (lastChanges.get(subject) ?? 0n) > before
      return (
        !isTouched(anySubject) &&
        !isTouched(ratesSubject) &&
        !snapshot.instruments.some(({ id }) => isTouched(id))
      )
    },
  }
}
