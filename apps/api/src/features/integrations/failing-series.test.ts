import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'
import { type ProviderServer, respond, startProviderServer } from './testing/provider-server.ts'

let app: TestApp
let provider: ProviderServer
let admin: string
/** Replies by symbol; without one, a close of 10. */
const replies = new Map<string, Parameters<ProviderServer['respondWith']>[0]>()

beforeAll(async () => {
  provider = await startProviderServer()
  app = await createTestApp({
    jobs: true,
    market: {
      addresses: { yahoo: `${provider.address}/chart`, ecb: `${provider.address}/ecb` },
      pauseMs: 1,
      timeoutMs: 2000,
    },
  })
  await app.addUser({ username: 'admin', role: 'admin' })
  admin = (await app.signIn('admin')).access
  const ledger = testLedger(app.database)
  for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G']) {
    const id = await ledger.instrument(name, 'equity', 'USD')
    await app.database.query(
      "insert into instrument_identifier (instrument_id, kind, value) values ($1, 'yahoo', $2)",
      [id, `${name}.X`],
    )
  }
  provider.respondWith((request, response) => {
    const symbol = /chart\/(\w\.X)/.exec(request.url ?? '')?.[1] ?? ''
    const reply = replies.get(symbol) ?? respond(chart(), 'application/json')
    reply(request, response)
  })
})
afterAll(async () => {
  await app.close()
  await provider.close()
})
beforeEach(async () => {
  replies.clear()
  provider.requestedPaths.length = 0
  await app.database.query('delete from price')
  await app.database.query('delete from integration_run')
  await app.database.query('update integration set retry_at = null, wait_until = null, failures = 0')
})

const yesterday = () => new Date(app.now().getTime() - 86_400_000).toISOString().slice(0, 10)
const chart = () =>
  JSON.stringify({
    chart: {
      result: [
        {
          meta: { currency: 'USD', gmtoffset: 0 },
          timestamp: [Date.parse(yesterday()) / 1000 + 50_000],
          indicators: { quote: [{ close: [10] }] },
        },
      ],
    },
  })
const failing = (status: number, headers = {}) => respond('', 'text/plain', status, headers)

async function readSource(name = 'yahoo') {
  const list = (await app.call({ method: 'GET', url: '/api/integrations/', as: admin })).json().data
  return list.find((each: { provider: string }) => each.provider === name)
}

async function run(name = 'yahoo') {
  const { id } = await readSource(name)
  const reply = await app.call({ method: 'POST', url: `/api/integrations/${id}/run/`, as: admin })
  expect(reply.statusCode, reply.body).toBe(202)
  for (;;) {
    const job = await app.call({ method: 'GET', url: `/api/jobs/${reply.json().data.id}/`, as: admin })
    if (job.json().data.finished_at !== null) return readSource(name)
    await sleep(20)
  }
}

async function priced(): Promise<string> {
  const { rows } = await app.database.query(
    "select string_agg(i.name, '' order by i.name) as names from price p join instrument i on i.id = p.instrument_id",
  )
  return rows[0].names ?? ''
}

