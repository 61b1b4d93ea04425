import type { SnapshotKey } from '../../snapshots/snapshot-key.ts'
import type { CachedSnapshot } from '../../snapshots/snapshot-metadata.ts'

/** CPU time of one worker that a warm-up may take: a part of a large portfolio is enough. */
const maxCpuMs = 1_000

export type WarmUp<Worker extends object, Request> = ReturnType<typeof createWarmUp<Worker, Request>>

/**
 * Requests that every idle worker runs once, so that V8 has compiled their code before the first user waits for it.
 * Workers that start later run them as well, as long as the snapshot is cached.
 */
export function createWarmUp<Worker extends object, Request>() {
  let plan: { requests: readonly Request[]; needs: CachedSnapshot } | null = null
  const progress = new WeakMap<Worker, { done: number; cpuMs: number }>()
  const findProgress = (worker: Worker) => {
    const known = progress.get(worker) ?? { done: 0, cpuMs: 0 }
    progress.set(worker, known)
    return known
  }

  return {
    start(requests: readonly Request[], needs: CachedSnapshot): void {
      plan = { requests, needs }
    },
    /** The next request of a worker; null when it is warm. */
    next(worker: Worker): { request: Request; needs: CachedSnapshot } | null {
      const own = findProgress(worker)
      const request = plan?.requests[own.done]
      if (!plan || request === undefined || own.cpuMs > maxCpuMs) return null
      own.done += 1
      return { request, needs: plan.needs }
    },
    addCpuTime(worker: Worker, cpuMs: number): void {
      findProgress(worker).cpuMs += cpuMs
    },
    /** Ends it for all workers: a request that fails in one would fail in every other. */
    end(): void {
      plan = null
    },
    /** Ends it when its snapshot leaves the cache: a warm-up does not keep a snapshot in memory. */
    forget(key: SnapshotKey): void {
      if (plan?.needs.key === key) plan = null
    },
  }
}
