import { describe, expect, it } from 'vitest'
import { createRequestCoalescing } from './request-coalescing.ts'

/** Questions that are answered by hand, with how often they were asked by then. */
function byHand() {
  const open: { resolve(count: number): void; reject(error: Error): void }[] = []
  let asked = 0
  const ask = () =>
    new Promise<number>((resolve, reject) => {
      asked += 1
      const count = asked
      open.push({ resolve: () => resolve(count), reject })
    })
  return { ask, next: () => open.shift(), count: () => asked }
}
const turn = () => new Promise(resolve => setImmediate(resolve))

describe('callers the same', () => {
  it('while it is asked are answered together, by asking after the last of them came', async () => {
    const together = createRequestCoalescing()
    const { ask, next, count } = byHand()
    const first = together('a', ask)
    const [second, third] = [together('a', ask), together('a', ask)]
    expect(count()).toBe(1)
    next()?.resolve(0)
    expect(await first).toBe(1)
    await turn()
    expect(count()).toBe(2)
    // It is being asked already: what it tells may be older than this one.
    const late = together('a', ask)
    next()?.resolve(0)
    expect(await Promise.all([second, third])).toEqual([2, 2])
    await turn()
    next()?.resolve(0)
    expect(await late).toBe(3)
    const alone = together('a', ask)
    next()?.resolve(0)
    expect(await alone).toBe(4)
  })

  it('are not kept waiting by callers something else', async () => {
    const together = createRequestCoalescing()
    const { ask, next } = byHand()
    const both = [together('a', ask), together('b', ask)]
    next()?.resolve(0)
    next()?.resolve(0)
    expect(await Promise.all(both)).toEqual([1, 2])
  })

  it('are asked for again where the question before theirs failed', async () => {
    const together = createRequestCoalescing()
    const { ask, next } = byHand()
    const [failing, waiting] = [together('a', ask), together('a', ask)]
    next()?.reject(new Error('gone'))
    await expect(failing).rejects.toThrow('gone')
    await turn()
    next()?.resolve(0)
    expect(await waiting).toBe(2)
  })
})
