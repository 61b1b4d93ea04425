import { AppError } from '../platform/errors/app-error.ts'
import type { SnapshotKey } from './snapshot-key.ts'

export interface LoadOrder<Loaded> {
  key: SnapshotKey
  familyIds: readonly string[]
  /** The snapshot, where it is there by now. */
  find(): Loaded | null
  begin(): Promise<Loaded>
}

/**
 * Loads that are under way. Those who ask for the same snapshot wait for the one load, and of the same families there
 * is one at a time, so that a family that changes all the while keeps one worker busy and not all. After `timeoutMs`
 * a caller gets 'overloaded'; the load goes on, and a retry finds it done.
 */
export function createLoads<Loaded>(timeoutMs: number): (order: LoadOrder<Loaded>) => Promise<Loaded> {
  const running = new Map<string, { key: SnapshotKey; loaded: Promise<Loaded> }>()

  const load = async ({ key, familyIds, find, begin }: LoadOrder<Loaded>): Promise<Loaded> => {
    const families = familyIds.join()
    for (let before = running.get(families); before; before = running.get(families)) {
      if (before.key === key) return before.loaded
      await before.loaded.catch(() => undefined)
      const found = find()
      if (found) return found
    }
    const loaded = begin().finally(() => running.delete(families))
    running.set(families, { key, loaded })
    return loaded
  }

  return order =>
    new Promise((resolve, reject) => {
      const tooLong = () => reject(new AppError('overloaded', { retryAfterSeconds: 5 }))
      const timer = setTimeout(tooLong, timeoutMs)
      void load(order)
        .then(resolve, reject)
        .finally(() => clearTimeout(timer))
    })
}
