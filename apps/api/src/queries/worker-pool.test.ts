import { afterEach, describe, expect, it } from 'vitest'
import type { CachedSnapshot } from '../snapshots/named-snapshot.ts'
import { createPool, type WorkerPool } from './worker-pool.ts'

let pool: WorkerPool
afterEach(() => pool.close())

/** With long deadlines, unless those are tested: a worker may need a while to start. */
function open(
  size: number,
  {
    mostWaiting = 100,
    deadlineMs = 20_000,
    loadDeadlineMs = 20_000,
    isKept = (_key: string): boolean => true,
    onError = (_message: string): void => undefined,
  } = {},
): WorkerPool {
  pool = createPool({
    entry: new URL('../testing/obedient-worker.ts', import.meta.url),
    size,
    settings: { target: { config: {}, name: '' }, replica: null },
    deadlineMs,
    loadDeadlineMs,
    mostWaiting,
    isKept,
    onError,
  })
  return pool
}

const noCall = { params: undefined, query: undefined, body: undefined, accept: 'json' as const }

function ask(
  name: string,
  key = 'book',
  signal?: AbortSignal,
  currency = 'CHF',
  given?: unknown,
  needs: CachedSnapshot | null = null,
  caller = 'ivy',
) {
  const call = { ...noCall, given }
  return pool.run({ kind: 'ask', key, name, view: viewIn(currency), call }, needs, { id: caller, signal })
}

const order = { kind: 'load' as const, families: [], market: null, atLeast: { families: [], market: '0' } }
const viewIn = (currency: string) => ({
  accounts: [],
  family: null,
  currency,
  asOf: 0,
  today: 0,
  language: 'en-US' as const,
  mayCorrect: 'none' as const,
  eventTypes: null,
})

describe('the threads', () => {
  it('answer more questions than there are threads', async () => {
    open(2)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => ask('tell', `book ${i}`)))
    const texts = answers.map(answer =>
      answer.kind === 'answered' ? new TextDecoder().decode(answer.bytes) : '',
    )
    expect(texts).toEqual(Array.from({ length: 20 }, (_, i) => `book ${i}`))
  })

  it('forget a snapshot with its answer when it will not be asked about again', async () => {
    open(1, { isKept: key => key === 'newest' })
    // What a snapshot holds is nothing to this thread.
    const cached = (key: string) => ({ key }) as CachedSnapshot
    for (const key of ['past', 'newest', 'draft']) await ask('tell', key, undefined, 'CHF', {}, cached(key))
    const held = await ask('list')
    expect(held.kind === 'answered' && new TextDecoder().decode(held.bytes)).toBe('newest')
  })

  it('that take too long end with their question, and the next one is answered', async () => {
    open(1, { deadlineMs: 3000 })
    const [hung, next] = await Promise.allSettled([ask('hang'), ask('tell')])
    expect(hung).toMatchObject({ status: 'rejected', reason: { code: 'overloaded' } })
    expect(next.status).toBe('fulfilled')
  })

  it('have longer for a snapshot that is kept than for a question or a draft', async () => {
    open(1, { deadlineMs: 1000 })
    const load = { ...order, lastDay: 2000 }
    expect(await pool.run(load, null)).toMatchObject({ kind: 'loaded' })
    await expect(pool.run({ ...load, draft: [] }, null)).rejects.toMatchObject({ code: 'overloaded' })
  })

  it('that die take only their own question with them', async () => {
    open(1)
    const [dead, next] = await Promise.allSettled([ask('die'), ask('tell')])
    expect(dead).toMatchObject({ status: 'rejected', reason: { code: 'overloaded' } })
    expect(next.status).toBe('fulfilled')
  })

  it('tell what went wrong in them', async () => {
    open(1)
    await expect(ask('throw')).rejects.toThrow('thrown')
  })

  it('do not work for someone who has left the line', async () => {
    open(1)
    const left = new AbortController()
    const first = ask('tell')
    const second = ask('tell', 'book', left.signal)
    left.abort()
    await expect(second).rejects.toMatchObject({ code: 'bad_request' })
    expect((await first).kind).toBe('answered')
  })

  it('refuse when too many wait', async () => {
    open(1, { mostWaiting: 1 })
    const line = [ask('tell', 'one'), ask('tell', 'two'), ask('tell', 'three')]
    const outcomes = await Promise.allSettled(line)
    expect(outcomes.map(outcome => outcome.status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  })
})

const askAs = (userId: string, name: string, key = 'book') =>
  ask(name, key, undefined, 'CHF', undefined, null, userId)

describe('the concurrency limit of a user', () => {
  const runSix = () => Array.from({ length: 6 }, (_, place) => askAs('heavy', 'wait', `book ${place}`))

  it('is the whole pool while nobody else is active', async () => {
    open(2)
    const jobs = runSix()
    expect(pool.load()).toMatchObject({ busy: 2, waiting: 4 })
    await Promise.all(jobs)
  })

  it('leaves one worker free while others are active', async () => {
    open(3)
    await Promise.all(['one', 'two', 'three'].map(key => askAs('light', 'tell', key)))
    const jobs = runSix()
    expect(pool.load()).toMatchObject({ threads: 3, busy: 2, waiting: 4 })
    await askAs('light', 'tell')
    expect(pool.load().waiting).toBeGreaterThan(0)
    await Promise.all(jobs)
  })

  it('is one where the pool has a single worker', async () => {
    open(1)
    await askAs('light', 'tell')
    const jobs = runSix()
    expect(pool.load()).toMatchObject({ busy: 1, waiting: 5 })
    await Promise.all(jobs)
  })

  it('holds for loads on behalf of a user as well, not for loads for all users', async () => {
    open(2)
    await askAs('light', 'tell')
    const load = (user?: { id: string }) => pool.run({ ...order, lastDay: 100 }, null, user)
    const own = [load({ id: 'heavy' }), load({ id: 'heavy' })]
    expect(pool.load()).toMatchObject({ busy: 1, waiting: 1 })
    const shared = load()
    expect(pool.load()).toMatchObject({ busy: 2, waiting: 1 })
    await Promise.all([...own, shared])
  })
})

