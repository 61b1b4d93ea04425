import { describe, expect, it } from 'vitest'
import { createRequestCoalescing } from './request-coalescing.ts'

/** Runs that the test finishes by hand; each resolves to its number. */
function createManualRuns() {
  const open: { resolve(): void; reject(error: Error): void }[] = []
  let started = 0
  const run = () =>
    new Promise<number>((resolve, reject) => {
      started += 1
      const number = started
      open.push({ resolve: () => resolve(number), reject })
    })
  return { run, next: () => open.shift(), count: () => started }
}
const nextTurn = () => new Promise(resolve => setImmediate(resolve))

describe('requests with the same key', () => {
  it('share one later run when they arrive during a run', async () => {
    const coalesce = createRequestCoalescing()
    const { run, next, count } = createManualRuns()
    const first = coalesce('a', run)
    const [second, third] = [coalesce('a', run), coalesce('a', run)]
    expect(count()).toBe(1)
    next()?.resolve()
    expect(await first).toBe(1)
    await nextTurn()
    expect(count()).toBe(2)
    // The second run has started, so its result may be older than this request.
    const late = coalesce('a', run)
    next()?.resolve()
    expect(await Promise.all([second, third])).toEqual([2, 2])
    await nextTurn()
    next()?.resolve()
    expect(await late).toBe(3)
    const alone = coalesce('a', run)
    next()?.resolve()
    expect(await alone).toBe(4)
  })

  it('run again after a run before them failed', async () => {
    const coalesce = createRequestCoalescing()
    const { run, next } = createManualRuns()
    const [failing, waiting] = [coalesce('a', run), coalesce('a', run)]
    next()?.reject(new Error('gone'))
    await expect(failing).rejects.toThrow('gone')
    await nextTurn()
    next()?.resolve()
    expect(await waiting).toBe(2)
  })
})

describe('requests with different keys', () => {
  it('run at the same time', async () => {
    const coalesce = createRequestCoalescing()
    const { run, next } = createManualRuns()
    const both = [coalesce('a', run), coalesce('b', run)]
    next()?.resolve()
    next()?.resolve()
    expect(await Promise.all(both)).toEqual([1, 2])
  })
})
