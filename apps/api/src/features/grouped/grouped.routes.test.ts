import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

type Row = Record<string, number> & { key: string; name: string }

let app: TestApp
let ivy: string
let ned: string
let dee: string
let core: string
const positions: string[] = []

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  const family = await app.addFamily('Own')
  const user = await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await app.addUser({ username: 'ned', role: 'investor', familyId: await app.addFamily('Other') })
  await app.addUser({ username: 'dee', role: 'demo', familyId: family })
  const main = await ledger.account(family, 'Main')
  await ledger.rates('CHF', { '2026-11-02': 1.25, '2026-11-13': 1.2 })
  await ledger.post(family, main, { type: 'deposit', date: '2026-11-02', amount: '9000' })
  for (const [name, currency, last] of [
    ['Acme', 'CHF', 12],
    ['Bolt', 'USD', 8],
    ['Cord', 'CHF', 11],
  ] as const) {
    const id = await ledger.instrument(name, 'equity', currency)
    await ledger.prices(id, { '2026-11-02': 10, '2026-11-13': last })
    const trade = { type: 'trade', instrument: id, price: '10', currency, date: '2026-11-02' }
    positions.push(await ledger.post(family, main, { ...trade, quantity: '100', fees: '5' }))
  }
  const strategy = async (name: string, ids: string[]) => {
    const { rows } = await app.database.query(
      'insert into strategy (user_id, family_id, name) values ($1, $2, $3) returning id',
      [user.id, family, name],
    )
    for (const id of ids)
      await app.database.query('insert into strategy_position values ($1, $2)', [rows[0].id, id])
    return rows[0].id
  }
  core = await strategy('Core', positions.slice(0, 2))
  await strategy('Growth', positions.slice(1, 2))
  ivy = (await app.signIn('ivy')).access
  ned = (await app.signIn('ned')).access
  dee = (await app.signIn('dee')).access
})
afterAll(() => app.close())

const post = (url: string, as = ivy, body: object = {}, headers: Record<string, string> = {}) =>
  app.call({ method: 'POST', url, as, payload: body, headers })
const grouped = async (query: string, as = ivy) => (await post(`/api/grouped/?${query}`, as)).json()

describe('the percentage beside an amount', () => {
  type Pnl = { pnl_abs_total: number; pnl_rel_total: number | null; capital_base: number }
  const expectSameMoney = ({ pnl_abs_total: abs, pnl_rel_total: rel, capital_base: base }: Pnl) => {
    if (rel === null) expect(base).toBe(0)
    else expect(rel).toBeCloseTo(abs / base, 12)
  }

  it('has its sign and its base in every group, total and list', async () => {
    const periods = [
      { name: 'all' },
      { name: '1w' },
      { name: null, start_date: '2026-11-03', end_date: '2026-11-12' },
    ]
    for (const period of periods)
      for (const currency of ['CHF', 'USD']) {
        const body = { settings: { period, currency } }
        for (const key of ['instrument_type', 'currency', 'account', 'strategy', 'side']) {
          const { data, total } = (await post(`/api/grouped/?group_by=${key}`, ivy, body)).json()
          for (const row of total === null ? data : [...data, total]) expectSameMoney(row)
        }
        expectSameMoney((await post('/api/positions/list/', ivy, body)).json().total)
        for (const row of (await post('/api/strategy/list/', ivy, body)).json().data) expectSameMoney(row)
      }
  })
})

