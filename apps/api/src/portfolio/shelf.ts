import type { Day } from '@plumbline/engine'
import type { LoadedBook, MarketColumns } from './load-book.ts'
import type { BookKey, ShelvedBook } from './messages.ts'

interface Entry {
  shelved: ShelvedBook
  bytes: number
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
    find(key: BookKey): ShelvedBook | null {
      const entry = entries.get(key)
      if (!entry) return null
      entries.delete(key)
      entries.set(key, entry)
      return entry.shelved
    },
    /** Columns to build on, if they are of this version and day. */
    marketFor(version: string, lastDay: Day): MarketColumns | null {
      return market?.version === version && market.lastDay === lastDay ? market : null
    },
    /** Puts a book on the shelf in place of older ones of the same families, and others away if it gets too full. */
    put(key: BookKey, isReplacedBy: (older: BookKey) => boolean, loaded: LoadedBook): ShelvedBook {
      for (const older of entries.keys()) if (older !== key && isReplacedBy(older)) drop(older)
      keepMarket(loaded)
      const shelved: ShelvedBook = { key, book: loaded.book, names: loaded.names }
      entries.set(key, { shelved, bytes: loaded.bytes })
      bytes += loaded.bytes
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
