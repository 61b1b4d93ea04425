import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'
import { type ProviderServer, respond, startProviderServer } from './testing/provider-server.ts'

let app: TestApp
let provider: ProviderServer
let admin: string
let investor: string
let security: string

/** Noon of the exchange, in seconds. */
const at = (date: string) => Date.parse(`${date}T16:00:00Z`) / 1000

/** Recorded answers, with invented companies: a search, and the charts of its symbols. */
const search = {
  explains: [],
  count: 3,
  quotes: [
    {
      exchange: 'NYQ',
      shortname: 'Kettle Rock',
      longname: 'Kettle Rock Properties',
      symbol: 'KROC',
      exchDisp: 'NYSE',
    },
    { exchange: 'GER', shortname: 'KETTLE ROCK', symbol: 'KROC.DE', exchDisp: 'XETRA' },
    { index: 'screener', name: 'Most active' },
  ],
}
const chart = (currency: string, closes: Record<string, number | null>, more: object = {}) =>
  JSON.stringify({
    chart: {
      result: [
        {
          meta: { currency, gmtoffset: -18000, exchangeTimezoneName: 'America/New_York', ...more },
          timestamp: Object.keys(closes).map(at),
          indicators: { quote: [{ close: Object.values(closes) }] },
        },
      ],
      error: null,
    },
  })
const days = () => {
  const ago = (count: number) => new Date(app.now().getTime() - count * 86_400_000).toISOString().slice(0, 10)
  return { [ago(4)]: 56.5, [ago(3)]: null, [ago(2)]: 57.2 }
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const url = request.url ?? ''
  const body = url.startsWith('/v1/finance/search')
    ? JSON.stringify(url.includes('CH0012221716') ? search : { quotes: [] })
    : url.includes('KROC.DE')
      ? chart('EUR', days())
      : chart('USD', days())
  respond(body, 'application/json')(request, response)
}

beforeAll(async () => {
  provider = await startProviderServer()
  app = await createTestApp({
    jobs: true,
    market: {
      addresses: {},
      available: { yahoo: `${provider.address}/v8/finance/chart`, ecb: `${provider.address}/ecb` },
      pauseMs: 1,
      timeoutMs: 2000,
    },
  })
  const ledger = testLedger(app.database)
  const family = await app.addFamily('Aebi')
  const { rows } = await app.database.query(
    `insert into instrument (family_id, name, isin, instrument_type, currency)
     values ($1, 'Kettle Rock Properties', 'CH0012221716', 'equity', 'USD') returning id`,
    [family],
  )
  security = rows[0].id
  const account = await ledger.account(family, 'Deposit')
  await ledger.post(family, account, {
    type: 'trade',
    date: '2026-01-05',
    instrument: security,
    quantity: '10',
    price: '50',
    currency: 'USD',
  })
  await app.addUser({ username: 'admin', role: 'admin' })
  await app.addUser({ username: 'owner', role: 'investor', familyId: family })
  admin = (await app.signIn('admin')).access
  investor = (await app.signIn('owner')).access
})
afterAll(async () => {
  await app.close()
  await provider.close()
})
beforeEach(() => {
  provider.requestedPaths.length = 0
  provider.respondWith(answer)
})

const enable = (id: string, secret?: string, as = admin) =>
  app.call({
    method: 'POST',
    url: '/api/integrations/',
    as,
    payload: { provider: id, ...(secret && { secret }) },
  })
const symbols = (query = '', as = admin) =>
  app.call({
    method: 'GET',
    url: `/api/integrations/symbols/?instrument=${security}&provider=yahoo${query}`,
    as,
  })
const choose = (symbol: string, instrument = security, as = admin) =>
  app.call({
    method: 'POST',
    url: '/api/integrations/symbols/',
    as,
    payload: { instrument, provider: 'yahoo', symbol },
  })
const first = (reply: { json(): { errors: { code: string; field?: string; message: string }[] } }) =>
  reply.json().errors[0]

