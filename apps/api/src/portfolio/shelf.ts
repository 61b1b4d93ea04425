import type { Day } from '@plumbline/engine'
import { isOfSameFamilies } from './choose-families.ts'
import type { Versions } from './facts.store.ts'
import { hasReached, type LoadedBook, type MarketColumns } from './load-book.ts'
import type { BookKey, ShelvedBook } from './messages.ts'

interface Entry {
  shelved: ShelvedBook
  versions: Versions
  lastDay: Day
  bytes: number
}

/** A book as a question wants it. */
export interface WantedBook {
  key: BookKey
  versions: Versions
  asOf: Day
}

/**
 * The books in memory, least recently used first, within a budget that is counted in bytes. The columns of the
 * market stand beside them once, for all books of one version.
 */
export function createShelf(budgetBytes: number, onDrop: (key: BookKey) => void) {
  const entries = new Map<BookKey, Entry>()
  let market: MarketColumns | null = null
  let marketBytes = 0
  let bytes = 0

  const drop = (key: BookKey) => {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    bytes -= entry.bytes
    onDrop(key)
  }

  const newer = ({ key, versions, asOf }: WantedBook): Entry | undefined => {
    for (const [other, entry] of entries)
      if (isOfSameFamilies(other, key) && entry.lastDay === asOf && hasReached(entry.versions, versions))
        return entry
    return undefined
  }

  const keepMarket = (loaded: LoadedBook) => {
    if (market && BigInt(market.version) > BigInt(loaded.market.version)) return
    const isSame = market?.version === loaded.market.version && market.lastDay === loaded.market.lastDay
    // Two loads at once may each have added what the other lacks.
    market =
      isSame && market
        ? { ...market, prices: new Map([...market.prices, ...loaded.market.prices]) }
        : loaded.market
    marketBytes = isSame ? marketBytes + loaded.marketBytes : bytesOf(market)
  }

  return {
    /**
     * The book, or a newer one of the same families: whoever asks while they change would else have a book loaded
     * for each version that is past by then.
     */
    find(wanted: WantedBook): ShelvedBook | null {
      const entry = entries.get(wanted.key) ?? newer(wanted)
      if (!entry) return null
      entries.delete(entry.shelved.key)
      entries.set(entry.shelved.key, entry)
      return entry.shelved
    },
    has: (key: BookKey): boolean => entries.has(key),
    /** Columns to build on, if they are of this version and day. */
    marketFor(version: string, lastDay: Day): MarketColumns | null {
      return market?.version === version && market.lastDay === lastDay ? market : null
    },
    /** Puts a book on the shelf in place of older ones of the same families, and others away if it gets too full. */
    put(key: BookKey, loaded: LoadedBook): ShelvedBook {
      for (const older of entries.keys()) if (older !== key && isOfSameFamilies(older, key)) drop(older)
      keepMarket(loaded)
      const shelved: ShelvedBook = { key, book: loaded.book, names: loaded.names }
      const { versions, bytes: own } = loaded
      bytes += own - (entries.get(key)?.bytes ?? 0)
      entries.set(key, { shelved, versions, lastDay: loaded.market.lastDay, bytes: own })
      for (const oldest of entries.keys()) {
        if (bytes + marketBytes <= budgetBytes || oldest === key) break
        drop(oldest)
      }
      return shelved
    },
    size: () => ({ books: entries.size, bytes: bytes + marketBytes }),
  }
}

function bytesOf(market: MarketColumns): number {
  let sum = 0
  for (const series of market.prices.values()) sum += series.values.byteLength + series.quoteDays.byteLength
  for (const series of market.rates.values()) sum += series.values.byteLength
  return sum
}
