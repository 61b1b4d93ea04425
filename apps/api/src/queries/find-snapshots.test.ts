import { describe, expect, it } from 'vitest'
import { AppError } from '../platform/errors/app-error.ts'
import { createMarketChanges } from '../snapshots/market-changes.ts'
import { createSnapshotCache } from '../snapshots/snapshot-cache.ts'
import { snapshotKey } from '../snapshots/snapshot-key.ts'
import type { CachedSnapshot } from '../snapshots/snapshot-metadata.ts'
import { createSnapshotFinder } from './find-snapshots.ts'
import type { JobRequest } from './pool/job.ts'
import type { WorkerPool } from './pool/worker-pool.ts'

/**
 * A snapshot finder with a pool that records its jobs. `marketOf` gives the market version that the n-th load finds;
 * each version changes every price.
 */
function createTestFinder(
  marketOf: (load: number) => string,
  fails: (families: string) => boolean = () => false,
) {
  const done: string[] = []
  const dataDays = { quote: 7, entry: null }
  let busy = 0
  let busiest = 0
  const users: (string | undefined)[] = []
  const run = async (request: JobRequest, _needs: null, user?: { id: string }) => {
    users.push(user?.id)
    busy += 1
    busiest = Math.max(busiest, busy)
    await new Promise(resolve => setTimeout(resolve, 1))
    busy -= 1
    if (request.kind !== 'load') throw new Error('only loads are expected')
    const families = request.families.join('')
    if (fails(families)) throw new AppError('overloaded')
    const market = marketOf(done.length)
    done.push(`${families}${market}`)
    const versions = { families: request.families.map(id => ({ id, version: '1' })), market }
    const columns = { version: market, today: request.today, prices: new Map(), rates: new Map() }
    const loaded = {
      snapshot: { instruments: [], lastDay: request.asOf ?? 7 },
      metadata: { dataDays },
      versions,
      bytes: 1,
      market: columns,
      marketBytes: 0,
    }
    return { kind: 'loaded', from: 'primary', loaded }
  }
  // The finder uses nothing else of the pool.
  const pool = { run } as unknown as WorkerPool
  const changes = createMarketChanges(async () => [{ subject: '*', version: '100' }])
  const cache = createSnapshotCache(100, changes, () => undefined)
  const finder = createSnapshotFinder({ cache, changes, pool: () => pool, timeoutMs: 5_000 })
  const find = (families: string, market = '1'): Promise<CachedSnapshot> => {
    const versions = [...families].map(id => ({ id, version: '1' }))
    const wanted = { families: versions, market }
    const key = snapshotKey(versions, market, 7)
    return finder.find(
      { key, familyIds: [...families], versions: wanted, today: 7, marketDay: null },
      'someone',
    )
  }
  return { find, done, users, busiest: () => busiest }
}

const keysOf = ({ parts }: CachedSnapshot) => parts.map(({ key }) => key)

describe('the snapshot finder', () => {
  it('joins the snapshots of several families in a fixed order', async () => {
    const { find, done } = createTestFinder(() => '1')
    const joined = await find('cab')
    expect(joined).toMatchObject({ key: 'a+b+c@1+1+1/1/7', lastDay: 7 })
    expect(keysOf(joined)).toEqual(['a@1/1/7', 'b@1/1/7', 'c@1/1/7'])
    expect(done.toSorted()).toEqual(['a1', 'b1', 'c1'])
    await find('abc')
    await find('b')
    expect(done).toHaveLength(3)
  })

  it('loads many families four at a time', async () => {
    const { find, busiest } = createTestFinder(() => '1')
    await find('abcdefghi')
    expect(busiest()).toBe(4)
  })

  it('reloads snapshots of an older market version before it joins them', async () => {
    const { find, done } = createTestFinder(load => (load < 1 ? '8' : '9'))
    expect(keysOf(await find('ab', '8'))).toEqual(['a@1/9/7', 'b@1/9/7'])
    expect(done).toEqual(['a8', 'b9', 'a9'])
  })

  it('loads all families as one when the market keeps changing', async () => {
    const { find, done } = createTestFinder(load => String(9 + load))
    expect(keysOf(await find('ab', '9'))).toHaveLength(1)
    expect(done.at(-1)).toMatch(/^ab\d+$/)
  })

  it('attributes loads for several families to the user, and loads of one family to no user', async () => {
    const { find, done, users } = createTestFinder(() => '1')
    await find('a')
    await find('ab')
    expect(done).toEqual(['a1', 'b1'])
    expect(users).toEqual([undefined, 'someone'])
  })

  it('does not join when one load fails, and keeps the snapshots that were loaded', async () => {
    let isDown = true
    const { find, done } = createTestFinder(
      () => '1',
      families => isDown && families === 'c',
    )
    await expect(find('abc')).rejects.toThrow(AppError)
    isDown = false
    expect(keysOf(await find('abc'))).toHaveLength(3)
    expect(done.filter(what => what === 'a1')).toHaveLength(1)
  })
})
