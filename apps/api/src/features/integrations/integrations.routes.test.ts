import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'
import { hanging, type ProviderServer, respond, startProviderServer } from './testing/provider-server.ts'

let app: TestApp
let provider: ProviderServer
let admin: string
let investor: string
let familyId: string

beforeAll(async () => {
  provider = await startProviderServer()
  app = await createTestApp({
    jobs: true,
    market: {
      addresses: { ecb: `${provider.address}/ecb`, yahoo: `${provider.address}/chart` },
      pauseMs: 1,
      timeoutMs: 2000,
    },
  })
  familyId = await app.addFamily('Aebi')
  await app.addUser({ username: 'admin', role: 'admin' })
  await app.addUser({ username: 'owner', role: 'investor', familyId })
  admin = (await app.signIn('admin')).access
  investor = (await app.signIn('owner')).access
})
afterAll(async () => {
  await app.close()
  await provider.close()
})
beforeEach(() => {
  provider.requestedPaths.length = 0
})

const list = async (as = admin) =>
  (await app.call({ method: 'GET', url: '/api/integrations/', as })).json().data
const sourceOf = async (id: string) =>
  (await list()).find((source: { provider: string }) => source.provider === id)
const run = (id: string, at: 0 | 1 = 0) =>
  app.call({ method: 'POST', url: `/api/integrations/${id}/run/`, as: admin, at })

async function until<T>(look: () => Promise<T | null | undefined | false>): Promise<T> {
  for (let waited = 0; waited < 15_000; waited += 50) {
    const found = await look()
    if (found) return found
    await sleep(50)
  }
  throw new Error('waited for too long')
}

async function runToTheEnd(name: string) {
  const { id } = await sourceOf(name)
  const reply = await run(id)
  expect(reply.statusCode, reply.body).toBe(202)
  const job = await until(async () => {
    const read = await app.call({ method: 'GET', url: `/api/jobs/${reply.json().data.id}/`, as: admin })
    return read.json().data.finished_at !== null && read.json().data
  })
  return { job, source: await sourceOf(name) }
}

const xmlOf = (date: string, dollar: string) =>
  `<Envelope><Cube><Cube time='${date}'><Cube currency='USD' rate='${dollar}'/><Cube currency='CHF' rate='0.928'/></Cube></Cube></Envelope>`
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

