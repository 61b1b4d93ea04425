import type { Day } from '@plumbline/engine'
import type { Versions } from './facts.store.ts'
import { hasReached, type LoadedSnapshot } from './load-snapshot.ts'
import type { MarketChanges } from './market-changes.ts'
import type { MarketColumns } from './market-columns.ts'
import type { CachedSnapshot, NamedSnapshot } from './named-snapshot.ts'
import { familiesInKey, type SnapshotKey, type WantedFamilies } from './snapshot-key.ts'

/** A snapshot, what it is true of, and the shared memory it takes without the market's. */
interface SizedSnapshot extends NamedSnapshot {
  versions: Versions
  bytes: number
}

interface Entry {
  cached: CachedSnapshot
  /** What it is known to be true of: a market that has changed elsewhere since is the same to it. */
  versions: Versions
  lastDay: Day
  bytes: number
}

/** A snapshot as a question wants it. */
type WantedSnapshot = Omit<WantedFamilies, 'familyIds'>

/** A snapshot that was found, and what it is true of. */
export interface FoundSnapshot {
  cached: CachedSnapshot
  versions: Versions
}

/**
 * The snapshots in memory, one of the same families, least recently used first, within a budget that is counted in bytes.
 * The columns of the market stand beside them once, for all snapshots.
 */
export function createSnapshotCache(
  budgetBytes: number,
  { isUntouched }: Pick<MarketChanges, 'isUntouched'>,
  onDrop: (key: SnapshotKey) => void,
) {
  const entries = new Map<string, Entry>()
  let market: MarketColumns | null = null
  let marketBytes = 0
  let bytes = 0

  const drop = (families: string) => {
    const entry = entries.get(families)
    if (!entry) return
    entries.delete(families)
    bytes -= entry.bytes
    onDrop(entry.cached.key)
  }

  /** A snapshot of an older market is as good as one of this, where nothing has changed that it rests on. */
  const isOf = (entry: Entry, wanted: Versions): boolean => {
    if (hasReached(entry.versions, wanted)) return true
    const since = entry.versions.market
    const asOfNow = { ...entry.versions, market: wanted.market }
    if (!hasReached(asOfNow, wanted) || !isUntouched(entry.cached.snapshot, since, wanted.market))
      return false
    entry.versions = asOfNow
    return true
  }

  const keepMarket = (loaded: MarketColumns, added: number) => {
    if (market && BigInt(market.version) > BigInt(loaded.version)) return
    const isSame = market?.version === loaded.version && market.lastDay === loaded.lastDay
    // Two loads at once may each have added what the other lacks.
    market = isSame && market ? { ...market, prices: new Map([...market.prices, ...loaded.prices]) } : loaded
    marketBytes = isSame ? marketBytes + added : bytesOf(market)
  }

  const put = (
    key: SnapshotKey,
    { snapshot, names, versions, bytes: own }: SizedSnapshot,
    lastDay: Day,
  ): FoundSnapshot => {
    const families = familiesInKey(key)
    const before = entries.get(families)
    if (before?.cached.key === key) bytes -= before.bytes
    else drop(families)
    const cached: CachedSnapshot = { key, snapshot, names }
    bytes += own
    entries.delete(families)
    entries.set(families, { cached, versions, lastDay, bytes: own })
    for (const oldest of entries.keys()) {
      if (bytes + marketBytes <= budgetBytes || oldest === families) break
      drop(oldest)
    }
    return { cached, versions }
  }

  return {
    /**
     * The snapshot, or a newer one of the same families: the caller while they change would else have a snapshot loaded
     * for each version that is past by then.
     */
    find({ key, versions, asOf }: WantedSnapshot): FoundSnapshot | null {
      const families = familiesInKey(key)
      const entry = entries.get(families)
      if (!entry || entry.lastDay !== asOf || !isOf(entry, versions)) return null
      entries.delete(families)
      entries.set(families, entry)
      return { cached: entry.cached, versions: entry.versions }
    },
    has: (key: SnapshotKey): boolean => entries.get(familiesInKey(key))?.cached.key === key,
    /** Whether there is a snapshot of these families, of whatever version. */
    hasAnyOf: (key: SnapshotKey): boolean => entries.has(familiesInKey(key)),
    /** Columns to build on, of whatever version they are. */
    marketFor: (lastDay: Day): MarketColumns | null => (market?.lastDay === lastDay ? market : null),
    /** Puts a snapshot on the cache in place of the one of the same families, and others away if it gets too full. */
    put(key: SnapshotKey, loaded: LoadedSnapshot): FoundSnapshot {
      keepMarket(loaded.market, loaded.marketBytes)
      return put(key, loaded, loaded.market.lastDay)
    },
    /** The same for one that was made of others, whose market is here already. */
    putJoined: put,
    size: () => ({ snapshots: entries.size, bytes: bytes + marketBytes }),
  }
}

export type SnapshotCache = ReturnType<typeof createSnapshotCache>

function bytesOf(market: MarketColumns): number {
  let sum = 0
  for (const series of market.prices.values()) sum += series.values.byteLength + series.quoteDays.byteLength
  for (const series of market.rates.values()) sum += series.values.byteLength
  return sum
}
