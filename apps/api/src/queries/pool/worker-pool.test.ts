import { afterEach, describe, expect, it } from 'vitest'
import type { CachedSnapshot } from '../../snapshots/snapshot-metadata.ts'
import { createResultCache } from './result-cache.ts'
import { createPool, type WorkerPool } from './worker-pool.ts'

let pool: WorkerPool
afterEach(() => pool.close())

/** With long deadlines, unless those are tested: a worker may need a while to start. */
function open(
  size: number,
  {
    maxWaiting = 100,
    deadlineMs = 20_000,
    loadDeadlineMs = 20_000,
    isKept = (_key: string): boolean => true,
    onError = (_message: string): void => undefined,
    resultBytes = 0,
  } = {},
): WorkerPool {
  pool = createPool({
    entry: new URL('../../testing/scripted-worker.ts', import.meta.url),
    size,
    settings: { target: { config: {}, name: '' }, replica: null },
    deadlineMs,
    loadDeadlineMs,
    maxWaiting,
    isKept,
    results: createResultCache(resultBytes),
    onError,
  })
  return pool
}

const call = {
  params: undefined,
  query: undefined,
  body: { settings: {}, filters: {} },
  accept: 'json' as const,
}

interface TestQuery {
  key?: string
  user?: string
  signal?: AbortSignal
  currency?: string
  input?: unknown
  needs?: CachedSnapshot
}

/** The worker under test needs no more than the keys of a snapshot. */
function cachedAs(key: string, parts = [key]): CachedSnapshot {
  return { key, parts: parts.map(part => ({ key: part }) as CachedSnapshot['parts'][number]), lastDay: 0 }
}

function run(name: string, options: TestQuery = {}) {
  const { key = 'snapshot', user = 'ivy', signal, currency = 'CHF', input, needs = null } = options
  const view = viewIn(currency)
  return pool.run({ kind: 'query', key, name, view, call: { ...call, input } }, needs, { id: user, signal })
}

const loadRequest = {
  kind: 'load' as const,
  families: [],
  marketDay: null,
  asOf: null,
  market: null,
  atLeast: { families: [], market: '0' },
}
const viewIn = (currency: string) => ({
  accounts: [],
  family: null,
  currency,
  asOf: 0,
  today: 0,
  language: 'en-US' as const,
  mayCorrect: 'none' as const,
})

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

async function readText(running: ReturnType<typeof run>): Promise<string> {
  const result = await running
  return result.kind === 'result' ? decode(result.bytes) : ''
}

