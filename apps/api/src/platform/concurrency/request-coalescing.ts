/**
 * Coalesces concurrent requests with the same key. The first runs at once. Those that arrive while it runs share one
 * later run, which starts after all of them have arrived, so no caller gets a result older than its request.
 */
export function createRequestCoalescing() {
  const running = new Map<string, Promise<unknown>>()
  const queued = new Map<string, Promise<unknown>>()

  const start = <T>(key: string, run: () => Promise<T>): Promise<T> => {
    const result = run().finally(() => {
      if (running.get(key) === result) running.delete(key)
    })
    running.set(key, result)
    return result
  }

  return <T>(key: string, run: () => Promise<T>): Promise<T> => {
    const current = running.get(key)
    if (!current) return start(key, run)
    // All requests with one key have one result type.
    const shared = queued.get(key) as Promise<T> | undefined
    if (shared) return shared
    const startQueued = () => {
      queued.delete(key)
      return start(key, run)
    }
    const next = current.then(startQueued, startQueued)
    queued.set(key, next)
    return next
  }
}
