import { afterEach, describe, expect, it } from 'vitest'
import type { ShelvedBook } from './messages.ts'
import { createPool, type WorkerPool } from './worker-pool.ts'

let pool: WorkerPool
afterEach(() => pool.close())

/** Patient, unless patience is what is tested: a thread may need a while to start. */
function open(
  size: number,
  {
    mostWaiting = 100,
    deadlineMs = 20_000,
    loadDeadlineMs = 20_000,
    isKept = (_key: string): boolean => true,
    onError = (_message: string): void => undefined,
    urgency = { yieldToAll: (_tid: number): void => undefined, hurry: (_tid: number): void => undefined },
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
    urgency,
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
  needs: ShelvedBook | null = null,
  asker = 'ivy',
) {
  const call = { ...noCall, given }
  return pool.run({ kind: 'ask', key, name, view: viewIn(currency), call }, needs, { id: asker, signal })
}

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

  it('forget a book with its answer when it will not be asked about again', async () => {
    open(1, { isKept: key => key === 'newest' })
    // What a book holds is nothing to this thread.
    const shelved = (key: string) => ({ key }) as ShelvedBook
    for (const key of ['past', 'newest', 'draft']) await ask('tell', key, undefined, 'CHF', {}, shelved(key))
    const held = await ask('list')
    expect(held.kind === 'answered' && new TextDecoder().decode(held.bytes)).toBe('newest')
  })

  it('that take too long end with their question, and the next one is answered', async () => {
    open(1, { deadlineMs: 3000 })
    const [hung, next] = await Promise.allSettled([ask('hang'), ask('tell')])
    expect(hung).toMatchObject({ status: 'rejected', reason: { code: 'overloaded' } })
    expect(next.status).toBe('fulfilled')
  })

  it('have longer for a book that is kept than for a question or a draft', async () => {
    open(1, { deadlineMs: 1000 })
    const atLeast = { families: [], market: '0' }
    const order = { kind: 'load' as const, families: [], lastDay: 2000, market: null, atLeast }
    expect(await pool.run(order, null)).toMatchObject({ kind: 'loaded' })
    await expect(pool.run({ ...order, draft: [] }, null)).rejects.toMatchObject({ code: 'overloaded' })
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

describe('a share of the threads', () => {
  it('is all of them for who asks alone, all but one beside others, and never none', async () => {
    for (const [size, beside] of [
      [3, 2],
      [1, 1],
    ] as const) {
      open(size)
      expect(pool.mostOf('ivy')).toBe(size)
      await ask('tell')
      expect(pool.mostOf('ivy')).toBe(size)
      expect(pool.mostOf('ned')).toBe(beside)
      await pool.close()
    }
  })
})

describe('who has had much', () => {
  it('pauses while others ask, by what was done for them and not by how long that took', async () => {
    open(1)
    const asked = (name: string, asker: string) => ask(name, 'book', undefined, 'CHF', undefined, null, asker)
    await asked('dear', 'ivy')
    expect(pool.pauseOf('ivy')).toBe(0)
    // Waits for its thread to be free and counts as little all the same.
    await Promise.all([asked('dear', 'ivy'), asked('tell', 'ned')])
    expect(pool.pauseOf('ivy')).toBeGreaterThan(0)
    expect(pool.pauseOf('ned')).toBe(0)
  })

  it('is served by a thread that lets the others go first, while others ask', async () => {
    open(1)
    const asked = async (name: string, asker: string) => {
      const answer = await ask(name, 'book', undefined, 'CHF', undefined, null, asker)
      return answer.kind === 'answered' && new TextDecoder().decode(answer.bytes)
    }
    await asked('dear', 'ivy')
    expect(await asked('kind', 'ivy')).toBe('ordinary')
    await asked('tell', 'ned')
    const both = [asked('kind', 'ivy'), asked('kind', 'ned')]
    expect(await Promise.all(both)).toEqual(['patient', 'ordinary'])
    expect(pool.load().threads).toBe(2)
  })

  it('is served when nothing else wants the core, until a question has taken a second', async () => {
    const told: string[] = []
    const urgency = {
      yieldToAll: (tid: number) => void told.push(`${tid} yields`),
      hurry: (tid: number) => void told.push(`${tid} hurries`),
    }
    open(1, { urgency })
    const asked = (name: string, asker: string) => ask(name, 'book', undefined, 'CHF', undefined, null, asker)
    await asked('dear', 'ivy')
    await asked('tell', 'ned')
    expect(told).toEqual([])
    await asked('tell', 'ivy')
    expect(told).toEqual(['7 yields'])
    await asked('long', 'ivy')
    expect(told).toEqual(['7 yields', '7 hurries', '7 yields'])
    await asked('long', 'ned')
    expect(told).toHaveLength(3)
  })
})

async function textOf(asked: ReturnType<typeof ask>): Promise<string> {
  const answer = await asked
  return answer.kind === 'answered' ? new TextDecoder().decode(answer.bytes) : ''
}

describe('what can wait', () => {
  it('is done by a patient thread, whoever else has had little', async () => {
    const told: number[] = []
    open(1, { urgency: { yieldToAll: tid => void told.push(tid), hurry: () => undefined } })
    const atLeast = { families: [], market: '0' }
    const order = { families: [], lastDay: 1, market: null, atLeast }
    const loaded = await pool.runPatiently({ kind: 'load', ...order })
    expect(loaded.kind).toBe('loaded')
    expect(told).toEqual([7])
    expect(pool.hasOthers('ivy')).toBe(false)
    await ask('tell', 'book', undefined, 'CHF', undefined, null, 'ned')
    expect(pool.hasOthers('ivy')).toBe(true)
  })
})

describe('a rehearsal', () => {
  const rehearse = (...names: string[]) => {
    const requests = names.map(name => {
      return { kind: 'ask' as const, key: 'book', name, view: viewIn('CHF'), call: noCall }
    })
    // What a book holds is nothing to these threads.
    pool.rehearse(requests, { key: 'book' } as ShelvedBook)
  }
  const idle = () => expect.poll(() => pool.load().busy).toBe(0)

  it('is held by each thread that is there, while nobody asks', async () => {
    open(2)
    pool.warmUp()
    rehearse('count', 'count', 'count')
    await idle()
    const [one, other] = [ask('count', 'one'), ask('count', 'other')]
    expect([await textOf(one), await textOf(other)]).toEqual(['4', '4'])
  })

  it('waits for who asks, who waits for one question of it at most', async () => {
    open(1)
    pool.warmUp()
    rehearse(...Array.from({ length: 50 }, () => 'count'))
    expect(await textOf(ask('count'))).toBe('2')
    await idle()
    expect(await textOf(ask('count'))).toBe('52')
  })

  it('ends where it would take long, and counts for nobody', async () => {
    open(1)
    pool.warmUp()
    rehearse('dear', 'count', 'count')
    await idle()
    expect(await textOf(ask('count'))).toBe('1')
    expect(pool.mostOf('ivy')).toBe(1)
  })

  it('is held by patient threads again and again for a second, without what they are never asked for', async () => {
    open(1)
    pool.warmUp()
    const order = { kind: 'load' as const, families: [], lastDay: 1, market: null }
    const asking = { kind: 'ask' as const, key: 'book', view: viewIn('CHF'), call: noCall }
    const loading = { ...order, atLeast: { families: [], market: '0' } }
    const counting = { ...asking, name: 'count' }
    pool.rehearse([loading, counting, counting, { ...asking, name: 'costly' }], {
      key: 'book',
    } as ShelvedBook)
    const asked = (name: string, asker: string) =>
      textOf(ask(name, 'book', undefined, 'CHF', undefined, null, asker))
    await asked('dear', 'ivy')
    await asked('tell', 'ned')
    await idle()
    expect(pool.load().threads).toBe(2)
    expect(await asked('kind', 'ivy')).toBe('patient')
    expect(await asked('loads', 'ivy')).toBe('0')
    expect(await asked('loads', 'ned')).toBe('1')
    expect(await asked('count', 'ivy')).toBe('7')
    expect(await asked('count', 'ned')).toBe('3')
  })

  it('ends for good where something goes wrong in it, and tells what', async () => {
    const errors: string[] = []
    open(1, { onError: message => errors.push(message) })
    pool.warmUp()
    rehearse('throw', 'count')
    await idle()
    expect(errors).toEqual(['thrown'])
    expect(await textOf(ask('count'))).toBe('1')
  })

  it('does not begin again in place of a thread that died of it', async () => {
    const errors: string[] = []
    open(1, { onError: message => errors.push(message) })
    pool.warmUp()
    rehearse('die')
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
