import type { PortfolioSnapshot } from '@plumbline/engine'
import { anySubject, ratesSubject } from '../platform/db/market.ts'
import type { MarketChange } from './market-changes.store.ts'

export interface MarketChanges {
  /** Finds out what has changed until a version that someone has seen. */
  learn(version: string): Promise<void>
  /** Whether nothing that a snapshot rests on has changed since one version, until another, as far as is known. */
  isUntouched(snapshot: PortfolioSnapshot, since: string, until: string): boolean
}

/** What of the market changed in which version, read as far as it was asked for. */
export function createMarketChanges(read: (after: string) => Promise<MarketChange[]>): MarketChanges {
  const changedIn = new Map<string, bigint>()
  let known = 0n
  let reading: Promise<void> | null = null

  const readUntil = async (version: bigint) => {
    for (const change of await read(String(known))) changedIn.set(change.subject, BigInt(change.version))
    if (version > known) known = version
  }

  return {
    async learn(version) {
      const wanted = BigInt(version)
      while (known < wanted) {
        // What is being read may have begun before this version was there: then it is read once more.
        reading ??= readUntil(wanted).finally(() => {
          reading = null
        })
        await reading
      }
    },
    isUntouched(snapshot, since, until) {
      if (known < BigInt(until)) return false
      const before = BigInt(since)
      const isTouched = (subject: string) => (changedIn.get(subject) ?? 0n) > before
      return (
        !isTouched(anySubject) &&
        !isTouched(ratesSubject) &&
        !snapshot.instruments.some(({ id }) => isTouched(id))
      )
    },
  }
}
