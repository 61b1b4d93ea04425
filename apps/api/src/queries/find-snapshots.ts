import { randomUUID } from 'node:crypto'
import { invariant } from '../platform/errors/app-error.ts'
import { chooseAsOf, joinDataDays, type MarketDays } from '../snapshots/as-of.ts'
import type { AssumedMarket } from '../snapshots/assumed-market.ts'
import { createLoadCoalescer } from '../snapshots/concurrent-loads.ts'
import type { DraftTransactions } from '../snapshots/family-facts.ts'
import type { MarketChanges } from '../snapshots/market-changes.ts'
import type { FoundSnapshot, SnapshotCache } from '../snapshots/snapshot-cache.ts'
import { snapshotKey, type WantedFamilies } from '../snapshots/snapshot-key.ts'
import type { CachedSnapshot } from '../snapshots/snapshot-metadata.ts'
import type { JobRequest, JobResult } from './pool/job.ts'
import type { WorkerPool } from './pool/worker-pool.ts'

export interface SnapshotFinderOptions {
  cache: SnapshotCache
  changes: MarketChanges
  pool(): WorkerPool
  /** How long a caller waits for a snapshot. Its load goes on afterwards. */
  timeoutMs: number
}

export interface SnapshotFinder {
  /** The snapshot of some families, from the cache or loaded. */
  find(wanted: WantedFamilies, userId: string): Promise<CachedSnapshot>
  /** Loads a snapshot with transactions that are not posted, or prices that are assumed. It is never cached. */
  loadDraft(wanted: WantedFamilies, draft: Hypothesis, userId: string): Promise<CachedSnapshot>
  /** The request that loads a snapshot in a worker. */
  loadRequest(wanted: WantedFamilies): LoadRequest
  /** How many snapshots were loaded and joined so far; `continued` counts the loads that read only what had changed. */
  counts(): { primary: number; replica: number; joined: number; continued: number }
}

/** How a snapshot differs from the ledger and the market. */
export interface Hypothesis {
  draft: DraftTransactions
  assumed?: AssumedMarket | undefined
}

type LoadRequest = Extract<JobRequest, { kind: 'load' }>
type Run = (request: JobRequest, needs?: CachedSnapshot | null) => Promise<JobResult>

/** While market data changes, single snapshots may never agree on a version: after this, all are loaded as one. */
const maxRounds = 3
/** Loads of one user that are queued or running at a time: as many as the largest pool has workers. */
const maxLoads = 4

