import type { CachedSnapshot } from '../snapshots/named-snapshot.ts'
import type { SnapshotKey } from '../snapshots/snapshot-key.ts'

/** CPU time of one worker that a warm-up may take: a part of a large portfolio is enough. */
const maxCpuMs = 1_000

/**
 * Queries that every idle worker runs once, so that V8 has compiled their code before the first user waits for it.
 * Workers that start later run them as well, as long as the portfolio is kept.
 */
export function createWarmUp<Worker extends object, Request>() {
  let plan: { requests: readonly Request[]; needs: CachedSnapshot } | null = null
  const progress = new WeakMap<Worker, { done: number; cpuMs: number }>()
  const progressOf = (worker: Worker) => {
    const known = progress.get(worker) ?? { done: 0, cpuMs: 0 }
    progress.set(worker, known)
    return known
  }

  return {
    begin(requests: readonly Request[], needs: CachedSnapshot): void {
      plan = { requests, needs }
    },
    /** The next request of a worker; null when it is warm. */
    next(worker: Worker): { request: Request; needs: CachedSnapshot } | null {
      const own = progressOf(worker)
      const request = plan?.requests[own.done]
      if (!plan || request === undefined || own.cpuMs > maxCpuMs) return null
      own.done += 1
      return { request, needs: plan.needs }
    },
    addCpuTime(worker: Worker, cpuMs: number): void {
      progressOf(worker).cpuMs += cpuMs
    },
    /** For good: a request that fails once would fail in every worker, and in each one that replaces it. */
    end(): void {
      plan = null
    },
    /** Ends with its portfolio: a warm-up does not keep one in memory. */
    forget(key: SnapshotKey): void {
      if (plan?.needs.key === key) plan = null
    },
  }
}