describe('the priority queue', () => {
  it('starts jobs of users with less CPU time first, however late they come', async () => {
    open(1)
    await askAs('heavy', 'dear')
    const finished: string[] = []
    const note = (userId: string, key: string) => askAs(userId, 'tell', key).then(() => finished.push(key))
    const running = askAs('heavy', 'wait')
    await Promise.all([note('heavy', 'first'), note('heavy', 'second'), note('light', 'late'), running])
    expect(finished).toEqual(['late', 'first', 'second'])
  })

  it('counts the CPU time of loads on behalf of a user', async () => {
    open(1)
    await pool.run({ ...order, lastDay: 1 }, null, { id: 'heavy' })
    const finished: string[] = []
    const running = askAs('heavy', 'wait')
    const jobs = ['heavy', 'light'].map(id => askAs(id, 'tell', id).then(() => finished.push(id)))
    await Promise.all([running, ...jobs])
    expect(finished).toEqual(['light', 'heavy'])
  })

  it('gives a query of two users the priority of the one with less CPU time', async () => {
    open(1)
    await askAs('heavy', 'dear')
    const finished: string[] = []
    const note = (userId: string, key: string) => askAs(userId, 'tell', key).then(() => finished.push(key))
    const running = askAs('heavy', 'wait')
    await Promise.all([running, note('heavy', 'own'), note('heavy', 'shared'), note('light', 'shared')])
    expect(finished).toEqual(['shared', 'shared', 'own'])
  })
})

async function textOf(asked: ReturnType<typeof ask>): Promise<string> {
  const answer = await asked
  return answer.kind === 'answered' ? new TextDecoder().decode(answer.bytes) : ''
}

describe('a warm-up', () => {
  const warmUp = (...names: string[]) => {
    const requests = names.map(name => {
      return { kind: 'ask' as const, key: 'book', name, view: viewIn('CHF'), call: noCall }
    })
    // What a snapshot holds is nothing to these threads.
    pool.warmUp(requests, { key: 'book' } as CachedSnapshot)
  }
  const idle = () => expect.poll(() => pool.load().busy, { timeout: 20_000 }).toBe(0)

  it('runs in each worker while the queue is empty', async () => {
    open(2)
    pool.start()
    warmUp('count', 'count', 'count')
    await idle()
    const [one, other] = [ask('count', 'one'), ask('count', 'other')]
    expect([await textOf(one), await textOf(other)]).toEqual(['4', '4'])
  })

  it('delays a user by one of its queries at most', async () => {
    open(1)
    pool.start()
    warmUp(...Array.from({ length: 50 }, () => 'count'))
    expect(await textOf(ask('count'))).toBe('2')
    await idle()
    expect(await textOf(ask('count'))).toBe('52')
  })

  it('ends after a second of CPU time', async () => {
    open(1)
    pool.start()
    warmUp('dear', 'count', 'count')
    await idle()
    expect(await textOf(ask('count'))).toBe('1')
  })

  it('ends for good when a query fails, and reports why', async () => {
    const errors: string[] = []
    open(1, { onError: message => errors.push(message) })
    pool.start()
    warmUp('throw', 'count')
    await idle()
    expect(errors).toEqual(['thrown'])
    expect(await textOf(ask('count'))).toBe('1')
  })

  it('does not run again in place of a worker that died of it', async () => {
    const errors: string[] = []
    open(1, { onError: message => errors.push(message) })
    pool.start()
    warmUp('die')
    await expect.poll(() => pool.load().threads).toBe(0)
    expect(await textOf(ask('count'))).toBe('1')
    await idle()
    expect(errors).toEqual(['a worker thread ended'])
  })
})

describe('a question that several ask', () => {
  it('is answered once for all who wait for it, and again for who comes later', async () => {
    open(1)
    const begun = ask('count')
    const waiting = [ask('count'), ask('count'), ask('count')]
    expect(await textOf(begun)).toBe('1')
    expect(await Promise.all(waiting.map(textOf))).toEqual(['2', '2', '2'])
    expect(await textOf(ask('count'))).toBe('3')
  })

  it('keeps its bytes until the last of them has read them, and no longer', async () => {
    open(1)
    const begun = ask('tell')
    const told = await Promise.all([ask('tell'), ask('tell')])
    const [one, other] = told.filter(answer => answer.kind === 'answered')
    one?.release()
    expect(other && new TextDecoder().decode(other.bytes)).toBe('book')
    other?.release()
    expect(other?.bytes.byteLength).toBe(0)
    expect(await textOf(begun)).toBe('book')
  })

  it('is another one where anything in it differs', async () => {
    open(1)
    const asked = [
      ask('count'),
      ask('count'),
      ask('count', 'other book'),
      ask('count', 'book', undefined, 'EUR'),
      ask('count', 'book', undefined, 'CHF', new Map([['a', 1]])),
      ask('count', 'book', undefined, 'CHF', new Map([['a', 2]])),
    ]
    expect(await Promise.all(asked.map(textOf))).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  it('is still answered to the others when one of them leaves', async () => {
    open(1)
    const left = new AbortController()
    const begun = ask('count')
    const leaving = ask('count', 'book', left.signal)
    const staying = ask('count')
    left.abort()
    await expect(leaving).rejects.toMatchObject({ code: 'bad_request' })
    expect(await textOf(begun)).toBe('1')
    expect(await textOf(staying)).toBe('2')
  })
})
