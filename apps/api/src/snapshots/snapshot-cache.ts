import type { Day } from '@plumbline/engine'
import type { Versions } from './facts.store.ts'
import { hasReached, type LoadedBook } from './load-snapshot.ts'
import type { MarketChanges } from './market-changes.ts'
import type { MarketColumns } from './market-columns.ts'
import type { CachedSnapshot, NamedBook } from './named-snapshot.ts'
import { familiesInKey, type SnapshotKey, type WantedFamilies } from './snapshot-key.ts'

/** A book, what it is true of, and the shared memory it takes without the market's. */
interface SizedBook extends NamedBook {
  versions: Versions
  bytes: number
}

interface Entry {
  shelved: CachedSnapshot
  /** What it is known to be true of: a market that has changed elsewhere since is the same to it. */
  versions: Versions
  lastDay: Day
  bytes: number
}

/** A book as a question wants it. */
type WantedBook = Omit<WantedFamilies, 'familyIds'>

/** A book that was found, and what it is true of. */
export interface FoundBook {
  shelved: CachedSnapshot
  versions: Versions
}

/**
 * The books in memory, one of the same families, least recently used first, within a budget that is counted in bytes.
 * The columns of the market stand beside them once, for all books.
 */
export function createShelf(
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
    onDrop(entry.shelved.key)
  }

  /** A book of an older market is as good as one of this, where nothing has changed that it rests on. */
  const isOf = (entry: Entry, wanted: Versions): boolean => {
    if (hasReached(entry.versions, wanted)) return true
    const since = entry.versions.market
    const asOfNow = { ...entry.versions, market: wanted.market }
    if (!hasReached(asOfNow, wanted) || !isUntouched(entry.shelved.book, since, wanted.market)) return false
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
    { book, names, versions, bytes: own }: SizedBook,
    lastDay: Day,
  ): FoundBook => {
    const families = familiesInKey(key)
    const before = entries.get(families)
    if (before?.shelved.key === key) bytes -= before.bytes
    else drop(families)
    const shelved: CachedSnapshot = { key, book, names }
    bytes += own
    entries.delete(families)
    entries.set(families, { shelved, versions, lastDay, bytes: own })
    for (const oldest of entries.keys()) {
      if (bytes + marketBytes <= budgetBytes || oldest === families) break
      drop(oldest)
    }
    return { shelved, versions }
  }

  return {
    /**
     * The book, or a newer one of the same families: whoever asks while they change would else have a book loaded
     * for each version that is past by then.
     */
    find({ key, versions, asOf }: WantedBook): FoundBook | null {
      const families = familiesInKey(key)
      const entry = entries.get(families)
      if (!entry || entry.lastDay !== asOf || !isOf(entry, versions)) return null
      entries.delete(families)
      entries.set(families, entry)
      return { shelved: entry.shelved, versions: entry.versions }
    },
    has: (key: SnapshotKey): boolean => entries.get(familiesInKey(key))?.shelved.key === key,
    /** Whether there is a book of these families, of whatever version. */
    hasAnyOf: (key: SnapshotKey): boolean => entries.has(familiesInKey(key)),
    /** Columns to build on, of whatever version they are. */
    marketFor: (lastDay: Day): MarketColumns | null => (market?.lastDay === lastDay ? market : null),
    /** Puts a book on the shelf in place of the one of the same families, and others away if it gets too full. */
    put(key: SnapshotKey, loaded: LoadedBook): FoundBook {
      keepMarket(loaded.market, loaded.marketBytes)
      return put(key, loaded, loaded.market.lastDay)
    },
    /** The same for one that was made of others, whose market is here already. */
    putJoined: put,
    size: () => ({ books: entries.size, bytes: bytes + marketBytes }),
  }
}

export type Shelf = ReturnType<typeof createShelf>

function bytesOf(market: MarketColumns): number {
  let sum = 0
  for (const series of market.prices.values()) sum += series.values.byteLength + series.quoteDays.byteLength
  for (const series of market.rates.values()) sum += series.values.byteLength
  return sum
}