describe('a series that fails', () => {
  it.each([
    ['with a server error', failing(500), 'responded with status 500'],
    ['with a refused key', failing(403), 'rejected the key'],
    ['with a redirect', failing(302, { location: 'http://127.0.0.1:1/' }), 'redirects elsewhere'],
  ])('%s stops no other, and is named with its reason', async (_title, reply, reason) => {
    replies.set('B.X', reply)
    const source = await run()
    expect(await priced()).toBe('ACDEFG')
    expect(source).toMatchObject({ status: 'partial', rows_count: 6 })
    expect(source.message).toBe('6 of 7 series delivered.')
    expect(source.missing).toMatch(/^B \(B\.X\): /)
    expect(source.missing).toContain(reason)
  })

  it('comes last in the next run, so that several in a row delay the others only once', async () => {
    for (const name of ['A', 'B', 'C', 'D', 'E']) replies.set(`${name}.X`, failing(500))
    const first = await run()
    expect(first).toMatchObject({ status: 'failed' })
    expect(first.missing).toContain('F (F.X): skipped')
    const second = await run()
    expect(await priced()).toBe('FG')
    expect(second).toMatchObject({ status: 'partial', message: '2 of 7 series delivered.' })
  })

  it('is retried with growing delays, which the next run states', async () => {
    replies.set('B.X', failing(500))
    const minutes: number[] = []
    for (let i = 0; i < 5; i += 1) {
      const { next_run_at, last_run_at } = await run()
      minutes.push(Math.round((Date.parse(next_run_at) - Date.parse(last_run_at)) / 60_000))
    }
    expect(minutes.slice(0, 4)).toEqual([5, 15, 60, 240].map(each => Math.min(each, minutes[4] ?? 0)))
    replies.clear()
    const { next_run_at } = await run()
    expect(next_run_at).toMatch(/T22:10:00/)
  })

  it('is not retried before its symbol is corrected', async () => {
    replies.set('B.X', failing(404))
    const source = await run()
    expect(source).toMatchObject({ status: 'partial', missing: 'B (B.X): unknown to the provider' })
    expect(source.next_run_at).toMatch(/T22:10:00/)
  })

  it('with a request to wait ends the run, and no scheduled run comes earlier', async () => {
    replies.set('C.X', failing(429, { 'retry-after': '90000' }))
    const source = await run()
    expect(await priced()).toBe('AB')
    expect(source.missing).toContain('C (C.X): 127.0.0.1')
    expect(source.missing).toContain('D (D.X): skipped')
    const waits = Date.parse(source.next_run_at) - Date.parse(source.last_run_at)
    // Longer than the day until the next scheduled run; a provider cannot ask for more than a day.
    expect(waits / 3_600_000).toBeCloseTo(24, 1)
  })
})

describe('the history of a series', () => {
  const requestedDays = () => {
    const path = provider.requestedPaths.find(each => each.includes('A.X')) ?? ''
    const from = Number(/period1=(\d+)/.exec(path)?.[1])
    return Math.round((app.now().getTime() / 1000 - from) / 86_400)
  }

  it.each(['manual', 'upload', 'statement'])(
    'is fetched although a close of %s is newer than what the provider has delivered',
    async source => {
      await app.database.query(
        `insert into price (instrument_id, date, close, source, is_entered)
         select id, $1, 10, $2, $2 <> 'statement' from instrument where name = 'A'`,
        [yesterday(), source],
      )
      await run()
      expect(requestedDays()).toBeGreaterThan(360)
    },
  )

  it('is continued from the last close of the provider, with days that it may correct', async () => {
    await run()
    provider.requestedPaths.length = 0
    await run()
    expect(requestedDays()).toBeLessThan(10)
  })
})

describe('entered data', () => {
  const upload = (payload: string) =>
    app.call({
      method: 'POST',
      url: '/api/integrations/upload/?name=file.csv',
      payload,
      headers: { 'content-type': 'text/csv' },
      as: admin,
    })

  it('ranks above providers: neither an uploaded rate nor an uploaded price is replaced', async () => {
    await app.database.query("update instrument set symbol = name where name in ('A', 'B')")
    expect((await upload(`currency,date,rate\nCHF,${yesterday()},1.3\n`)).statusCode).toBe(200)
    expect((await upload(`symbol,date,price\nA,${yesterday()},99\n`)).statusCode).toBe(200)
    // The account of the person who entered it may be erased later.
    await app.database.query('update price set set_by = null')
    await run()
    provider.respondWith(
      respond(
        `<Envelope><Cube><Cube time='${yesterday()}'><Cube currency='USD' rate='1.16'/><Cube currency='CHF' rate='0.928'/></Cube></Cube></Envelope>`,
        'text/xml',
      ),
    )
    expect(await run('ecb')).toMatchObject({ status: 'success', rows_count: 1 })
    const { rows } = await app.database.query(
      `select currency as name, rate::text as value, source from fx_rate
       union all select i.name, close::text, source from price join instrument i on i.id = instrument_id
       where i.name in ('A', 'B') order by 1`,
    )
    expect(rows).toEqual([
      { name: 'A', value: '99', source: 'upload' },
      { name: 'B', value: '10', source: 'yahoo' },
      { name: 'CHF', value: '1.3', source: 'upload' },
      { name: 'EUR', value: '1.16', source: 'ecb' },
    ])
  })
})
