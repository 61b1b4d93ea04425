import type { Database } from '../platform/db/database.ts'
import { classifyDatabaseError } from '../platform/db/database-errors.ts'
import { type LoadedSnapshot, loadSnapshot, type SnapshotRequest, StaleFacts } from './load-snapshot.ts'

interface Sources {
  primary: () => Promise<Database>
  replica: (() => Promise<Database>) | null
  now(): number
}

/** Loads do not try an unreachable replica again for this time, since each would wait for it first. */
const retryReplicaAfterMs = 30_000

/**
 * Loads snapshots from the replica if it has caught up with the versions that the primary had at the time of the query,
 * else from the primary. The versions are read in the database snapshot of the load itself, so nothing that was written
 * before the query can be missing, however far the replica lags.
 */
export function createSnapshotLoader({ primary, replica, now }: Sources) {
  let skipReplicaUntil = Number.NEGATIVE_INFINITY

  const loadFromReplica = async (request: SnapshotRequest): Promise<LoadedSnapshot | null> => {
    if (!replica || now() < skipReplicaUntil) return null
    try {
      return await loadSnapshot(await replica(), request)
    } catch (error) {
      if (error instanceof StaleFacts) return null
      if (classifyDatabaseError(error) === null) throw error
      skipReplicaUntil = now() + retryReplicaAfterMs
      return null
    }
  }

  return async (request: SnapshotRequest): Promise<LoadedSnapshot & { from: 'primary' | 'replica' }> => {
    const replicated = await loadFromReplica(request)
    if (replicated) return { ...replicated, from: 'replica' }
    const loaded = await loadSnapshot(await primary(), { ...request, atLeast: null })
    return { ...loaded, from: 'primary' }
  }
}
