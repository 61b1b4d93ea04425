import type { Day } from '@plumbline/engine'
import { chooseAsOf, joinDataDays } from './as-of.ts'
import type { Versions } from './facts.store.ts'
import type { LoadResume } from './load-resume.ts'
import { hasReached, type LoadedSnapshot } from './load-snapshot.ts'
import type { MarketChanges } from './market-changes.ts'
import type { MarketColumns } from './market-columns.ts'
import { familiesInKey, type SnapshotKey, type WantedFamilies } from './snapshot-key.ts'
import { type CachedSnapshot, isJoined, type KeyedSnapshot } from './snapshot-metadata.ts'

interface Entry {
  cached: CachedSnapshot
  /** The newest versions it is known to be valid for: most market changes do not concern it. */
  versions: Versions
  today: Day
  bytes: number
  /** The versions it was loaded at, and what the next load can continue from. */
  loaded: Versions
  resume: LoadResume | null
}

type WantedSnapshot = Omit<WantedFamilies, 'familyIds'>

/** A cached snapshot and the versions it is valid for. */
export interface FoundSnapshot {
  cached: CachedSnapshot
  versions: Versions
}

/** A cached snapshot that a load can continue. */
export interface PreviousEntry {
  cached: CachedSnapshot
  versions: Versions
  resume: LoadResume
}

/**
 * Snapshot cache: one snapshot per set of families. Nothing expires by time: a snapshot is replaced by a newer version, or
 * evicted as the least recently used above the budget (`PLUMBLINE_SNAPSHOT_MB`). Market columns are kept once for all.
 */
export function createSnapshotCache(
  budgetBytes: number,
  { isUntouched }: Pick<MarketChanges, 'isUntouched'>,
  onDrop: (key: SnapshotKey) => void,
) {
  const entries = new Map<string, Entry>()
  const market = createMarketSlot()
  let bytes = 0

  /** A joined snapshot goes with any of its parts, which it would otherwise keep alive. */
  const drop = (families: string) => {
    const entry = entries.get(families)
    if (!entry) return
    entries.delete(families)
    bytes -= entry.bytes
    onDrop(entry.cached.key)
    for (const [joined, { cached }] of entries)
      if (isJoined(cached) && cached.parts.some(part => part.key === entry.cached.key)) drop(joined)
  }

  /** Marks a snapshot as used, and with it its parts. */
  const touch = (families: string, entry: Entry) => {
    const parts = isJoined(entry.cached) ? entry.cached.parts.map(({ key }) => familiesInKey(key)) : []
    for (const used of [...parts, families]) {
      const own = used === families ? entry : entries.get(used)
      if (!own) continue
      entries.delete(used)
      entries.set(used, own)
    }
  }

  /** A snapshot of an older market version is valid if none of its market data has changed since. */
  const isValidFor = (entry: Entry, wanted: Versions): boolean => {
    if (hasReached(entry.versions, wanted)) return true
    const since = entry.versions.market
    const asOfNow = { ...entry.versions, market: wanted.market }
    const isValid = ({ snapshot }: KeyedSnapshot) => isUntouched(snapshot, since, wanted.market)
    if (!hasReached(asOfNow, wanted) || !entry.cached.parts.every(isValid)) return false
    entry.versions = asOfNow
    return true
  }

  const put = (entry: Entry): FoundSnapshot => {
    const { cached, versions } = entry
    const families = familiesInKey(cached.key)
    const before = entries.get(families)
    if (before?.cached.key === cached.key) bytes -= before.bytes
    else drop(families)
    bytes += entry.bytes
    touch(families, entry)
    const used = new Set(cached.parts.map(({ key }) => familiesInKey(key)))
    for (const oldest of entries.keys()) {
      if (bytes + market.bytes() <= budgetBytes || oldest === families || used.has(oldest)) break
      drop(oldest)
    }
    return { cached, versions }
  }

  return {
    /**
     * The snapshot, or a newer one of the same families. Without this, every query on a family that keeps changing would
     * load a version that is outdated when it arrives.
     */
    find({ key, versions, asOf, ...days }: WantedSnapshot): FoundSnapshot | null {
      const families = familiesInKey(key)
      const entry = entries.get(families)
      if (!entry || entry.today !== days.today || !isValidFor(entry, versions)) return null
      const dataDays = joinDataDays(entry.cached.parts.map(({ metadata }) => metadata.dataDays))
      if (entry.cached.lastDay !== (asOf ?? chooseAsOf(dataDays, days))) return null
      touch(families, entry)
      return { cached: entry.cached, versions: entry.versions }
    },
    has: (key: SnapshotKey): boolean => entries.get(familiesInKey(key))?.cached.key === key,
    /** The snapshot of these families in any version, for a load that continues it. */
    findPrevious(key: SnapshotKey): PreviousEntry | null {
      const entry = entries.get(familiesInKey(key))
      return entry?.resume ? { cached: entry.cached, versions: entry.loaded, resume: entry.resume } : null
    },
    /** Whether any version of these families is cached. */
    hasAnyOf: (key: SnapshotKey): boolean => entries.has(familiesInKey(key)),
    /** Market columns to build on, of any version. */
    marketFor: market.find,
    /** Caches a snapshot in place of an older one of the same families, and evicts others above the budget. */
    put(key: SnapshotKey, loaded: LoadedSnapshot): FoundSnapshot {
      market.put(loaded.market, loaded.marketBytes)
      const { snapshot, metadata, versions, resume } = loaded
      const cached = { key, parts: [{ key, snapshot, metadata }], lastDay: snapshot.lastDay }
      const { today } = loaded.market
      return put({ cached, versions, today, bytes: loaded.bytes, loaded: versions, resume })
    },
    /** Caches a snapshot of several families, whose parts are here already. */
    putJoined(cached: CachedSnapshot, versions: Versions, today: Day): FoundSnapshot {
      return put({ cached, versions, today, bytes: 0, loaded: versions, resume: null })
    },
    size: () => ({ snapshots: entries.size, bytes: bytes + market.bytes() }),
  }
}

/** The newest market columns, which all snapshots share. */
function createMarketSlot() {
  let market: MarketColumns | null = null
  let bytes = 0

  return {
    bytes: () => bytes,
    find: (today: Day): MarketColumns | null => (market?.today === today ? market : null),
    put(loaded: MarketColumns, addedBytes: number): void {
      if (market && BigInt(market.version) > BigInt(loaded.version)) return
      const isSame = market?.version === loaded.version && market.today === loaded.today
      // Two concurrent loads may each have added prices that the other lacks.
      market =
        isSame && market ? { ...market, prices: new Map([...market.prices, ...loaded.prices]) } : loaded
      bytes = isSame ? bytes + addedBytes : countBytes(market)
    },
  }
}

export type SnapshotCache = ReturnType<typeof createSnapshotCache>

function countBytes(market: MarketColumns): number {
  let sum = 0
  for (const series of market.prices.values()) sum += series.values.byteLength + series.quoteDays.byteLength
  for (const series of market.rates.values()) sum += series.values.byteLength
  return sum
}
