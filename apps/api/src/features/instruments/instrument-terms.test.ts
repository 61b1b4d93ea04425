import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let own: string
let ledger: ReturnType<typeof testLedger>
let account: string
const as: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp()
  own = await app.addFamily('Own')
  ledger = testLedger(app.database)
  account = await ledger.account(own, 'Deposit')
  await app.addUser({ username: 'ada', role: 'admin' })
  await app.addUser({ username: 'ivy', role: 'investor', familyId: own })
  for (const name of ['ada', 'ivy']) as[name] = (await app.signIn(name)).access
})
afterAll(() => app.close())

const call = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, who = 'ada', headers = {}) =>
  app.call({
    method,
    url: `/api/instruments/${url}`,
    as: as[who] ?? '',
    headers,
    ...(payload ? { payload } : {}),
  })
const errorOf = (reply: { json(): { errors: { code: string; field?: string }[] } }) => reply.json().errors[0]
async function made(fields: object): Promise<string> {
  const reply = await call('POST', '', { instrument_type: 'equity', currency: 'CHF', ...fields })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json().data.id
}

describe('an instrument', () => {
  it('has the terms of its type, which determine the interest', async () => {
    const terms = { coupon: 0.05, coupons_per_year: 2, day_count: '30E/360', ex_coupon_days: 3 }
    const added = await call('POST', '', {
      name: 'Acme 5 %',
      instrument_type: 'bond',
      currency: 'CHF',
      contract_expiration: '2030-01-05',
      pool_factors: [{ date: '2020-01-05', factor: 0.5 }],
      ...terms,
    })
    expect(added.json().data).toMatchObject({ contract_size: 0.01, strike: null, underlying: null, ...terms })
    const { id } = added.json().data
    await ledger.prices(id, { '2026-04-05': 100 })
    await ledger.post(own, account, {
      type: 'trade',
      date: '2026-01-06',
      instrument: id,
      quantity: '10000',
      price: '100',
    })
    const value = async () => {
      const period = { name: null, start_date: '2026-01-01', end_date: '2026-04-05' }
      const reply = await app.call({
        method: 'POST',
        url: '/api/positions/list/?limit=100',
        payload: { settings: { period } },
        as: as.ivy ?? '',
      })
      return reply.json().data.find((row: { name: string }) => row.name === 'Acme 5 %').value
    }
    // Half of the nominal is outstanding, with a quarter of a year of interest.
    expect(await value()).toBeCloseTo(5000 * (1 + 0.05 / 4), 6)
    const changed = await call('PATCH', `${id}/`, { coupon: 0.01, pool_factors: [] })
    expect(changed.json().data).toMatchObject({ ...terms, coupon: 0.01, pool_factors: [] })
    expect(await value()).toBeCloseTo(10_000 * (1 + 0.01 / 4), 6)
    // A maturity in the terms follows the one that is set.
    await app.database.query(
      `update instrument set terms = terms || '{"maturity": "2026-02-05"}' where id = $1`,
      [id],
    )
    await call('PATCH', `${id}/`, { contract_expiration: '2031-01-05' })
    expect(await value()).toBeCloseTo(10_000 * (1 + 0.01 / 4), 6)
    expect((await call('PATCH', `${id}/`, { coupon: null })).json().data.coupon).toBeNull()
    expect(await value()).toBeCloseTo(10_000, 6)
  })

  it('has a history of its terms and its underlying', async () => {
    const share = await made({ name: 'Share under it' })
    const id = await made({ name: 'Historic 4 %', instrument_type: 'bond', coupon: 0.04 })
    const pools = [
      { date: '2026-01-05', factor: 0.5 },
      { date: '2026-07-05', factor: 0.4 },
    ]
    await call('PATCH', `${id}/`, { coupon: 0.09, pool_factors: pools })
    await call('PATCH', `${id}/`, { underlying: share })
    await call('PATCH', `${id}/`, { underlying: null, coupon: null })
    const { data } = (await call('GET', `${id}/history/`)).json()
    expect(
      data.map(({ field, old, new: now }: { field: string; old: string; new: string }) => [field, old, now]),
    ).toEqual([
      ['underlying', 'Share under it', null],
      ['coupon', '0.09', null],
      ['underlying', null, 'Share under it'],
      ['pool_factors', null, '2026-01-05 0.5, 2026-07-05 0.4'],
      ['coupon', '0.04', '0.09'],
    ])
    expect(data[0].changed_by.name).toBeTruthy()
  })

  it('of type option needs another platform instrument as underlying', async () => {
    const share = await made({ name: 'Underlying' })
    const option = { name: 'Call 100', instrument_type: 'option', currency: 'CHF', contract_size: 100 }
    const terms = { strike: 100, option_right: 'call' }
    const { data } = (await call('POST', '', { ...option, ...terms, underlying: share })).json()
    expect(data).toMatchObject({ ...terms, underlying: { id: share, name: 'Underlying' } })
    const theirs = await ledger.instrument('Their own')
    await app.database.query('update instrument set family_id = $1 where id = $2', [own, theirs])
    for (const underlying of [data.id, theirs, crypto.randomUUID()])
      expect(errorOf(await call('PATCH', `${data.id}/`, { underlying }))).toMatchObject({
        code: 'not_found',
        field: 'underlying',
      })
    const bad = {
      strike: -1,
      option_right: 'both',
      day_count: 'manual',
      coupons_per_year: 3,
      coupon: 'much',
    }
    for (const [field, value] of Object.entries(bad))
      expect(errorOf(await call('PATCH', `${data.id}/`, { [field]: value }))?.field).toBe(field)
    expect((await call('PATCH', `${data.id}/`, { underlying: null })).json().data.underlying).toBeNull()
  })
})