/** Finds snapshots in the cache, and loads missing ones in the worker pool. */
export function createSnapshotFinder(options: SnapshotFinderOptions): SnapshotFinder {
  const { cache, changes, pool } = options
  const load = createLoadCoalescer<FoundSnapshot>(options.timeoutMs)
  const counts = { primary: 0, replica: 0, joined: 0, continued: 0 }

  const loadRequest = ({ familyIds, versions, today, marketDay, asOf }: WantedFamilies): LoadRequest => ({
    kind: 'load',
    families: familyIds,
    today,
    marketDay,
    asOf: asOf ?? null,
    market: cache.marketFor(today),
    atLeast: versions,
  })

  const findCached = async (wanted: WantedFamilies): Promise<FoundSnapshot | null> => {
    const found = cache.find(wanted)
    if (found || !cache.hasAnyOf(wanted.key)) return found
    await changes.readUpTo(wanted.versions.market)
    return cache.find(wanted)
  }

  const loadAtOnce = async (wanted: WantedFamilies, run: Run): Promise<FoundSnapshot> => {
    const previous = cache.findPrevious(wanted.key)
    const result = await run(
      {
        ...loadRequest(wanted),
        previous: previous && {
          key: previous.cached.key,
          versions: previous.versions,
          resume: previous.resume,
        },
      },
      previous?.cached ?? null,
    )
    invariant(result.kind === 'loaded', 'a load responds with a snapshot')
    counts[result.from] += 1
    if (result.loaded.isContinued) counts.continued += 1
    const { versions } = result.loaded
    // The snapshot may be newer than requested: it is cached under the versions it has.
    const key = snapshotKey(versions.families, versions.market, wanted.today, wanted.asOf)
    return cache.put(key, result.loaded)
  }

  const findOrLoad = async (wanted: WantedFamilies, userId: string, run: Run): Promise<FoundSnapshot> =>
    (await findCached(wanted)) ??
    load({
      key: wanted.key,
      familyIds: wanted.familyIds,
      find: () => cache.find(wanted),
      start: () => (wanted.familyIds.length > 1 ? assemble(wanted, userId) : loadAtOnce(wanted, run)),
    })

  /**
   * Loads only the families that have changed and joins all of them. The loads count as jobs of the user, so that they
   * neither delay other users nor take every worker.
   */
  const assemble = async (wanted: WantedFamilies, userId: string): Promise<FoundSnapshot> => {
    const run: Run = (request, needs = null) => pool().run(request, needs, { id: userId })
    let market = wanted.versions.market
    for (let round = 0; round < maxRounds; round += 1) {
      const parts = await mapConcurrently(splitByFamily(wanted, market), maxLoads, family =>
        findOrLoad(family, userId, run),
      )
      market = findNewest(parts)
      if (parts.some(({ versions }) => versions.market !== market)) continue
      const aligned = await alignDays(parts, wanted, family => findOrLoad(family, userId, run))
      if (aligned.every(({ versions }) => versions.market === market))
        return join(aligned, market, wanted.today)
      market = findNewest(aligned)
    }
    return loadAtOnce(wanted, run)
  }

  /** Each worker joins the parts that it holds, so that only the changed ones are sent to it. */
  const join = (parts: readonly FoundSnapshot[], marketVersion: string, today: number): FoundSnapshot => {
    counts.joined += 1
    const families = parts.flatMap(({ versions }) => versions.families)
    const cached = {
      key: snapshotKey(families, marketVersion, today),
      parts: parts.flatMap(part => part.cached.parts),
      lastDay: parts[0]?.cached.lastDay ?? today,
    }
    return cache.putJoined(cached, { families, market: marketVersion }, today)
  }

  /** The snapshot of one family serves all its users, so its load counts as no user's job and goes first. */
  const runForAll: Run = (request, needs = null) => pool().run(request, needs)

  return {
    find: async (wanted, userId) => (await findOrLoad(wanted, userId, runForAll)).cached,
    async loadDraft(wanted, { draft, assumed }, userId) {
      const request = { ...loadRequest(wanted), draft, ...(assumed && { assumed, asOf: assumed.asOf }) }
      const result = await pool().run(request, null, { id: userId })
      invariant(result.kind === 'loaded', 'a load responds with a snapshot')
      const { snapshot, metadata } = result.loaded
      const key = `${wanted.key}#${randomUUID()}`
      return { key, parts: [{ key, snapshot, metadata }], lastDay: snapshot.lastDay }
    },
    loadRequest,
    counts: () => counts,
  }
}

/** Snapshots that are joined end on one day: families that end earlier are loaded up to the last day of all. */
async function alignDays(
  parts: readonly FoundSnapshot[],
  { today, marketDay }: MarketDays,
  load: (family: WantedFamilies) => Promise<FoundSnapshot>,
): Promise<FoundSnapshot[]> {
  const dataDays = parts.flatMap(({ cached }) => cached.parts.map(({ metadata }) => metadata.dataDays))
  const asOf = chooseAsOf(joinDataDays(dataDays), { today, marketDay })
  return mapConcurrently(parts, maxLoads, async part => {
    const { families, market } = part.versions
    if (part.cached.lastDay === asOf) return part
    const key = snapshotKey(families, market, today, asOf)
    const familyIds = families.map(({ id }) => id)
    return load({ key, familyIds, versions: part.versions, today, marketDay, asOf })
  })
}

function splitByFamily(wanted: WantedFamilies, market: string): WantedFamilies[] {
  const { today, marketDay, versions } = wanted
  return versions.families
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(family => ({
      key: snapshotKey([family], market, today),
      familyIds: [family.id],
      versions: { families: [family], market },
      today,
      marketDay,
    }))
}

/** The newest market version of some snapshots. */
function findNewest(parts: readonly FoundSnapshot[]): string {
  return parts.reduce(
    (newest, { versions: { market } }) => (BigInt(market) > BigInt(newest) ? market : newest),
    '0',
  )
}

/** Runs a task for each item, at most `limit` at a time. After a failure no further task starts. */
async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  limit: number,
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const remaining = items.entries()
  let hasFailed = false
  const runNext = async () => {
    for (const [index, item] of remaining) {
      if (hasFailed) return
      results[index] = await run(item).catch(error => {
        hasFailed = true
        throw error
      })
    }
  }
  await Promise.all(Array.from({ length: limit }, runNext))
  return results
}
