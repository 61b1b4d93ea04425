import { describe, expect, it } from 'vitest'
import { AppError } from '../platform/errors/app-error.ts'
import { createMarketChanges } from '../snapshots/market-changes.ts'
import type { CachedSnapshot } from '../snapshots/named-snapshot.ts'
import { createSnapshotCache } from '../snapshots/snapshot-cache.ts'
import { snapshotKey } from '../snapshots/snapshot-key.ts'
import { createSnapshots } from './find-snapshots.ts'
import type { JobRequest, WorkerPool } from './worker-pool.ts'

/**
 * Snapshots of families a, b and c, on threads that note what they are asked to do. Every load finds the market that
 * `marketOf` tells for how many there were, and each changes everything.
 */
function library(marketOf: (load: number) => string, fails: (families: string) => boolean = () => false) {
  const done: string[] = []
  let busy = 0
  let busiest = 0
  const users: (string | undefined)[] = []
  const run = async (request: JobRequest, _needs: null, user?: { id: string }) => {
    users.push(user?.id)
    busy += 1
    busiest = Math.max(busiest, busy)
    await new Promise(resolve => setTimeout(resolve, 1))
    busy -= 1
    if (request.kind === 'join') {
      done.push(`join ${request.parts.map(({ key }) => key).join(' ')}`)
      return { kind: 'joined', joined: { snapshot: { instruments: [] }, names: {}, bytes: 1 } }
    }
    if (request.kind !== 'load') throw new Error('only loads and joins are expected')
    const families = request.families.join('')
    if (fails(families)) throw new AppError('overloaded')
    const market = marketOf(done.length)
    done.push(`${families}${market}`)
    const versions = { families: request.families.map(id => ({ id, version: '1' })), market }
    const columns = { version: market, lastDay: request.lastDay, prices: new Map(), rates: new Map() }
    const loaded = {
      snapshot: { instruments: [] },
      names: {},
      versions,
      bytes: 1,
      market: columns,
      marketBytes: 0,
    }
    return { kind: 'loaded', from: 'primary', loaded }
  }
  // Snapshots need no more of the pool.
  const threads = { run } as unknown as WorkerPool
  const changes = createMarketChanges(async () => [{ subject: '*', version: '100' }])
  const cache = createSnapshotCache(100, changes, () => undefined)
  const snapshots = createSnapshots({ cache, changes, threads: () => threads, timeoutMs: 5_000 })
  const of = (families: string, market = '1'): Promise<CachedSnapshot> => {
    const versions = [...families].map(id => ({ id, version: '1' }))
    const wanted = { families: versions, market }
    const key = snapshotKey(versions, market, 7)
    return snapshots.of({ key, familyIds: [...families], versions: wanted, asOf: 7 }, 'someone')
  }
  return { of, done, users, busiest: () => busiest }
}

describe('snapshots', () => {
  it('of several families are joined from those of each, in one order', async () => {
    const { of, done } = library(() => '1')
    expect((await of('cab')).key).toBe('a+b+c@1+1+1/1/7')
    expect(done.slice(0, 3).sort()).toEqual(['a1', 'b1', 'c1'])
    expect(done.slice(3)).toEqual(['join a@1/1/7 b@1/1/7 c@1/1/7'])
    await of('abc')
    await of('b')
    expect(done).toHaveLength(4)
  })

  it('of many families are loaded four at a time', async () => {
    const { of, busiest } = library(() => '1')
    await of('abcdefghi')
    expect(busiest()).toBe(4)
  })

  it('are joined of one market: those that are older are loaded again', async () => {
    const { of, done } = library(load => (load < 1 ? '8' : '9'))
    await of('ab', '8')
    expect(done).toEqual(['a8', 'b9', 'a9', 'join a@1/9/7 b@1/9/7'])
  })

  it('are read together where the market never rests', async () => {
    const { of, done } = library(load => String(9 + load))
    await of('ab', '9')
    expect(done.at(-1)).toMatch(/^ab\d+$/)
    expect(done.some(what => what.startsWith('join'))).toBe(false)
  })

  it("of several families count as CPU time of their user, and those of one as nobody's", async () => {
    const { of, done, users } = library(() => '1')
    await of('a')
    await of('ab')
    expect(done).toEqual(['a1', 'b1', 'join a@1/1/7 b@1/1/7'])
    expect(users).toEqual([undefined, 'someone', 'someone'])
  })

  it('are not joined where one cannot be loaded, and those that were are kept', async () => {
    let isDown = true
    const { of, done } = library(
      () => '1',
      families => isDown && families === 'c',
    )
    await expect(of('abc')).rejects.toThrow(AppError)
    isDown = false
    await of('abc')
    expect(done.filter(what => what === 'a1')).toHaveLength(1)
    expect(done.at(-1)).toMatch(/^join/)
  })
})
