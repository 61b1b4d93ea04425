import { describe, expect, it } from 'vitest'
import type { LoadedSnapshot } from './load-snapshot.ts'
import { createSnapshotCache } from './snapshot-cache.ts'

function loaded(bytes: number, market = '1', version = '1'): LoadedSnapshot {
  const partial = {
    snapshot: { lastDay: 1 },
    metadata: { dataDays: { quote: 1, entry: null } },
    versions: { families: [{ id: 'a', version }], market },
    bytes,
    market: { version: market, today: 1, prices: new Map(), rates: new Map() },
    marketBytes: 0,
  }
  // The cache reads only sizes and versions.
  return partial as unknown as LoadedSnapshot
}

/** A request for family a in a version of its ledger and of the market, up to a day. */
const wanted = (key: string, version = '1', market = '1', today = 1) => ({
  key,
  versions: { families: [{ id: 'a', version }], market },
  today,
  marketDay: null,
})

/** Market data that changes completely with every version. */
const changed = { isUntouched: () => false }

describe('the snapshot cache', () => {
  it('evicts the least recently used snapshots above its budget', () => {
    const dropped: string[] = []
    const cache = createSnapshotCache(100, changed, key => dropped.push(key))
    cache.put('a@1', loaded(40))
    cache.put('b@1', loaded(40))
    cache.find(wanted('a@1'))
    cache.put('c@1', loaded(40))
    expect(dropped).toEqual(['b@1'])
    expect(cache.size()).toEqual({ snapshots: 2, bytes: 80 })
  })

  it('keeps the newest snapshot even if it alone is over the budget', () => {
    const cache = createSnapshotCache(10, changed, () => undefined)
    cache.put('a@1', loaded(40))
    expect(cache.find(wanted('a@1'))).not.toBeNull()
  })

  it('replaces older versions of the same families', () => {
    const dropped: string[] = []
    const cache = createSnapshotCache(100, changed, key => dropped.push(key))
    cache.put('a@9', loaded(40, '1', '9'))
    cache.put('a@10', loaded(40, '1', '10'))
    expect(dropped).toEqual(['a@9'])
    expect(cache.has('a@9')).toBe(false)
    expect(cache.size()).toEqual({ snapshots: 1, bytes: 40 })
  })

  it('counts the bytes of a snapshot that is put twice once', () => {
    const cache = createSnapshotCache(100, changed, () => undefined)
    cache.put('a@1', loaded(40))
    cache.put('a@1', loaded(40))
    expect(cache.size()).toEqual({ snapshots: 1, bytes: 40 })
  })

  it('finds a newer snapshot of the same families, but no older one', () => {
    const cache = createSnapshotCache(100, changed, () => undefined)
    cache.put('a@10', loaded(40, '5', '10'))
    expect(cache.find(wanted('a@9', '9', '5'))?.cached.key).toBe('a@10')
    expect(cache.find(wanted('a@10', '10', '4'))?.cached.key).toBe('a@10')
    expect(cache.find(wanted('a@11', '11', '5'))).toBeNull()
    expect(cache.find(wanted('a@9', '9', '6'))).toBeNull()
    expect(cache.find(wanted('a@9', '9', '5', 2))).toBeNull()
    expect(cache.find(wanted('b@9', '9', '5'))).toBeNull()
  })

  it('finds a snapshot of an older market version when none of its market data has changed', () => {
    const checks: string[][] = []
    const isUntouched = (_: unknown, since: string, until: string) => {
      checks.push([since, until])
      return until === '6'
    }
    const cache = createSnapshotCache(100, { isUntouched }, () => undefined)
    cache.put('a@10', loaded(40, '5', '10'))
    expect(cache.find(wanted('a@10', '10', '7'))).toBeNull()
    expect(cache.find(wanted('a@11', '11', '6'))).toBeNull()
    expect(cache.find(wanted('a@10', '10', '6'))?.versions.market).toBe('6')
    expect(cache.find(wanted('a@10', '10', '6'))?.cached.key).toBe('a@10')
    expect(checks).toEqual([
      ['5', '7'],
      ['5', '6'],
    ])
  })

  describe('of joined snapshots', () => {
    const open = (budget: number) => {
      const dropped: string[] = []
      const cache = createSnapshotCache(budget, changed, key => dropped.push(key))
      const parts = ['a@1', 'b@1'].flatMap(key => cache.put(key, loaded(40)).cached.parts)
      const versions = { families: [{ id: 'a', version: '1' }], market: '1' }
      cache.putJoined({ key: 'a+b@1', parts, lastDay: 1 }, versions, 1)
      return { cache, dropped }
    }

    it('counts the memory of the parts once, and keeps them as long as the whole is used', () => {
      const { cache, dropped } = open(130)
      expect(cache.size()).toEqual({ snapshots: 3, bytes: 80 })
      cache.put('c@1', loaded(40))
      expect(cache.find(wanted('a+b@1'))).not.toBeNull()
      cache.put('d@1', loaded(40))
      expect(dropped).toEqual(['c@1'])
    })

    it('drops a joined snapshot with any of its parts, so that it keeps no old one alive', () => {
      const { cache, dropped } = open(1_000)
      for (let version = 2; version < 50; version += 1)
        cache.put(`b@${version}`, loaded(40, '1', String(version)))
      expect(dropped.slice(0, 2).toSorted()).toEqual(['a+b@1', 'b@1'])
      expect(cache.size()).toEqual({ snapshots: 2, bytes: 80 })
    })

    it('keeps the parts of the newest one even above its budget', () => {
      const { cache } = open(50)
      expect(cache.find(wanted('a+b@1'))?.cached.parts).toHaveLength(2)
    })
  })

  it('offers market columns for their last day only', () => {
    const cache = createSnapshotCache(100, changed, () => undefined)
    cache.put('a@1', loaded(1, '7'))
    expect(cache.marketFor(1)?.version).toBe('7')
    expect(cache.marketFor(2)).toBeNull()
  })
})
