import type { Day } from '@plumbline/engine'
import type { Database } from '../platform/db/database.ts'
import { databaseTrouble } from '../platform/db/database-trouble.ts'
import type { Versions } from './facts.store.ts'
import type { Draft } from './family-facts.ts'
import { type LoadedSnapshot, loadSnapshot, StaleFacts } from './load-snapshot.ts'
import type { MarketColumns } from './market-columns.ts'

export interface SnapshotOrder {
  families: readonly string[]
  lastDay: Day
  market: MarketColumns | null
  draft?: Draft
  /** What the primary had reached when the question was asked. */
  atLeast: Versions
}

interface Sources {
  primary: () => Promise<Database>
  replica: (() => Promise<Database>) | null
  now(): number
}

/** A replica that cannot be reached is left alone for a while, or every load would wait for it first. */
const leaveAloneMs = 30_000

/**
 * Loads snapshots from the replica, where there is one and it has caught up with the versions that the primary had when
 * the question was asked; else from the primary. The versions are read in the snapshot of the load itself, so nothing
 * that was written before the question can be missing, however far the replica lags.
 */
export function createSnapshotLoader({ primary, replica, now }: Sources) {
  let leftAloneUntil = Number.NEGATIVE_INFINITY

  const fromReplica = async (order: SnapshotOrder): Promise<LoadedSnapshot | null> => {
    if (!replica || now() < leftAloneUntil) return null
    try {
      const { families, lastDay, market, draft, atLeast } = order
      return await loadSnapshot(await replica(), families, lastDay, market, draft, atLeast)
    } catch (error) {
      if (error instanceof StaleFacts) return null
      if (databaseTrouble(error) === null) throw error
      leftAloneUntil = now() + leaveAloneMs
      return null
    }
  }

  return async (order: SnapshotOrder): Promise<LoadedSnapshot & { from: 'primary' | 'replica' }> => {
    const replicated = await fromReplica(order)
    if (replicated) return { ...replicated, from: 'replica' }
    const { families, lastDay, market, draft } = order
    return { ...(await loadSnapshot(await primary(), families, lastDay, market, draft)), from: 'primary' }
  }
}
