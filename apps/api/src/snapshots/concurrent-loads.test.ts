import { describe, expect, it } from 'vitest'
import { createLoadCoalescer } from './concurrent-loads.ts'

/** Loads that a test ends itself, with a cache of their own. */
function createTestLoads(timeoutMs = 10_000) {
  const load = createLoadCoalescer<string>(timeoutMs)
  const cache = new Map<string, string>()
  const started: { key: string; end(key?: string): void; fail(): void }[] = []
  const request = (key: string, families: readonly string[] = ['one']) =>
    load({
      key,
      familyIds: families,
      find: () => cache.get(key) ?? null,
      start: () =>
        new Promise((resolve, reject) => {
          const end = (as = key) => {
            cache.set(as, as)
            resolve(as)
          }
          started.push({ key, end, fail: () => reject(new Error('lost')) })
        }),
    })
  return { request, started }
}

const listKeys = (started: readonly { key: string }[]) => started.map(({ key }) => key)

describe('the load coalescer', () => {
  it('runs one load for concurrent requests of the same snapshot', async () => {
    const { request, started } = createTestLoads()
    const requests = [request('a'), request('a'), request('a')]
    started[0]?.end()
    expect(await Promise.all(requests)).toEqual(['a', 'a', 'a'])
    expect(listKeys(started)).toEqual(['a'])
  })

  it('runs loads of the same families in sequence, and of others in parallel', async () => {
    const { request, started } = createTestLoads()
    const [first, second, other] = [request('a'), request('b'), request('c', ['two'])]
    expect(listKeys(started)).toEqual(['a', 'c'])
    started[0]?.end()
    await first
    await expect.poll(() => listKeys(started)).toEqual(['a', 'c', 'b'])
    for (const { end } of started.slice(1)) end()
    expect(await Promise.all([second, other])).toEqual(['b', 'c'])
  })

  it('starts no load when the previous one brought the requested version', async () => {
    const { request, started } = createTestLoads()
    const requests = [request('a'), request('b')]
    started[0]?.end('b')
    expect(await Promise.all(requests)).toEqual(['b', 'b'])
    expect(listKeys(started)).toEqual(['a'])
  })

  it('starts the next load after one that failed', async () => {
    const { request, started } = createTestLoads()
    const [lost, next] = [request('a'), request('b')]
    started[0]?.fail()
    await expect(lost).rejects.toThrow('lost')
    await expect.poll(() => listKeys(started)).toEqual(['a', 'b'])
    started[1]?.end()
    expect(await next).toBe('b')
  })

  it('lets a load go on after its caller has timed out', async () => {
    const { request, started } = createTestLoads(30)
    await expect(request('a')).rejects.toMatchObject({ code: 'overloaded' })
    const retry = request('a')
    started[0]?.end()
    expect(await retry).toBe('a')
    expect(listKeys(started)).toEqual(['a'])
  })
})
