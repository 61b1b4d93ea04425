import { AppError } from '../platform/errors/app-error.ts'
import type { SnapshotKey } from './snapshot-key.ts'

export interface SnapshotLoad<Loaded> {
  key: SnapshotKey
  familyIds: readonly string[]
  /** The snapshot, if it has been cached meanwhile. */
  find(): Loaded | null
  start(): Promise<Loaded>
}

/**
 * Coalesces loads: callers of the same snapshot share one load, and of the same families one load runs at a time, so
 * that a family that keeps changing occupies one worker. After `timeoutMs` a caller gets 'overloaded'. The load goes
 * on, and a retry finds the snapshot cached.
 */
export function createLoadCoalescer<Loaded>(
  timeoutMs: number,
): (request: SnapshotLoad<Loaded>) => Promise<Loaded> {
  const running = new Map<string, { key: SnapshotKey; loaded: Promise<Loaded> }>()

  const load = async ({ key, familyIds, find, start }: SnapshotLoad<Loaded>): Promise<Loaded> => {
    const families = familyIds.join()
    for (let before = running.get(families); before; before = running.get(families)) {
      if (before.key === key) return before.loaded
      await before.loaded.catch(() => undefined)
      const found = find()
      if (found) return found
    }
    const loaded = start().finally(() => running.delete(families))
    running.set(families, { key, loaded })
    return loaded
  }

  return request =>
    new Promise((resolve, reject) => {
      const timeOut = () => reject(new AppError('overloaded', { retryAfterSeconds: 5 }))
      const timer = setTimeout(timeOut, timeoutMs)
      void load(request)
        .then(resolve, reject)
        .finally(() => clearTimeout(timer))
    })
}