describe('data sources', () => {
  it('exist from the first start for providers that the operator enabled', async () => {
    const found = await list()
    expect(found.map((source: { provider: string }) => source.provider).sort()).toEqual(['ecb', 'yahoo'])
    expect(await sourceOf('ecb')).toMatchObject({
      name: 'European Central Bank',
      kind: 'rates',
      status: 'no_data',
      icon: 0,
      schedule: 'daily 16:30',
      is_paused: false,
      can_run: true,
      has_secret: false,
      families: [],
    })
  })

  it('are limited to administrators', async () => {
    const { id } = await sourceOf('ecb')
    const calls = [
      { method: 'GET', url: '/api/integrations/' },
      { method: 'PATCH', url: `/api/integrations/${id}/`, payload: { is_paused: true } },
      { method: 'POST', url: `/api/integrations/${id}/run/` },
      { method: 'GET', url: `/api/integrations/${id}/runs/` },
    ] as const
    for (const call of calls) {
      expect((await app.call(call)).statusCode, call.url).toBe(401)
      expect((await app.call({ ...call, as: investor })).statusCode, call.url).toBe(403)
    }
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect((await run(unknown)).statusCode).toBe(404)
    expect(
      (await app.call({ method: 'GET', url: `/api/integrations/${unknown}/runs/`, as: admin })).statusCode,
    ).toBe(404)
  })

  it('run on request, write new data and keep a record of each run', async () => {
    provider.respondWith(respond(xmlOf(daysAgo(1), '1.16'), 'text/xml'))
    const first = await runToTheEnd('ecb')
    expect(first.job).toMatchObject({ status: 'done', kind: 'integration', result_id: first.source.id })
    expect(first.source).toMatchObject({ status: 'success', icon: 1, rows_count: 2, data_date: daysAgo(1) })
    const { rows } = await app.database.query('select currency, rate::text, source from fx_rate order by 1')
    expect(rows).toEqual([
      { currency: 'CHF', rate: '1.25', source: 'ecb' },
      { currency: 'EUR', rate: '1.16', source: 'ecb' },
    ])
    const again = await runToTheEnd('ecb')
    expect(again.source).toMatchObject({ status: 'no_data', icon: 0, rows_count: 0 })
    expect(provider.requestedPaths).toEqual(['/ecb/eurofxref-hist.xml', '/ecb/eurofxref-daily.xml'])
    const runs = await app.call({
      method: 'GET',
      url: `/api/integrations/${again.source.id}/runs/`,
      as: admin,
    })
    expect(runs.json()).toMatchObject({
      count: 2,
      data: [{ status: 'no_data' }, { status: 'success', rows_count: 2 }],
    })
  })

  it('write the other rates of a file in which one is invalid, and name that one', async () => {
    provider.respondWith(respond(xmlOf(daysAgo(1), '1.16').replace('0.928', '-'), 'text/xml'))
    const { source } = await runToTheEnd('ecb')
    expect(source).toMatchObject({ status: 'partial', data_date: daysAgo(1) })
    expect(source.missing).toMatch(/^EUR\/CHF: The rate of .* is not a number above 0\.$/)
  })

  it('state why they failed, in the language of the reader', async () => {
    provider.respondWith(respond('{"chart": 1}', 'application/json', 500))
    const failed = await runToTheEnd('ecb')
    expect(failed.job).toMatchObject({ status: 'failed' })
    expect(failed.source).toMatchObject({ status: 'failed', icon: -1 })
    expect(failed.source.message).toMatch(/^127\.0\.0\.1:\d+ responded with status 500\.$/)
    await app.database.query(
      `insert into user_settings (user_id, chosen) select id, '{"language":"de"}' from app_user where username = 'admin'`,
    )
    expect((await sourceOf('ecb')).message).toMatch(/antwortete mit Status 500/)
    const job = await app.call({ method: 'GET', url: `/api/jobs/${failed.job.id}/`, as: admin })
    expect([failed.job.message, job.json().data.message]).toEqual([
      expect.stringMatching(/responded with status 500/),
      expect.stringMatching(/antwortete mit Status 500/),
    ])
    await app.database.query("delete from user_settings where chosen ->> 'language' = 'de'")
    const status = await until(async () => {
      const reply = await app.call({ method: 'POST', url: '/api/status/', as: investor, payload: {} })
      return reply.statusCode === 200 && reply
    })
    expect(
      status.json().data.find((source: { name: string }) => source.name.startsWith('European')),
    ).toMatchObject({
      icon: -1,
      message: 'The provider responded with status 500.',
    })
    provider.respondWith(respond('', 'text/xml', 403))
    expect((await runToTheEnd('ecb')).source).toMatchObject({ status: 'refused', icon: -1 })
    provider.respondWith(respond('<Envelope>', 'text/xml'))
    expect((await runToTheEnd('ecb')).source).toMatchObject({ message: 'The response cannot be read.' })
  })

  it('run one at a time in the whole installation, and can be stopped', async () => {
    provider.respondWith(hanging)
    const { id } = await sourceOf('ecb')
    const replies = await Promise.all([0, 1, 0, 1, 0].map(at => run(id, at === 0 ? 0 : 1)))
    expect(replies.map(reply => reply.statusCode).sort()).toEqual([202, 409, 409, 409, 409])
    await until(async () => (await sourceOf('ecb')).is_running)
    expect((await run(id)).json().errors[0].code).toBe('already_running')
    expect(provider.maxConcurrent()).toBe(1)
    await until(async () => !(await sourceOf('ecb')).is_running)
    expect((await sourceOf('ecb')).message).toMatch(/did not respond in time/)
  })

  it('are released after a while if their server died, and the run counts as failed', async () => {
    const { id } = await sourceOf('ecb')
    await app.database.query(
      `insert into integration_run (integration_id, status, started_at) values ($1, 'running', now() - interval '1 hour')`,
      [id],
    )
    await app.database.query(
      `update integration set held_by = gen_random_uuid(), held_until = now() + interval '1 minute' where id = $1`,
      [id],
    )
    expect((await run(id)).statusCode).toBe(409)
    await app.database.query(
      "update integration set held_until = now() - interval '1 second' where id = $1",
      [id],
    )
    provider.respondWith(respond(xmlOf(daysAgo(0), '1.2'), 'text/xml'))
    await runToTheEnd('ecb')
    const { rows } = await app.database.query(
      `select details #>> '{trouble,code}' as code from integration_run where integration_id = $1 and started_at < now() - interval '30 minutes'`,
      [id],
    )
    expect(rows).toEqual([{ code: 'server_ended' }])
  })

  it('can be paused, renamed and given a write-only key', async () => {
    const { id } = await sourceOf('yahoo')
    const change = (payload: object) =>
      app.call({ method: 'PATCH', url: `/api/integrations/${id}/`, as: admin, payload })
    const changed = await change({ is_paused: true, name: 'Prices', secret: 'k-3141592653' })
    expect(changed.json().data).toMatchObject({
      is_paused: true,
      name: 'Prices',
      has_secret: true,
      next_run_at: null,
    })
    expect(changed.body).not.toContain('k-3141592653')
    const { rows } = await app.database.query(
      "select encode(sealed, 'escape') as sealed, (select string_agg(details::text, ' ') from audit_line) as audit from integration_secret",
    )
    expect(rows[0].sealed).not.toContain('k-3141592653')
    expect(rows[0].audit).not.toContain('k-3141592653')
    expect((await change({ name: '' })).json().errors[0].field).toBe('name')
    expect((await change({ secret: 'x'.repeat(5000) })).json().errors[0].field).toBe('secret')
    await change({ is_paused: false })
    await app.database.query("select 1 from audit_line where action = 'integration_changed'")
  })

  it('without a provider cannot be run', async () => {
    const { rows } = await app.database.query(
      "insert into integration (name, kind) values ('Bank', 'custodian') returning id",
    )
    expect((await run(rows[0].id)).json().errors[0].code).toBe('nothing_to_run')
  })
})

