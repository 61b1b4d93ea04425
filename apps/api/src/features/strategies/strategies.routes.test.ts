import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'
import { untilBlocked } from '../../testing/until-blocked.ts'

let app: TestApp
let ivy: string
let ned: string
let ada: string
let acme: string
let bolt: string
let hedge: string
let foreign: string
let family: string
let accounts: string[]

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  family = await app.addFamily('Own')
  const other = await app.addFamily('Other')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await app.addUser({ username: 'ned', role: 'investor', familyId: other })
  await app.addUser({ username: 'ada', role: 'admin' })
  const main = await ledger.account(family, 'Main')
  const second = await ledger.account(family, 'Second')
  accounts = [main, second]
  const shares = await ledger.instrument('Acme')
  const more = await ledger.instrument('Bolt')
  const future = await ledger.instrument('Index future', 'future')
  await ledger.prices(shares, { '2026-11-09': 100, '2026-11-10': 100, '2026-11-13': 130 })
  await ledger.prices(more, { '2026-11-09': 50, '2026-11-13': 40 })
  await ledger.prices(future, { '2026-11-09': 1000, '2026-11-10': 1000, '2026-11-13': 1100 })
  const buy = (account: string, instrument: string, quantity: string, price: string, date = '2026-11-10') =>
    ledger.post(family, account, { type: 'trade', date, instrument, quantity, price })
  await ledger.post(family, main, { type: 'deposit', date: '2026-11-09', amount: '100000' })
  acme = await buy(main, shares, '50', '100')
  bolt = await buy(second, more, '20', '50')
  hedge = await buy(main, future, '-2', '1000')
  const theirs = await ledger.account(other, 'Theirs')
  foreign = await ledger.post(other, theirs, {
    type: 'trade',
    date: '2026-11-10',
    instrument: shares,
    quantity: '1',
    price: '100',
  })
  ivy = (await app.signIn('ivy')).access
  ned = (await app.signIn('ned')).access
  ada = (await app.signIn('ada')).access
})
afterAll(() => app.close())
beforeEach(() => app.database.query('delete from strategy'))

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const send = (method: Method, url: string, as: string | undefined, payload: object = {}) =>
  app.call({ method, url, payload, ...(as ? { as } : {}) })
const create = (as: string, payload: object) => send('POST', '/api/strategy/', as, payload)
const list = (as: string, filter: object = {}, query = '') =>
  send('POST', `/api/strategy/list/${query}`, as, filter)
const detail = (as: string, id: string, filter: object = {}) =>
  send('POST', `/api/strategy/${id}/`, as, filter)

async function made(payload: object): Promise<string> {
  return (await create(ivy, payload)).json().data.strategy_id
}

