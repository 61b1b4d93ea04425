import { describe, expect, it } from 'vitest'
import { createResultCache } from './result-cache.ts'

describe('the result cache', () => {
  const bytes = (size = 1_000) => new Uint8Array(size).fill(7)

  it('frees an evicted result when its last reader has read it', () => {
    const cache = createResultCache(42_000)
    const first = bytes()
    const reader = cache.share('0', first, 1)
    const other = cache.find('0')
    for (let place = 1; place <= 20; place += 1) cache.share(String(place), bytes(), 0)
    expect(cache.find('0')).toBeNull()
    expect(first.byteLength).toBe(1_000)
    reader.release()
    expect(first.byteLength).toBe(1_000)
    other?.release()
    expect(first.byteLength).toBe(0)
  })

  it('keeps a result that its readers have read', () => {
    const cache = createResultCache(42_000)
    cache.share('a', bytes(), 1).release()
    expect(cache.find('a')?.bytes.byteLength).toBe(1_000)
  })

  it('evicts the results used least recently and stays within its memory', () => {
    const cache = createResultCache(42_000)
    for (let place = 0; place < 16; place += 1) cache.share(String(place), bytes(), 0)
    cache.find('0')
    for (let place = 16; place < 24; place += 1) cache.share(String(place), bytes(), 0)
    expect(cache.size().bytes).toBeLessThanOrEqual(42_000)
    expect(cache.find('0')).not.toBeNull()
    expect(cache.find('1')).toBeNull()
  })

  it('keeps no result that would take a large part of it', () => {
    const cache = createResultCache(42_000)
    const large = bytes(4_000)
    const reader = cache.share('large', large, 1)
    expect(cache.find('large')).toBeNull()
    reader.release()
    expect(large.byteLength).toBe(0)
  })

  it('frees the second of two results that were computed at the same time', () => {
    const cache = createResultCache(42_000)
    const [first, second] = [bytes(), bytes()]
    cache.share('a', first, 1).release()
    cache.share('a', second, 1).release()
    expect(second.byteLength).toBe(0)
    expect(cache.find('a')?.bytes).toBe(first)
  })
})
