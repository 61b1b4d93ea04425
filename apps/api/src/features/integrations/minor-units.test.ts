import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'
import { type ProviderServer, startProviderServer } from './testing/provider-server.ts'

let app: TestApp
let provider: ProviderServer
let admin: string
let investor: string
/** Instruments by name: those in pence and those in pounds. */
const ids: Record<string, string> = {}
const daysAgo = (days: number) => new Date(app.now().getTime() - days * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  provider = await startProviderServer()
  app = await createTestApp({
    jobs: true,
    market: { addresses: { yahoo: `${provider.address}/chart` }, pauseMs: 1, timeoutMs: 2000 },
  })
  const family = await app.addFamily('Hale')
  await app.addUser({ username: 'admin', role: 'admin' })
  await app.addUser({ username: 'owner', role: 'investor', familyId: family })
  admin = (await app.signIn('admin')).access
  investor = (await app.signIn('owner')).access
  const ledger = testLedger(app.database)
  await ledger.rates('GBP', { [daysAgo(20)]: 1.3 })
  await ledger.rates('ZAR', { [daysAgo(20)]: 0.05 })
  const account = await ledger.account(family, 'Depot', 'GBP')
  for (const [name, currency] of [
    ['Pence', 'GBp'],
    ['Pounds', 'GBP'],
    ['Cents', 'ZAc'],
  ] as const) {
    const made = await app.call({
      method: 'POST',
      url: '/api/instruments/',
      as: admin,
      payload: {
        name,
        symbol: name.toUpperCase(),
        instrument_type: 'equity',
        currency,
        identifiers: [{ kind: 'yahoo', value: `${name}.X` }],
      },
    })
    expect(made.statusCode, made.body).toBe(200)
    ids[name] = made.json().data.id
    await ledger.post(family, account, {
      type: 'transfer_in',
      date: daysAgo(5),
      instrument: made.json().data.id,
      quantity: '100',
    })
  }
  provider.respondWith((request, response) => {
    const unit = request.url?.includes('Cents') ? 'ZAc' : 'GBp'
    const result = {
      meta: { currency: unit, gmtoffset: 0 },
      timestamp: [Date.parse(daysAgo(3)) / 1000 + 50_000],
      indicators: { quote: [{ close: [243.08] }] },
    }
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ chart: { result: [result] } }))
  })
})
afterAll(async () => {
  await app.close()
  await provider.close()
})

async function closes(date: string) {
  const { rows } = await app.database.query(
    'select i.name, close::text from price p join instrument i on i.id = p.instrument_id where date = $1 order by 1',
    [date],
  )
  return Object.fromEntries(rows.map(row => [row.name, row.close]))
}

describe('prices in minor units', () => {
  it('of a provider are stored exactly in the unit of the instrument', async () => {
    const sources = await app.call({ method: 'GET', url: '/api/integrations/', as: admin })
    const { id } = sources.json().data[0]
    await app.call({ method: 'POST', url: `/api/integrations/${id}/run/`, as: admin })
    let source = sources.json().data[0]
    while (source.last_run_at === null || source.is_running) {
      await sleep(20)
      source = (await app.call({ method: 'GET', url: '/api/integrations/', as: admin })).json().data[0]
    }
    expect(source).toMatchObject({ status: 'success', missing: null })
    expect(await closes(daysAgo(3))).toEqual({ Pence: '243.08', Pounds: '2.4308', Cents: '243.08' })
  })

  it('of an upload are converted by the column currency', async () => {
    const upload = (payload: string) =>
      app.call({
        method: 'POST',
        url: '/api/integrations/upload/?name=prices.csv&confirm=unusual_price',
        payload,
        headers: { 'content-type': 'text/csv' },
        as: admin,
      })
    const date = daysAgo(2)
    const reply = await upload(
      `symbol,date,price,currency\nPENCE,${date},2.5,GBP\nPOUNDS,${date},251.7,GBX\nCENTS,${date},12345,ZAc\n`,
    )
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await closes(date)).toEqual({ Pence: '250', Pounds: '2.517', Cents: '12345' })
    expect(
      (await upload(`symbol,date,price,currency\nPENCE,${date},2.5,EUR\n`)).json().errors[0].message,
    ).toBe("Line 2: there is no instrument 'PENCE' in EUR.")
  })

  it('that are typed are in the unit of the instrument, or in the stated one', async () => {
    const set = (name: string, price: number, currency?: string) =>
      app.call({
        method: 'POST',
        url: `/api/instruments/${ids[name]}/prices/`,
        as: admin,
        payload: { date: daysAgo(1), price, source: 'Broker', ...(currency && { currency }) },
      })
    expect((await set('Pence', 260.35)).statusCode).toBe(200)
    expect((await set('Pounds', 260.35, 'GBX')).json().data.price).toBe(2.6035)
    expect((await set('Cents', 123.4, 'ZAR')).json().data.price).toBe(12340)
    expect((await set('Pence', 1, 'USD')).json().errors[0]).toMatchObject({
      code: 'invalid_field',
      field: 'currency',
    })
    expect(await closes(daysAgo(1))).toEqual({ Pence: '260.35', Pounds: '2.6035', Cents: '12340' })
  })

  it('value positions in the currency, alike for pence and pounds', async () => {
    const reply = await app.call({
      method: 'POST',
      url: '/api/positions/list/',
      as: investor,
      payload: { settings: { currency: 'GBP' }, filters: {} },
    })
    const rows = reply
      .json()
      .data.map((row: Record<string, unknown>) => [
        row.name,
        row.currency,
        Number(Number(row.price_current).toPrecision(12)),
        Math.round(Number(row.value) * 100) / 100,
      ])
    expect(rows.sort()).toEqual([
      ['Cents', 'ZAR', 123.4, 474.62],
      ['Pence', 'GBP', 2.6035, 260.35],
      ['Pounds', 'GBP', 2.6035, 260.35],
    ])
  })
})