describe('instrument prices', () => {
  const chart = (currency: string, closes: [number, number][], splits: object = {}) =>
    JSON.stringify({
      chart: {
        result: [
          {
            meta: { currency, gmtoffset: 0 },
            timestamp: closes.map(([days]) => Date.parse(daysAgo(days)) / 1000 + 50_000),
            indicators: { quote: [{ close: closes.map(([, close]) => close) }] },
            events: { splits },
          },
        ],
      },
    })

  it('are fetched for mapped instruments, with suspicious and missing series reported', async () => {
    const ledger = testLedger(app.database)
    const map = async (name: string, symbol: string) => {
      const id = await ledger.instrument(name, 'equity', 'USD')
      await app.database.query(
        "insert into instrument_identifier (instrument_id, kind, value) values ($1, 'yahoo', $2)",
        [id, symbol],
      )
      return id
    }
    const good = await map('Good', 'GOOD')
    await map('Gone', 'GONE')
    await map('Pounds', 'GBP.L')
    await ledger.instrument('Unmapped')
    await app.database.query(
      "insert into price (instrument_id, date, close, source, set_by, is_entered) select $1, $2, 77, 'hand', id, true from app_user where username = 'admin'",
      [good, daysAgo(3)],
    )
    provider.respondWith((request, response) => {
      const reply = request.url?.includes('GOOD')
        ? respond(
            chart('USD', [
              [3, 100],
              [2, 101],
              [1, 40],
            ]),
            'application/json',
          )
        : request.url?.includes('GBP.L')
          ? respond(chart('GBp', [[1, 5]]), 'application/json')
          : respond('{"chart":{"result":null,"error":{"code":"Not Found"}}}', 'application/json')
      reply(request, response)
    })
    const { job, source } = await runToTheEnd('yahoo')
    expect(job.status).toBe('done')
    expect(provider.lastHeaders()['x-api-key']).toBe('k-3141592653')
    expect(source).toMatchObject({
      status: 'partial',
      icon: -1,
      rows_count: 2,
      missing: 'Gone (GONE): unknown to the provider; Pounds (GBP.L): quoted in GBp, not in USD',
      message: expect.stringMatching(/^1 of 3 series delivered. Good: -60% on /),
    })
    const { rows } = await app.database.query(
      'select date, close::text, source from price where instrument_id = $1 order by 1',
      [good],
    )
    expect(rows).toEqual([
      { date: daysAgo(3), close: '77', source: 'hand' },
      { date: daysAgo(2), close: '101', source: 'yahoo' },
      { date: daysAgo(1), close: '40', source: 'yahoo' },
    ])
  })

  it('can be uploaded as a file, atomically, with the number of an invalid line', async () => {
    const upload = (payload: string, as?: string) =>
      app.call({
        method: 'POST',
        url: '/api/integrations/upload/?name=prices.csv&confirm=unusual_price',
        payload,
        headers: { 'content-type': 'text/csv' },
        ...(as && { as }),
      })
    expect((await upload('isin,date,price\n')).statusCode).toBe(401)
    expect((await upload('isin,date,price\n', investor)).statusCode).toBe(403)
    const wrong = [
      ['', 'This file could not be read.'],
      ['a,b\n1,2\n', expect.stringContaining('Line 1: ')],
      ['symbol,date,price\n', expect.stringContaining('Line 1: ')],
      [`date,price\n${daysAgo(1)},null\n`, 'The file has no row with a value.'],
      [`date,price\n${daysAgo(1)},1\n`, 'The file does not name a security. Choose the security.'],
      [`symbol,date,price\nX,${daysAgo(1)},1\n`, "Line 2: there is no instrument 'X'."],
      [`symbol,date,price\nX,2026-02-30,1\n`, 'Line 2: “2026-02-30” is not a date.'],
      [`symbol,date,price\nX,${daysAgo(-2)},1\n`, `Line 2: The date ${daysAgo(-2)} is in the future.`],
      [`symbol,date,price\nX,${daysAgo(1)},much\n`, 'Line 2: “much” is not a number (price).'],
      [`currency,date,rate\nABC,${daysAgo(1)},1\n`, 'Line 2: “ABC” is not a currency.'],
    ]
    for (const [text, message] of wrong) {
      const reply = await upload(text ?? '', admin)
      expect([reply.statusCode, reply.json().errors[0].message], text).toEqual([400, message])
    }
    await app.database.query("update instrument set symbol = 'GD', isin = 'US0378331005' where name = 'Good'")
    const half = await upload(`symbol;date;price\nGD;${daysAgo(2)};102\nNO;${daysAgo(2)};1\n`, admin)
    expect(half.json().errors[0].message).toBe("Line 3: there is no instrument 'NO'.")
    const negative = `symbol,date,price\nGD,${daysAgo(2)},-37.63\n`
    expect((await upload(negative, admin)).json().errors[0].message).toBe(
      "Line 2: the price of 'GD' cannot be negative.",
    )
    await app.database.query("update instrument set instrument_type = 'future' where name = 'Good'")
    expect((await upload(negative, admin)).json().data).toMatchObject({ changed_count: 1 })
    const reply = await upload(
      `"ISIN";"date";"close";"currency"\nUS0378331005;${daysAgo(2)};102.5;USD\nUS0378331005;${daysAgo(1)};40;USD\n`,
      admin,
    )
    expect(reply.json().data).toMatchObject({ kind: 'prices', rows_count: 2, changed_count: 1 })
    const rates = await upload(`currency,date,rate\nGBP,${daysAgo(1)},1.31\n`, admin)
    expect(rates.json().data).toMatchObject({ kind: 'rates', rows_count: 1, changed_count: 1 })
    const { rows } = await app.database.query(
      "select close::text from price p join instrument i on i.id = p.instrument_id where i.name = 'Good' and date = $1",
      [daysAgo(2)],
    )
    expect(rows).toEqual([{ close: '102.5' }])
    expect(await sourceOf('upload')).toMatchObject({
      kind: 'files',
      status: 'success',
      can_run: false,
      message: 'prices.csv',
    })
  })
})
