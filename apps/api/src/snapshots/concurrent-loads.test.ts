import { describe, expect, it, vi } from 'vitest'
import { createLoads } from './concurrent-loads.ts'

/** Loads that end when they are told to, on a cache of their own. */
function library(timeoutMs = 10_000) {
  const load = createLoads<string>(timeoutMs)
  const cache = new Map<string, string>()
  const begun: { key: string; end(key?: string): void; fail(): void }[] = []
  const ask = (key: string, families: readonly string[] = ['one']) =>
    load({
      key,
      familyIds: families,
      find: () => cache.get(key) ?? null,
      begin: () =>
        new Promise((resolve, reject) => {
          const end = (as = key) => {
            cache.set(as, as)
            resolve(as)
          }
          begun.push({ key, end, fail: () => reject(new Error('lost')) })
        }),
    })
  return { ask, begun }
}

const keysOf = (begun: readonly { key: string }[]) => begun.map(({ key }) => key)

describe('loads of snapshots', () => {
  it('are one for all who ask for the same snapshot', async () => {
    const { ask, begun } = library()
    const asked = [ask('a'), ask('a'), ask('a')]
    begun[0]?.end()
    expect(await Promise.all(asked)).toEqual(['a', 'a', 'a'])
    expect(keysOf(begun)).toEqual(['a'])
  })

  it('come one after the other for the same families, beside each other for others', async () => {
    const { ask, begun } = library()
    const [first, second, other] = [ask('a'), ask('b'), ask('c', ['two'])]
    expect(keysOf(begun)).toEqual(['a', 'c'])
    begun[0]?.end()
    await first
    await vi.waitFor(() => expect(keysOf(begun)).toEqual(['a', 'c', 'b']))
    for (const { end } of begun.slice(1)) end()
    expect(await Promise.all([second, other])).toEqual(['b', 'c'])
  })

  it('are not needed where the one before has brought what is wanted', async () => {
    const { ask, begun } = library()
    const asked = [ask('a'), ask('b')]
    begun[0]?.end('b')
    expect(await Promise.all(asked)).toEqual(['b', 'b'])
    expect(keysOf(begun)).toEqual(['a'])
  })

  it('that fail are begun again by the caller next', async () => {
    const { ask, begun } = library()
    const [lost, next] = [ask('a'), ask('b')]
    begun[0]?.fail()
    await expect(lost).rejects.toThrow('lost')
    await vi.waitFor(() => expect(keysOf(begun)).toEqual(['a', 'b']))
    begun[1]?.end()
    expect(await next).toBe('b')
  })

  it('go on when whoever waited has been told that it takes too long', async () => {
    const { ask, begun } = library(30)
    await expect(ask('a')).rejects.toMatchObject({ code: 'overloaded' })
    const again = ask('a')
    begun[0]?.end()
    expect(await again).toBe('a')
    expect(keysOf(begun)).toEqual(['a'])
  })
})
