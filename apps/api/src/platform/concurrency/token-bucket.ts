/** A token bucket per key, in memory. */
export interface TokenBucket {
  /** Takes a token; false when the bucket of this key is empty. */
  take(key: string): boolean
}

/** The least recently used keys are dropped beyond this; a dropped key starts with a full bucket. */
const maxKeys = 10_000

export function createTokenBucket(
  { burst, perSecond }: { burst: number; perSecond: number },
  now: () => number = () => performance.now(),
): TokenBucket {
  /** When the bucket of each key is full again. */
  const fullAt = new Map<string, number>()
  const gap = 1000 / perSecond
  return {
    take(key) {
      const present = now()
      const next = Math.max(fullAt.get(key) ?? 0, present) + gap
      if (next > present + burst * gap) return false
      fullAt.delete(key)
      fullAt.set(key, next)
      if (fullAt.size > maxKeys) fullAt.delete(fullAt.keys().next().value ?? '')
      return true
    },
  }
}
