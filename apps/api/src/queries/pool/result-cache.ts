import type { CompressedForms } from '../../platform/http/bodies/compress-reply.ts'

/** The bytes of a result; each reader calls `release` when it has read them. */
export interface SharedResult {
  bytes: Uint8Array<ArrayBuffer>
  /** Its compressed forms; null for a result that is not kept. */
  forms: CompressedForms | null
  release(): void
}

export interface ResultCache {
  /** The result of an equal query that ran before. */
  find(key: string): SharedResult | null
  /** Shares the bytes of a new result among its readers, and keeps them under the key unless it is null. */
  share(key: string | null, bytes: Uint8Array<ArrayBuffer>, readers: number): SharedResult
  size(): { results: number; bytes: number; hits: number }
}

interface Entry {
  bytes: Uint8Array<ArrayBuffer>
  size: number
  readers: number
  isKept: boolean
  forms: CompressedForms
}

/** One result takes at most this part of the cache. */
const maxPart = 1 / 16
/** The bytes, and as much for their compressed forms. */
const copies = 2
/** Memory of a key and its entry, roughly. */
const entryBytes = 300

/**
 * The results of queries, the least recently used evicted first. A result never becomes stale: its key is a digest of
 * all that it follows from, and snapshots never change.
 */
export function createResultCache(maxBytes: number): ResultCache {
  const entries = new Map<string, Entry>()
  let total = 0
  let hits = 0

  const evict = (key: string, entry: Entry) => {
    entries.delete(key)
    total -= entry.size
    entry.isKept = false
    freeIfUnused(entry)
  }

  const keep = (key: string, entry: Entry) => {
    // An equal query may have been computed twice at the same time.
    if (entries.has(key) || entry.size > maxBytes * maxPart) return
    entry.isKept = true
    entries.set(key, entry)
    total += entry.size
    for (const [oldestKey, oldest] of entries) {
      if (total <= maxBytes) break
      evict(oldestKey, oldest)
    }
  }

  return {
    find(key) {
      const entry = entries.get(key)
      if (!entry) return null
      entries.delete(key)
      entries.set(key, entry)
      entry.readers += 1
      hits += 1
      return shareEntry(entry)
    },
    share(key, bytes, readers) {
      const size = bytes.byteLength * copies + entryBytes
      const entry = { bytes, size, readers, isKept: false, forms: new Map() }
      if (key !== null) keep(key, entry)
      return shareEntry(entry)
    },
    size: () => ({ results: entries.size, bytes: total, hits }),
  }
}

function shareEntry(entry: Entry): SharedResult {
  return {
    bytes: entry.bytes,
    forms: entry.isKept ? entry.forms : null,
    release() {
      entry.readers -= 1
      freeIfUnused(entry)
    },
  }
}

/** Left to the garbage collector, results of a megabyte stop the process every few seconds under heavy use. */
function freeIfUnused({ bytes, readers, isKept }: Entry): void {
  if (readers <= 0 && !isKept) bytes.buffer.transfer(0)
}