describe('groups', () => {
  it('follow the query, else the settings of the body, else the default', async () => {
    const keys = async (query: string, settings: object) =>
      (await post(`/api/grouped/${query}`, ivy, { settings }))
        .json()
        .data.map((row: Row) => row.key)
        .sort()
    expect(await keys('', { group_by: 'currency' })).toEqual(['CHF', 'USD'])
    expect(await keys('?group_by=currency', { group_by: 'side' })).toEqual(['CHF', 'USD'])
    expect(await keys('', {})).toEqual(await keys('?group_by=instrument_type', {}))
  })

  it('by strategy are flagged as overlapping and have no total', async () => {
    const { data, total, is_overlapping } = await grouped('group_by=strategy&order_by=name')
    expect([total, is_overlapping]).toEqual([null, true])
    const values = Object.fromEntries(data.map((row: Row) => [row.name, Math.round(row.value ?? 0)]))
    expect(values).toEqual({ Core: 1867, Growth: 667, Several: 667, None: 7253 })
    expect(data.find((row: Row) => row.name === 'Core')).toMatchObject({ key: core, count: 2 })
    expect(data.find((row: Row) => row.name === 'Core').fees).toBeCloseTo(5 + 5 * 0.8, 9)
  })

  it('by strategy include only own strategies', async () => {
    const { data, is_overlapping, total } = await grouped('group_by=strategy', dee)
    expect(data.map((row: Row) => row.key)).toEqual(['none'])
    expect(is_overlapping).toBe(false)
    expect(total.value).toBeCloseTo(data[0].value, 9)
  })

  it('by other keys add up to the total, with cost and income of the positions', async () => {
    const open = (await post('/api/positions/list/')).json().total
    for (const key of ['instrument_type', 'sector', 'country', 'currency', 'account', 'custodian', 'side']) {
      const { data, total } = await grouped(`group_by=${key}`)
      for (const field of ['value', 'exposure', 'pnl_abs_total', 'fees'])
        expect(
          data.reduce((sum: number, row: Row) => sum + (row[field] ?? 0), 0),
          field,
        ).toBeCloseTo(total[field], 9)
      expect(total.cost).toBeCloseTo(open.cost, 9)
    }
  })
})

describe('the positions of a group', () => {
  const detail = async (query: string) => (await post(`/api/grouped/detail/?${query}`)).json()

  it('add up to it, cash included, for every group of every key', async () => {
    for (const key of ['instrument_type', 'currency', 'account', 'strategy'])
      for (const group of (await grouped(`group_by=${key}`)).data) {
        const { data, total, count, totals } = await detail(
          `filter_key=${key}&filter_value=${group.key}&limit=1000`,
        )
        expect(count, `${key} ${group.name}`).toBe(group.count)
        expect(data).toHaveLength(count)
        expect(total).toBeCloseTo(group.value, 9)
        expect(totals.pnl_abs_total).toBeCloseTo(group.open.pnl_abs_total, 9)
      }
  })

  it('leave out cash on request, so that a list of positions and its groups have the same count and total', async () => {
    const open = (await post('/api/positions/list/')).json()
    for (const key of ['CHF', 'USD']) {
      const rows = open.data.filter((row: { currency: string }) => row.currency === key)
      const group = `filter_key=currency&filter_value=${key}`
      const { count, totals } = (await post(`/api/grouped/detail/?${group}&cash=false`)).json()
      expect(count).toBe(rows.length)
      expect(totals.value).toBeCloseTo(
        rows.reduce((sum: number, row: Row) => sum + (row.value ?? 0), 0),
        9,
      )
      expect((await post(`/api/grouped/detail/?${group}`)).json().count).toBe(rows.length + 1)
    }
  })

  it('can be paged, sorted and exported as CSV', async () => {
    const query = 'filter_key=instrument_type&filter_value=equity'
    const whole = await detail(`${query}&order_by=name`)
    expect(whole.data.map((row: Row) => row.name)).toEqual(['Acme', 'Bolt', 'Cord'])
    const page = await detail(`${query}&order_by=name&limit=1&offset=1`)
    expect([page.data, page.count, page.total]).toEqual([[whole.data[1]], 3, whole.total])
    const csv = await post(
      `/api/grouped/detail/?${query}&order_by=name&limit=1`,
      ivy,
      {},
      { accept: 'text/csv' },
    )
    expect(csv.body.trimEnd().split('\r\n')).toHaveLength(4)
  })

  it('return not found for an unknown group, also for one of another family', async () => {
    const status = async (query: string, as = ivy) =>
      (await post(`/api/grouped/detail/?${query}`, as)).statusCode
    expect(await status('filter_key=currency&filter_value=JPY')).toBe(404)
    expect(await status(`filter_key=strategy&filter_value=${core}`)).toBe(200)
    expect(await status(`filter_key=strategy&filter_value=${core}`, ned)).toBe(404)
    expect(await status(`filter_key=strategy&filter_value=${core}`, dee)).toBe(404)
    expect(await status('filter_key=colour&filter_value=red')).toBe(400)
  })
})
