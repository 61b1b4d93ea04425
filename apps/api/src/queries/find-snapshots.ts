import { randomUUID } from 'node:crypto'
import { invariant } from '../platform/errors/app-error.ts'
import { createLoads } from '../snapshots/concurrent-loads.ts'
import type { Draft } from '../snapshots/family-facts.ts'
import type { MarketChanges } from '../snapshots/market-changes.ts'
import type { CachedSnapshot } from '../snapshots/named-snapshot.ts'
import type { FoundSnapshot, SnapshotCache } from '../snapshots/snapshot-cache.ts'
import { snapshotKey, type WantedFamilies } from '../snapshots/snapshot-key.ts'
import type { JobRequest, JobResult, WorkerPool } from './worker-pool.ts'

export interface SnapshotsOptions {
  cache: SnapshotCache
  changes: MarketChanges
  threads(): WorkerPool
  /** A caller waits this long for a snapshot; its loading goes on. */
  timeoutMs: number
}

export interface Snapshots {
  /** The snapshot of some families: the one that is kept, or it is loaded. */
  of(wanted: WantedFamilies, userId: string): Promise<CachedSnapshot>
  /** A snapshot with transactions that are not made: nobody else gets to see it, and it is forgotten with its answer. */
  withDraft(wanted: WantedFamilies, draft: Draft, userId: string): Promise<CachedSnapshot>
  /** What a thread is asked to load for it. */
  orderOf(wanted: WantedFamilies): LoadOrder
  loads(): { primary: number; replica: number; joined: number }
}

type LoadOrder = Extract<JobRequest, { kind: 'load' }>
type Run = (request: JobRequest) => Promise<JobResult>

/** While the market changes, snapshots may never be of one moment: then all are read in one. */
const mostRounds = 3
/** Loads of one user that are queued or running at a time: as many as the largest pool has workers. */
const mostLoads = 4

/** Finds snapshots on the cache, and has those that are not there loaded by threads. */
export function createSnapshots({ cache, changes, threads, timeoutMs }: SnapshotsOptions): Snapshots {
  const inLoad = createLoads<FoundSnapshot>(timeoutMs)
  const loads = { primary: 0, replica: 0, joined: 0 }

  const orderOf = ({ familyIds, versions, asOf }: WantedFamilies): LoadOrder => ({
    kind: 'load',
    families: familyIds,
    lastDay: asOf,
    market: cache.marketFor(asOf),
    atLeast: versions,
  })

  const find = async (wanted: WantedFamilies): Promise<FoundSnapshot | null> => {
    const found = cache.find(wanted)
    if (found || !cache.hasAnyOf(wanted.key)) return found
    await changes.learn(wanted.versions.market)
    return cache.find(wanted)
  }

  const loadOnce = async (wanted: WantedFamilies, run: Run): Promise<FoundSnapshot> => {
    const result = await run(orderOf(wanted))
    invariant(result.kind === 'loaded', 'a load is answered with what was loaded')
    loads[result.from] += 1
    const { versions } = result.loaded
    // The snapshot may be newer than the view that asked for it: it is shelved as what it is.
    return cache.put(snapshotKey(versions.families, versions.market, wanted.asOf), result.loaded)
  }

  /** The snapshot of one family is loaded for all its users, so it is nobody's CPU time and goes first. */
  const runForAll: Run = request => threads().run(request, null)

  const snapshotFor = async (wanted: WantedFamilies, userId: string, run: Run): Promise<FoundSnapshot> =>
    (await find(wanted)) ??
    inLoad({
      key: wanted.key,
      familyIds: wanted.familyIds,
      find: () => cache.find(wanted),
      begin: () => (wanted.familyIds.length > 1 ? assemble(wanted, userId) : loadOnce(wanted, run)),
    })

  /**
   * Each family is loaded by itself where it has changed: most have not when someone looks at all of them again. The
   * loads count as the user's CPU time, so that they neither delay other users nor take every worker.
   */
  const assemble = async (wanted: WantedFamilies, userId: string): Promise<FoundSnapshot> => {
    const run: Run = request => threads().run(request, null, { id: userId })
    let market = wanted.versions.market
    for (let round = 0; round < mostRounds; round += 1) {
      const parts = await someAtATime(familiesIn(wanted, market), mostLoads, family =>
        snapshotFor(family, userId, run),
      )
      const newest = newestOf(parts.map(({ versions }) => versions.market))
      if (parts.every(({ versions }) => versions.market === newest)) return join(wanted, parts, newest, run)
      market = newest
    }
    return loadOnce(wanted, run)
  }

  const join = async (
    { asOf }: WantedFamilies,
    parts: readonly FoundSnapshot[],
    marketVersion: string,
    run: Run,
  ): Promise<FoundSnapshot> => {
    const result = await run({ kind: 'join', parts: parts.map(({ cached }) => cached) })
    invariant(result.kind === 'joined', 'what is joined is answered with the whole')
    loads.joined += 1
    const families = parts.flatMap(({ versions }) => versions.families)
    const versions = { families, market: marketVersion }
    return cache.putJoined(snapshotKey(families, marketVersion, asOf), { ...result.joined, versions }, asOf)
  }

  return {
    of: async (wanted, userId) => (await snapshotFor(wanted, userId, runForAll)).cached,
    async withDraft(wanted, draft, userId) {
      const result = await threads().run({ ...orderOf(wanted), draft }, null, { id: userId })
      invariant(result.kind === 'loaded', 'a load is answered with what was loaded')
      const { snapshot, names } = result.loaded
      return { key: `${wanted.key}#${randomUUID()}`, snapshot, names }
    },
    orderOf,
    loads: () => loads,
  }
}

function familiesIn(wanted: WantedFamilies, market: string): WantedFamilies[] {
  const { asOf, versions } = wanted
  return versions.families
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(family => ({
      key: snapshotKey([family], market, asOf),
      familyIds: [family.id],
      versions: { families: [family], market },
      asOf,
    }))
}

function newestOf(versions: readonly string[]): string {
  return versions.reduce((newest, version) => (BigInt(version) > BigInt(newest) ? version : newest), '0')
}

/** One after the other, so many at a time; when one fails no other is begun. */
async function someAtATime<Item, Result>(
  items: readonly Item[],
  most: number,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const left = items.entries()
  let isOver = false
  const lane = async () => {
    for (const [place, item] of left) {
      if (isOver) return
      results[place] = await run(item).catch(error => {
        isOver = true
        throw error
      })
    }
  }
  await Promise.all(Array.from({ length: most }, lane))
  return results
}