describe('strategies', () => {
  it('are listed by name with P/L, exposure and value of their positions', async () => {
    await made({ name: 'both', position_ids: [acme, bolt] })
    await made({ name: 'Acme alone', description: 'One share', position_ids: [acme] })
    await made({ name: 'empty' })
    const reply = (await list(ivy)).json()
    expect(reply.data.map((row: { name: string }) => row.name)).toEqual(['Acme alone', 'both', 'empty'])
    const [alone, both, empty] = reply.data
    expect(alone).toMatchObject({
      description: 'One share',
      positions: [{ id: acme, name: 'Acme' }],
      total_pnl_abs: 50 * 30,
      total_exposure: 50 * 130,
      total_value: 50 * 130,
      pnl_rel_total: expect.closeTo(0.3, 12),
    })
    expect(both).toMatchObject({ total_pnl_abs: 50 * 30 - 20 * 10, total_exposure: 6500 + 800 })
    // 6,000 were paid for both, on one day.
    expect(both.pnl_rel_total).toBeCloseTo(1300 / 6000, 12)
    expect(empty).toMatchObject({ positions: [], total_pnl_abs: 0, total_exposure: 0, pnl_rel_total: null })
    expect(reply.basis).toMatchObject({ currency: 'CHF', as_of: '2026-11-13' })
  })

  it('follow the filter and the period', async () => {
    await made({ name: 'both', position_ids: [acme, bolt] })
    const filtered = (await list(ivy, { filters: { filter_account: [accounts[1]] } })).json().data[0]
    expect(filtered).toMatchObject({
      positions: [{ id: bolt, name: 'Bolt' }],
      total_pnl_abs: -200,
      total_exposure: 800,
    })
    const period = { name: null, start_date: '2026-11-11', end_date: '2026-11-12' }
    expect((await list(ivy, { settings: { period } })).json().data[0].total_pnl_abs).toBe(0)
  })

  it('can be sorted, paged and exported', async () => {
    await made({ name: 'a', position_ids: [bolt] })
    await made({ name: 'b', position_ids: [acme] })
    const first = (await list(ivy, {}, '?order_by=-total_pnl_abs&limit=1')).json()
    expect([first.count, first.data[0].name]).toEqual([2, 'b'])
    const second = (await send('POST', first.next, ivy)).json()
    expect(second.data[0].name).toBe('a')
    const csv = await app.call({
      method: 'POST',
      url: '/api/strategy/list/?limit=1',
      as: ivy,
      payload: {},
      headers: { accept: 'text/csv' },
    })
    expect(csv.body.split('\r\n')).toHaveLength(4)
    const unknown = await list(ivy, {}, '?order_by=colour')
    expect([unknown.statusCode, unknown.json().errors[0].field]).toEqual([400, 'order_by'])
  })

  it('show positions, daily P/L, return and legs', async () => {
    const id = await made({ name: 'all', position_ids: [acme, bolt, hedge] })
    const { data } = (await detail(ivy, id)).json()
    expect(data.positions.map((row: { name: string }) => row.name).sort()).toEqual([
      'Acme',
      'Bolt',
      'Index future',
    ])
    expect(data.exposures).toEqual({ long: 7300, short: -2200, net: 5100, gross: 9500 })
    expect(data.total_pnl_abs).toBeCloseTo(1500 - 200 - 200, 9)
    const legs = Object.fromEntries(data.legs.map((leg: { leg: string }) => [leg.leg, leg]))
    expect(legs.long).toMatchObject({ count: 2, exposure: 7300, pnl_abs_total: 1300 })
    expect(legs.short).toMatchObject({ count: 1, exposure: -2200, pnl_abs_total: -200 })
    expect(data.daily_pnl[0]).toMatchObject({ date: '2026-11-09', pnl_abs_total: 0 })
    expect(data.daily_pnl.at(-1)).toMatchObject({ date: '2026-11-13', pnl_abs_total: data.total_pnl_abs })
    expect(data.returns.twr).toBe(data.twr)
    expect(data.pnl_rel_total).toBeCloseTo(data.pnl_abs_total / data.capital_base, 12)
    expect(data.hedges).toBeNull()
    const sum = data.positions.reduce(
      (total: number, row: { pnl_abs_total: number }) => total + row.pnl_abs_total,
      0,
    )
    expect(sum).toBeCloseTo(data.total.pnl_abs_total, 9)
  })

  it('show the hedge ratio, and P/L with and without hedges', async () => {
    await app.database.query(
      `insert into linked_position (family_id, position_id, linked_position_id, kind) values ($1, $2, $3, 'hedge')`,
      [family, acme, hedge],
    )
    const id = await made({ name: 'hedged', position_ids: [acme, hedge] })
    const { data } = (await detail(ivy, id)).json()
    expect(data.hedges.position_ids).toEqual([hedge])
    expect(data.hedges.hedge_ratio).toBeCloseTo(2200 / 6500, 12)
    expect(data.hedges.with_hedges.pnl_abs_total).toBeCloseTo(1300, 9)
    expect(data.hedges.without_hedges).toMatchObject({
      pnl_abs_total: 1500,
      exposure: 6500,
      pnl_rel_total: expect.closeTo(0.3, 12),
    })
    expect(data.legs.map((leg: { leg: string }) => leg.leg)).toEqual(['long', 'hedge'])
    expect(data.offers).toEqual([])

    const alone = await create(ivy, { name: 'partner only', position_ids: [acme] })
    expect(alone.json().data.offers).toEqual([
      {
        position: { id: hedge, name: 'Index future' },
        linked_to: { id: acme, name: 'Acme' },
        kind: 'hedge',
        note: null,
      },
    ])
    await app.database.query('delete from linked_position')
  })

  it('accept and remove single positions', async () => {
    const id = await made({ name: 'grows' })
    const url = `/api/strategy/${id}/position/`
    const added = await send('POST', url, ivy, { position_id: acme })
    expect(added.json().data.position_ids).toEqual([acme])
    const twice = await send('POST', url, ivy, { position_id: acme })
    expect([twice.statusCode, twice.json().errors[0].field]).toEqual([409, 'position_id'])
    expect((await send('DELETE', url, ivy, { position_id: acme })).json().data.position_ids).toEqual([])
    expect((await send('DELETE', url, ivy, { position_id: acme })).statusCode).toBe(404)
  })

  it.each([
    { change: 'added', method: 'POST', before: () => [acme], after: () => [acme, bolt] },
    { change: 'taken out', method: 'DELETE', before: () => [acme, bolt], after: () => [acme] },
  ] as const)('reject a list of positions read before one was $change', async ({ method, before, after }) => {
    const created = (await create(ivy, { name: 'shared', position_ids: before() })).json().data
    const url = `/api/strategy/${created.strategy_id}/`
    const changed = (await send(method, `${url}position/`, ivy, { position_id: bolt })).json().data
    expect(changed.version).toBe(created.version + 1)
    const outdated = { position_ids: before(), version: created.version }
    expect((await send('PATCH', url, ivy, outdated)).statusCode).toBe(409)
    const current = (await send('PATCH', url, ivy, { version: changed.version })).json().data
    expect(current.position_ids).toEqual(after().sort())
  })

  it('can be renamed and get other positions; absent fields stay', async () => {
    const id = await made({ name: 'old', description: 'stays', position_ids: [acme] })
    const url = `/api/strategy/${id}/`
    const renamed = (await send('PATCH', url, ivy, { name: 'new' })).json().data
    expect(renamed).toMatchObject({ name: 'new', description: 'stays', position_ids: [acme] })
    expect((await send('PATCH', url, ivy, { position_ids: [bolt] })).json().data.position_ids).toEqual([bolt])
  })

  it('return not found when deleted during a change', async () => {
    const id = await made({ name: 'short-lived', position_ids: [acme] })
    await app.database.query('begin')
    await app.database.query('update strategy set deleted_at = now() where id = $1', [id])
    const changing = send('PATCH', `/api/strategy/${id}/`, ivy, { name: 'Too late' })
    await untilBlocked(app.database)
    await app.database.query('commit')
    expect((await changing).statusCode).toBe(404)
  })

  it('reject a taken name and invalid fields', async () => {
    await made({ name: 'Twice' })
    const taken = await create(ivy, { name: 'twice' })
    expect([taken.statusCode, taken.json().errors[0].field]).toEqual([409, 'name'])
    const bad = await create(ivy, { name: ' ', position_ids: ['a b'] })
    expect(bad.statusCode).toBe(400)
    const fields = bad.json().errors.map((error: { field: string }) => error.field)
    expect(fields.sort()).toEqual(['name', 'position_ids.0'])
  })

  it('reject unknown positions and those of another family alike', async () => {
    const theirs = await create(ivy, { name: 'x', position_ids: [acme, foreign] })
    const unknown = await create(ivy, { name: 'x', position_ids: [acme, crypto.randomUUID()] })
    expect([theirs.statusCode, theirs.json().errors[0].field]).toEqual([404, 'position_ids.1'])
    expect(theirs.body).toBe(unknown.body)
    const id = await made({ name: 'x' })
    const added = await send('POST', `/api/strategy/${id}/position/`, ivy, { position_id: foreign })
    expect([added.statusCode, added.json().errors[0].field]).toEqual([404, 'position_id'])
  })

  it('can be restored for a short time after deletion', async () => {
    const id = await made({ name: 'gone', position_ids: [acme] })
    expect((await send('DELETE', `/api/strategy/${id}/`, ivy)).statusCode).toBe(204)
    expect((await list(ivy)).json().count).toBe(0)
    expect((await detail(ivy, id)).statusCode).toBe(404)
    const back = await send('POST', `/api/strategy/${id}/restore/`, ivy)
    expect(back.json().data).toMatchObject({ name: 'gone', position_ids: [acme] })

    await send('DELETE', `/api/strategy/${id}/`, ivy)
    await made({ name: 'Gone' })
    expect((await send('POST', `/api/strategy/${id}/restore/`, ivy)).statusCode).toBe(409)
    app.travel(60_000)
    ivy = (await app.signIn('ivy')).access
    expect((await send('POST', `/api/strategy/${id}/restore/`, ivy)).statusCode).toBe(410)
  })

  it('of another user return not found', async () => {
    const id = await made({ name: 'mine', position_ids: [acme] })
    const never = crypto.randomUUID()
    const calls: [Method, string, object][] = [
      ['POST', '', {}],
      ['PATCH', '', { name: 'x' }],
      ['DELETE', '', {}],
      ['POST', 'restore/', {}],
      ['POST', 'position/', { position_id: foreign }],
      ['DELETE', 'position/', { position_id: acme }],
    ]
    for (const [method, path, payload] of calls) {
      const theirs = await send(method, `/api/strategy/${id}/${path}`, ned, payload)
      const unknown = await send(method, `/api/strategy/${never}/${path}`, ned, payload)
      expect([theirs.statusCode, theirs.body]).toEqual([404, unknown.body])
      expect((await send(method, `/api/strategy/${id}/${path}`, undefined, payload)).statusCode).toBe(401)
    }
    expect((await list(ned)).json().count).toBe(0)
    expect((await detail(ivy, id)).statusCode).toBe(200)
  })

  it('of staff belong to the family of their positions, and are audited', async () => {
    const created = await create(ada, { name: 'for Own', position_ids: [acme] })
    expect(created.statusCode).toBe(200)
    expect((await list(ada, { family })).json().count).toBe(1)
    expect((await list(ada, { family: null })).json().count).toBe(1)
    const mixed = await create(ada, { name: 'mixed', position_ids: [acme, foreign] })
    expect([mixed.statusCode, mixed.json().errors[0].field]).toEqual([404, 'position_ids.1'])
    const { rows } = await app.database.query(
      `select subject from audit_line where action = 'strategy_created'`,
    )
    expect(rows).toEqual([{ subject: 'for Own' }])
  })
})