describe('the worker pool', () => {
  it('runs more queries than it has workers', async () => {
    open(2)
    const keys = Array.from({ length: 20 }, (_, index) => `snapshot ${index}`)
    expect(await Promise.all(keys.map(key => readText(run('echo', { key }))))).toEqual(keys)
  })

  it('drops a snapshot after its query when the cache no longer holds it', async () => {
    open(1, { isKept: key => key === 'newest' })
    // The worker does not look into a snapshot.
    for (const key of ['past', 'newest', 'draft']) await run('echo', { key, input: {}, needs: cachedAs(key) })
    expect(await readText(run('list'))).toBe('newest')
  })

  it('sends the parts of a joined snapshot once, and drops those that the cache no longer holds', async () => {
    open(1, { isKept: key => key !== 'old' })
    await run('echo', { needs: cachedAs('a') })
    await run('echo', { needs: cachedAs('both', ['a', 'b']) })
    await run('echo', { needs: cachedAs('both', ['a', 'b']) })
    expect(await readText(run('list'))).toBe('a,b,a+b=both')
    await run('echo', { needs: cachedAs('old and b', ['old', 'b']) })
    expect(await readText(run('list'))).toBe('a,b,a+b=both,old+b=old and b')
  })

  it('ends a worker that misses the deadline, and runs the next query', async () => {
    open(1, { deadlineMs: 3000 })
    const [hung, next] = await Promise.allSettled([run('hang'), run('echo')])
    expect(hung).toMatchObject({ status: 'rejected', reason: { code: 'overloaded' } })
    expect(next.status).toBe('fulfilled')
  })

  it('has a longer deadline for loading a snapshot to keep than for a query or a draft', async () => {
    open(1, { deadlineMs: 1000 })
    const load = { ...loadRequest, today: 2000 }
    expect(await pool.run(load, null)).toMatchObject({ kind: 'loaded' })
    await expect(pool.run({ ...load, draft: [] }, null)).rejects.toMatchObject({ code: 'overloaded' })
  })

  it('rejects only the running query when a worker dies', async () => {
    open(1)
    const [dead, next] = await Promise.allSettled([run('die'), run('echo')])
    expect(dead).toMatchObject({ status: 'rejected', reason: { code: 'overloaded' } })
    expect(next.status).toBe('fulfilled')
  })

  it('rejects with the error that a worker reports', async () => {
    open(1)
    await expect(run('throw')).rejects.toThrow('thrown')
  })

  it('does not run a queued query whose caller has disconnected', async () => {
    open(1)
    const connection = new AbortController()
    const first = run('echo')
    const second = run('echo', { signal: connection.signal })
    connection.abort()
    await expect(second).rejects.toMatchObject({ code: 'bad_request' })
    expect((await first).kind).toBe('result')
  })

  it('rejects queries when the queue is full', async () => {
    open(1, { maxWaiting: 1 })
    const running = ['one', 'two', 'three'].map(key => run('echo', { key }))
    const outcomes = await Promise.allSettled(running)
    expect(outcomes.map(outcome => outcome.status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  })
})

const runAs = (user: string, name: string, key = 'snapshot') => run(name, { user, key })

describe('the concurrency limit of a user', () => {
  const runSix = () => Array.from({ length: 6 }, (_, place) => runAs('heavy', 'wait', `snapshot ${place}`))

  it('is the whole pool while no other user is active', async () => {
    open(2)
    const jobs = runSix()
    expect(pool.load()).toMatchObject({ busy: 2, waiting: 4 })
    await Promise.all(jobs)
  })

  it('leaves one worker free while others are active', async () => {
    open(3)
    await Promise.all(['one', 'two', 'three'].map(key => runAs('light', 'echo', key)))
    const jobs = runSix()
    expect(pool.load()).toMatchObject({ workers: 3, busy: 2, waiting: 4 })
    await runAs('light', 'echo')
    expect(pool.load().waiting).toBeGreaterThan(0)
    await Promise.all(jobs)
  })

  it('is one where the pool has a single worker', async () => {
    open(1)
    await runAs('light', 'echo')
    const jobs = runSix()
    expect(pool.load()).toMatchObject({ busy: 1, waiting: 5 })
    await Promise.all(jobs)
  })

  it('holds for loads on behalf of a user as well, not for loads for all users', async () => {
    open(2)
    await runAs('light', 'echo')
    const load = (user?: { id: string }) => pool.run({ ...loadRequest, today: 100 }, null, user)
    const own = [load({ id: 'heavy' }), load({ id: 'heavy' })]
    expect(pool.load()).toMatchObject({ busy: 1, waiting: 1 })
    const shared = load()
    expect(pool.load()).toMatchObject({ busy: 2, waiting: 1 })
    await Promise.all([...own, shared])
  })
})

describe('the priority queue', () => {
  it('starts jobs of users whose last job started longest ago first, however late they come', async () => {
    open(1)
    const finished: string[] = []
    const note = (userId: string, key: string) => runAs(userId, 'echo', key).then(() => finished.push(key))
    const running = runAs('heavy', 'wait')
    await Promise.all([note('heavy', 'first'), note('heavy', 'second'), note('light', 'late'), running])
    expect(finished).toEqual(['late', 'first', 'second'])
  })

  it('counts loads on behalf of a user', async () => {
    open(1)
    const finished: string[] = []
    const running = pool.run({ ...loadRequest, today: 100 }, null, { id: 'heavy' })
    const jobs = ['heavy', 'light'].map(id => runAs(id, 'echo', id).then(() => finished.push(id)))
    await Promise.all([running, ...jobs])
    expect(finished).toEqual(['light', 'heavy'])
  })

  it('gives a query of two users the higher priority of the two', async () => {
    open(1)
    const finished: string[] = []
    const note = (userId: string, key: string) => runAs(userId, 'echo', key).then(() => finished.push(key))
    const running = runAs('heavy', 'wait')
    await Promise.all([running, note('heavy', 'own'), note('heavy', 'shared'), note('light', 'shared')])
    expect(finished).toEqual(['shared', 'shared', 'own'])
  })
})

describe('a warm-up', () => {
  const warmUp = (...names: string[]) => {
    const requests = names.map(name => {
      return { kind: 'query' as const, key: 'snapshot', name, view: viewIn('CHF'), call }
    })
    // The worker does not look into a snapshot.
    pool.warmUp(requests, cachedAs('snapshot'))
  }
  const waitUntilIdle = () => expect.poll(() => pool.load().busy, { timeout: 120_000 }).toBe(0)

  it('runs in each worker while the queue is empty', async () => {
    open(2)
    pool.start()
    warmUp('count', 'count', 'count')
    await waitUntilIdle()
    const [one, other] = [run('count', { key: 'one' }), run('count', { key: 'other' })]
    expect([await readText(one), await readText(other)]).toEqual(['4', '4'])
  })

  it('delays a user by one of its queries at most', async () => {
    open(1)
    pool.start()
    warmUp(...Array.from({ length: 50 }, () => 'count'))
    expect(await readText(run('count'))).toBe('2')
    await waitUntilIdle()
    expect(await readText(run('count'))).toBe('52')
  })

  it('ends after a second of CPU time', async () => {
    open(1)
    pool.start()
    warmUp('expensive', 'count', 'count')
    await waitUntilIdle()
    expect(await readText(run('count'))).toBe('1')
  })

  it('ends for good when a query fails, and reports why', async () => {
    const errors: string[] = []
    open(1, { onError: message => errors.push(message) })
    pool.start()
    warmUp('throw', 'count')
    await waitUntilIdle()
    expect(errors).toEqual(['thrown'])
    expect(await readText(run('count'))).toBe('1')
  })

  it('does not run again in place of a worker that died of it', async () => {
    const errors: string[] = []
    open(1, { onError: message => errors.push(message) })
    pool.start()
    warmUp('die')
    await expect.poll(() => pool.load().workers, { timeout: 120_000 }).toBe(0)
    expect(await readText(run('count'))).toBe('1')
    await waitUntilIdle()
    expect(errors).toEqual(['a worker thread ended'])
  })
})

describe('request coalescing without a result cache', () => {
  it('computes equal queries that wait in the queue once, and later ones again', async () => {
    open(1)
    const running = run('count')
    const waiting = [run('count'), run('count'), run('count')]
    expect(await readText(running)).toBe('1')
    expect(await Promise.all(waiting.map(readText))).toEqual(['2', '2', '2'])
    expect(await readText(run('count'))).toBe('3')
  })

  it('frees the bytes of a shared result when its last caller has released them', async () => {
    open(1)
    const running = run('echo')
    const results = await Promise.all([run('echo'), run('echo')])
    const [one, other] = results.filter(result => result.kind === 'result')
    one?.release()
    expect(other && decode(other.bytes)).toBe('snapshot')
    other?.release()
    expect(other?.bytes.byteLength).toBe(0)
    expect(await readText(running)).toBe('snapshot')
  })

  it('does not share queries that differ in snapshot, view or input', async () => {
    open(1)
    const running = [
      run('count'),
      run('count'),
      run('count', { key: 'other snapshot' }),
      run('count', { currency: 'EUR' }),
      run('count', { input: new Map([['a', 1]]) }),
      run('count', { input: new Map([['a', 2]]) }),
    ]
    expect(await Promise.all(running.map(readText))).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  it('still computes a shared query when one of its callers disconnects', async () => {
    open(1)
    const connection = new AbortController()
    const running = run('count')
    const leaving = run('count', { signal: connection.signal })
    const staying = run('count')
    connection.abort()
    await expect(leaving).rejects.toMatchObject({ code: 'bad_request' })
    expect(await readText(running)).toBe('1')
    expect(await readText(staying)).toBe('2')
  })
})

describe('the result cache of a pool', () => {
  const resultBytes = 1_000_000

  it('answers equal queries of different users with one computation', async () => {
    open(1, { resultBytes })
    expect(await readText(run('count', { user: 'ivy' }))).toBe('1')
    expect(await readText(run('count', { user: 'ann' }))).toBe('1')
  })

  it('computes the queries of a draft again', async () => {
    open(1, { resultBytes, isKept: () => false })
    const needs = cachedAs('draft')
    expect(await readText(run('count', { needs }))).toBe('1')
    expect(await readText(run('count', { needs }))).toBe('2')
  })
})
