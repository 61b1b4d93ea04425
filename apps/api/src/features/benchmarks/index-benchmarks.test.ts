import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let family: string
let account: string
let shares: string
let asAdmin: string
let asInvestor: string

/** 500 of 1,000 CHF are in shares that gain 20 %. */
beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  family = await app.addFamily('Own')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await app.addUser({ username: 'root', role: 'admin' })
  account = await ledger.account(family, 'Main')
  shares = await ledger.instrument('Acme')
  await ledger.prices(shares, { '2026-11-09': 50, '2026-11-13': 60 })
  await ledger.post(family, account, { type: 'deposit', date: '2026-11-09', amount: '1000' })
  await ledger.post(family, account, {
    type: 'trade',
    date: '2026-11-09',
    instrument: shares,
    quantity: '10',
    price: '50',
  })
  asInvestor = (await app.signIn('ivy')).access
  asAdmin = (await app.signIn('root')).access
})
afterAll(() => app.close())

const send = (method: 'GET' | 'POST' | 'PATCH', url: string, as: string, payload: object = {}) =>
  app.call({ method, url, as, ...(method === 'GET' ? {} : { payload }) })
const addIndex = (more: object = {}) =>
  send('POST', '/api/instruments/', asAdmin, {
    name: 'Market',
    instrument_type: 'index',
    currency: 'CHF',
    index_return: 'total',
    ...more,
  })
async function index(more: object = {}): Promise<string> {
  const made = await addIndex(more)
  expect(made.statusCode, made.body).toBe(200)
  return made.json().data.id
}
const refusal = (reply: { statusCode: number; json(): { errors: { field: string }[] } }) => [
  reply.statusCode,
  reply.json().errors[0]?.field,
]
const benchmark = (component: object, return_type = 'total') => ({
  name: 'Market',
  rebalancing: 'never',
  return_type,
  components: [component],
  weights: [{ valid_from: '2026-11-01', weights: [1] }],
})

describe('an index', () => {
  it('states whether its levels contain distributions', async () => {
    const made = await addIndex()
    expect(made.json().data).toMatchObject({ instrument_type: 'index', index_return: 'total' })
    expect(refusal(await addIndex({ index_return: null }))).toEqual([400, 'index_return'])
    expect(refusal(await addIndex({ instrument_type: 'etf' }))).toEqual([400, 'index_return'])
  })

  it('is measured against by its levels and the class it stands for', async () => {
    const id = await index()
    for (const [date, price] of [
      ['2026-11-09', 1000],
      ['2026-11-13', 1100],
    ]) {
      const body = { date, price, confirm: ['unusual_price'] }
      expect((await send('POST', `/api/instruments/${id}/prices/`, asAdmin, body)).statusCode).toBe(200)
    }
    const component = { instrument: id, stands_for: 'equity' }
    const made = await send('POST', '/api/benchmarks/', asInvestor, benchmark(component))
    expect(made.statusCode, made.body).toBe(200)
    const period = { name: null, start_date: '2026-11-10', end_date: '2026-11-13' }
    const reply = await send('POST', '/api/benchmarks/compare/', asInvestor, { settings: { period } })
    const { line, attribution } = reply.json().data
    expect(line.at(-1)).toMatchObject({
      portfolio: expect.closeTo(0.1, 12),
      benchmark: expect.closeTo(0.1, 12),
    })
    expect(attribution.rows.map((row: { key: string }) => row.key)).toContain('equity')
    expect(attribution.rows.map((row: { key: string }) => row.key)).not.toContain('index')
    const url = `/api/benchmarks/${made.json().data.id}/`
    expect(refusal(await send('PATCH', url, asInvestor, { return_type: 'price' }))).toEqual([
      400,
      'components.0.instrument',
    ])
  })

  it('belongs only to a benchmark of its own return, with a class', async () => {
    const id = await index({ index_return: 'price', name: 'Prices' })
    const create = (component: object, type?: string) =>
      send('POST', '/api/benchmarks/', asInvestor, benchmark(component, type))
    expect(refusal(await create({ instrument: id, stands_for: 'equity' }))).toEqual([
      400,
      'components.0.instrument',
    ])
    expect(refusal(await create({ instrument: id, stands_for: null }, 'price'))).toEqual([
      400,
      'components.0.stands_for',
    ])
    expect((await create({ instrument: id, stands_for: 'index' }, 'price')).statusCode).toBe(400)
  })

  it('keeps its return type while a benchmark uses it, and says which', async () => {
    const id = await index({ name: 'Counted' })
    const url = `/api/instruments/${id}/`
    const other = await app.addFamily('Other')
    await app.addUser({ username: 'otto', role: 'investor', familyId: other })
    const asOther = (await app.signIn('otto')).access
    const component = { instrument: id, stands_for: 'equity' }
    const made = await send('POST', '/api/benchmarks/', asOther, benchmark(component))
    expect(made.statusCode, made.body).toBe(200)
    const change = (fields: object) => send('PATCH', url, asAdmin, fields)
    const refused = await change({ index_return: 'price' })
    expect([refused.statusCode, refused.json().errors[0]]).toEqual([
      409,
      expect.objectContaining({
        code: 'still_in_use',
        field: 'index_return',
        message: expect.stringContaining('Other: Market'),
      }),
    ])
    expect((await change({ name: 'Renamed', index_return: 'total' })).statusCode).toBe(200)
    await app.call({ method: 'DELETE', url: `/api/benchmarks/${made.json().data.id}/`, as: asOther })
    expect((await change({ index_return: 'price' })).json().data.index_return).toBe('price')
  })

  it('is not made of an instrument that a benchmark holds without a class', async () => {
    const etf = await index({ name: 'Tracker', instrument_type: 'etf', index_return: undefined })
    await app.database.query('delete from benchmark where family_id = $1', [family])
    const made = await send('POST', '/api/benchmarks/', asInvestor, benchmark({ instrument: etf }))
    expect(made.statusCode, made.body).toBe(200)
    const change = { instrument_type: 'index', index_return: 'total' }
    expect(refusal(await send('PATCH', `/api/instruments/${etf}/`, asAdmin, change))).toEqual([
      409,
      'index_return',
    ])
    await app.call({ method: 'DELETE', url: `/api/benchmarks/${made.json().data.id}/`, as: asInvestor })
  })

  it('is never held: not by a transaction, a scenario, a target or a change of type', async () => {
    const id = await index({ name: 'Unheld' })
    const trade = {
      account,
      transaction_type: 'trade',
      date: '2026-11-13',
      currency: 'CHF',
      instrument: id,
      side: 'buy',
      quantity: 1,
      price: 1000,
      confirm: ['nav_change', 'before_first_day', 'unusual_price'],
    }
    expect(refusal(await send('POST', '/api/transactions/', asInvestor, trade))).toEqual([400, 'instrument'])
    const scenario = { trades: [{ account, instrument: id, side: 'buy', size: 1, price: 10 }] }
    expect((await send('POST', '/api/what-if/', asInvestor, { scenario })).statusCode).toBe(404)
    const target = {
      name: 'Plan',
      dimension: 'instrument_type',
      valid_from: '2026-01-01',
      buckets: [{ key: 'index', weight: 1, min: 1, max: 1 }],
    }
    expect(refusal(await send('POST', '/api/targets/', asInvestor, target))).toEqual([400, 'buckets.0.key'])
    const change = { instrument_type: 'index', index_return: 'price' }
    const changed = await send('PATCH', `/api/instruments/${shares}/`, asAdmin, change)
    expect([changed.statusCode, changed.json().errors[0].field]).toEqual([409, 'instrument_type'])
  })
})