describe('providers', () => {
  it('are off until an administrator enables them, with a key that is stored encrypted', async () => {
    expect(first(await symbols())).toMatchObject({ code: 'nothing_to_run', field: 'provider' })
    const list = async () =>
      (await app.call({ method: 'GET', url: '/api/integrations/providers/', as: admin })).json().data
    expect(await list()).toMatchObject([
      { id: 'ecb', is_enabled: false, may_enable: true },
      { id: 'yahoo', is_enabled: false, may_enable: true },
      { id: 'coingecko', is_enabled: false, may_enable: false },
    ])
    expect((await enable('yahoo', 'sesame', investor)).statusCode).toBe(403)
    const enabled = await enable('yahoo', 'sesame')
    expect(enabled.json().data).toMatchObject({ provider: 'yahoo', can_run: true, has_secret: true })
    expect((await list())[1]).toMatchObject({ is_enabled: true })
    const { rows } = await app.database.query('select sealed from integration_secret')
    expect(rows[0].sealed.toString('utf8')).not.toContain('sesame')
    expect((await enable('yahoo')).json().data.id).toBe(enabled.json().data.id)
    for (const unknown of ['coingecko', 'reuters'])
      expect(first(await enable(unknown))).toMatchObject({ code: 'nothing_to_run', field: 'provider' })
  })
})

describe('symbols', () => {
  it('are proposed by ISIN with currency and last close, and sent with the key', async () => {
    const { data } = (await symbols()).json()
    expect(data).toMatchObject([
      { symbol: 'KROC', exchange: 'NYSE', currency: 'USD', price: 57.2, match: 'isin', is_usable: true },
      { symbol: 'KROC.DE', exchange: 'XETRA', currency: 'EUR', match: 'isin', is_usable: false },
    ])
    expect(provider.requestedPaths[0]).toContain('/v1/finance/search?q=CH0012221716')
    expect(provider.lastHeaders()['x-api-key']).toBe('sesame')
  })

  it('are searched by other words, and are none if the provider knows none', async () => {
    expect((await symbols('&q=kettle')).json()).toEqual({ data: [], count: 0 })
    expect(provider.requestedPaths).toHaveLength(1)
  })

  it('fetch the history at once when chosen, and every day from then on', async () => {
    const reply = await choose('KROC')
    expect(reply.json().data).toMatchObject({ rows_count: 2 })
    const { rows } = await app.database.query('select close::text, source from price order by date')
    expect(rows).toEqual([
      { close: '56.5', source: 'yahoo' },
      { close: '57.2', source: 'yahoo' },
    ])
    const ids = await app.database.query("select value from instrument_identifier where kind = 'yahoo'")
    expect(ids.rows).toEqual([{ value: 'KROC' }])
    const history = await app.database.query('select field, old, new from instrument_change')
    expect(history.rows).toEqual([{ field: 'yahoo', old: null, new: 'KROC' }])
  })

  it('in another currency are refused by their field, and nothing changes', async () => {
    const reply = await choose('KROC.DE')
    expect([reply.statusCode, first(reply)?.field]).toEqual([400, 'symbol'])
    const ids = await app.database.query("select value from instrument_identifier where kind = 'yahoo'")
    expect(ids.rows).toEqual([{ value: 'KROC' }])
  })

  it('say what failed when the provider fails', async () => {
    provider.respondWith(respond('<html>', 'text/html'))
    const reply = await symbols()
    expect([reply.statusCode, first(reply)?.code]).toEqual([502, 'provider_failed'])
    expect(first(reply)?.message).toContain('sent an unexpected content type (text/html)')
  })

  it('are for administrators, and for securities that exist', async () => {
    expect((await symbols('', investor)).statusCode).toBe(403)
    expect((await choose('KROC', security, investor)).statusCode).toBe(403)
    expect((await choose('KROC', crypto.randomUUID())).statusCode).toBe(404)
  })
})
