import type { Position } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let ivy: string
let ned: string
let dee: string
let family: string
let main: string
let acme: string
let user: string

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  family = await app.addFamily('Own')
  const other = await app.addFamily('Other')
  user = (await app.addUser({ username: 'ivy', role: 'investor', familyId: family })).id
  await app.addUser({ username: 'ned', role: 'investor', familyId: other })
  await app.addUser({ username: 'dee', role: 'demo', familyId: family })
  main = await ledger.account(family, 'Main')
  const share = await ledger.instrument('Acme', 'equity', 'USD')
  await app.database.query("update instrument set symbol = 'ACM', isin = 'US0000000001' where id = $1", [
    share,
  ])
  const loser = await ledger.instrument('Bolt')
  const gone = await ledger.instrument('Acme Works')
  const unpriced = await ledger.instrument('Nowhere', 'other')
  await app.database.query(`update instrument set family_id = $1, price_kind = 'valuation' where id = $2`, [
    family,
    unpriced,
  ])
  await ledger.prices(share, { '2026-11-02': 50, '2026-11-12': 55, '2026-11-13': 66 })
  await ledger.prices(loser, { '2026-11-02': 20, '2026-11-13': 15 })
  await ledger.prices(gone, { '2026-11-02': 10, '2026-11-13': 12 })
  await ledger.rates('CHF', { '2026-11-02': 1.25, '2026-11-12': 1.25, '2026-11-13': 1.2 })
  const post = (transaction: Parameters<typeof ledger.post>[2]) => ledger.post(family, main, transaction)
  await post({ type: 'deposit', date: '2026-11-02', amount: '50000' })
  acme = await post({
    type: 'trade',
    date: '2026-11-02',
    instrument: share,
    quantity: '100',
    price: '50',
    currency: 'USD',
    fees: '10',
  })
  await post({
    type: 'trade',
    date: '2026-11-12',
    instrument: share,
    quantity: '-40',
    price: '56',
    currency: 'USD',
  })
  await post({ type: 'dividend', date: '2026-11-12', instrument: share, amount: '30', currency: 'USD' })
  await post({ type: 'trade', date: '2026-11-02', instrument: loser, quantity: '100', price: '20' })
  await post({ type: 'trade', date: '2026-11-02', instrument: gone, quantity: '10', price: '10' })
  await post({ type: 'trade', date: '2026-11-13', instrument: gone, quantity: '-10', price: '12' })
  await post({ type: 'transfer_in', date: '2026-11-04', instrument: unpriced, quantity: '1' })
  ivy = (await app.signIn('ivy')).access
  ned = (await app.signIn('ned')).access
  dee = (await app.signIn('dee')).access
})
afterAll(() => app.close())

const post = (url: string, as = ivy, body: object = {}) =>
  app.call({ method: 'POST', url, as, payload: body })
const detail = async (id: string, body: object = {}, query = '') =>
  (await post(`/api/positions/${id}/${query}`, ivy, body)).json().data

describe('a position', () => {
  it('has prices and figures in its own and in the reporting currency', async () => {
    const { original_pos, calculated_pos, rate, rate_open } = await detail(acme)
    expect(original_pos).toMatchObject({
      id: acme,
      currency: 'USD',
      view_currency: 'USD',
      quantity: 60,
      price_open: 50,
      price_current: 66,
      value: 3960,
      cost: 3000,
      proceeds: 2240,
      dividends: 30,
      fees: 10,
      pnl_abs_total: 960 + 240 + 30 - 10,
    })
    expect(calculated_pos).toMatchObject({
      view_currency: 'CHF',
      price_open: 40,
      price_current: 55,
      cost: 2400,
    })
    expect(calculated_pos.value).toBeCloseTo(3300, 9)
    expect(calculated_pos.weight).toBe(original_pos.weight)
    expect(rate).toMatchObject({ value: 1 / 1.2, date: '2026-11-13', source: 'test' })
    expect(rate.change_rel).toBeCloseTo(1.25 / 1.2 - 1, 12)
    expect(rate_open).toBeCloseTo(0.8, 12)
  })

  it('states the result since purchase, whose unrealized part is value less cost', async () => {
    const settings = { period: { name: '1d' } }
    const data = await detail(acme, { settings })
    for (const view of ['original', 'calculated']) {
      const since = data.since_purchase[view]
      const position = data[`${view}_pos`]
      expect(since.start_date).toBe(position.date_open)
      expect(since.pnl_abs_unrealized).toBeCloseTo(position.value - position.cost, 9)
      expect(since.pnl_rel_total).toBeCloseTo(since.pnl_abs_total / since.capital_base, 12)
      expect(position.pnl_rel_total).toBeCloseTo(position.pnl_abs_total / position.capital_base, 12)
      const effects: number[] = Object.values(since.parts)
      expect(effects.reduce((sum, effect) => sum + effect, 0)).toBeCloseTo(since.pnl_abs_total, 9)
    }
  })

  it('matches its row in the list', async () => {
    const rows: Position[] = (await post('/api/positions/list/?type=open')).json().data
    for (const { price_trend: _, ...row } of rows) {
      const { calculated_pos } = await detail(row.id)
      const { price_open, price_current, price_break_even, ...amounts } = row
      expect(calculated_pos).toMatchObject(amounts)
    }
    expect(rows).toHaveLength(3)
  })

  it('explains its P/L by effects in either currency', async () => {
    const { original_pos, calculated_pos } = await detail(acme)
    for (const view of [original_pos, calculated_pos]) {
      const { price, currency, income, fees, taxes, trading } = view.parts
      expect(price + currency + income + fees + taxes + trading).toBeCloseTo(view.pnl_abs_total, 9)
    }
    expect(original_pos.parts).toMatchObject({ currency: 0, income: 30, fees: -10 })
    expect(calculated_pos.parts.currency).toBeGreaterThan(0)
  })

  it('has a daily P/L that ends at the figure, with the requested number of points', async () => {
    const { calculated_pos } = await detail(acme)
    const last = calculated_pos.daily_pnl.at(-1)
    expect(last.date).toBe('2026-11-13')
    for (const field of ['pnl_abs_total', 'pnl_abs_realized', 'pnl_rel_total'])
      expect(last[field]).toBeCloseTo(calculated_pos[field], 9)
    const few = await detail(acme, {}, '?points=3')
    expect(few.calculated_pos.daily_pnl.length).toBeLessThanOrEqual(3)
    expect(few.prices.length).toBeLessThanOrEqual(3)
  })

  it('has lots that add up to it, closes of the period, and its last price with the source', async () => {
    const { original_pos, price, prices } = await detail(acme)
    expect(original_pos.lots).toEqual([
      { date: '2026-11-02', held_days: 11, quantity: 60, price: 50, cost: 3000 },
    ])
    expect(price).toMatchObject({ value: 66, date: '2026-11-13', source: 'test' })
    expect(price.change_rel).toBeCloseTo(66 / 55 - 1, 12)
    expect(prices[0]).toEqual({ date: '2026-11-02', price: 50 })
    expect(prices.at(-1)).toEqual({ date: '2026-11-13', price: 66 })
    const period = { name: null, start_date: '2026-11-12', end_date: '2026-11-12' }
    expect((await detail(acme, { settings: { period } })).prices).toEqual([{ date: '2026-11-12', price: 55 }])
  })

  it('counts its transactions and names its strategies and its asset', async () => {
    await app.database.query(
      `with made as (insert into strategy (user_id, family_id, name) values ($1, $2, 'Core') returning id)
       insert into strategy_position (strategy_id, position_id) select id, $3 from made`,
      [user, family, acme],
    )
    const shown = await detail(acme)
    expect(shown.strategies).toMatchObject([{ name: 'Core' }])
    expect(shown).toMatchObject({ transactions_count: 3, linked_positions_count: 0, asset_id: null })
    const { count } = (await post(`/api/transactions/list/${acme}/?fees=within`)).json()
    expect(shown.transactions_count).toBe(count)
  })

  it('of cash is referenced by account and currency', async () => {
    const [cash] = (await post('/api/cash/')).json().data
    const shown = await detail(cash.position_reference)
    expect(shown.position_reference).toBe(cash.position_reference)
    expect(shown.calculated_pos).toMatchObject({
      instrument_type: 'cash',
      value: cash.value,
      pnl_abs_total: cash.pnl_abs_total,
      lots: [],
    })
  })

  it('without a price has null figures and a flag, and names the manual asset of a family', async () => {
    const row = (await post('/api/positions/list/'))
      .json()
      .data.find((one: Position) => one.name === 'Nowhere')
    const shown = await detail(row.id)
    expect(shown.calculated_pos.value).toBeNull()
    expect(shown.flags.map((flag: { code: string }) => flag.code)).toContain('no_price')
    expect(shown.price).toEqual({ value: null, date: null, source: null, change_rel: null })
    expect(shown.asset_id).not.toBeNull()
  })

  it('of another family returns not found, and the demo account sees no details', async () => {
    expect((await post(`/api/positions/${acme}/`, ned)).statusCode).toBe(404)
    expect((await post('/api/positions/nothing/')).statusCode).toBe(404)
    const demo = await post(`/api/positions/${acme}/`, dee)
    expect([demo.statusCode, demo.json().errors[0].code]).toEqual([403, 'demo_no_details'])
    const owned = (await post(`/api/positions/cash:${main}:CHF/`, ned)).statusCode
    expect(owned).toBe(404)
  })
})

describe('closed positions', () => {
  it('have cost and proceeds, as does their total', async () => {
    const { data, total } = (await post('/api/positions/list/?type=closed')).json()
    expect(data).toMatchObject([{ name: 'Acme Works', cost: 100, proceeds: 120, pnl_abs_total: 20 }])
    expect(total).toMatchObject({ cost: 100, proceeds: 120 })
  })
})

describe('best and worst', () => {
  const ask = async (query = '') => (await post(`/api/positions/best-worst/${query}`)).json().data
  const names = (rows: Position[]) => rows.map(row => row.name)

  it('separates gains from losses without overlap', async () => {
    const { best, worst, basis } = await ask()
    expect([names(best), names(worst)]).toEqual([['Acme'], ['Bolt']])
    expect(basis.currency).toBe('CHF')
    expect((await ask('?count=1&order_by=-pnl_abs_total')).best).toHaveLength(1)
  })

  it('shows amounts in the currency of each position on request', async () => {
    const { best } = await ask('?currency_type=original')
    expect(best[0]).toMatchObject({ name: 'Acme', value: 3960, currency: 'USD' })
    const calculated = await ask()
    expect(calculated.best[0].weight).toBe(best[0].weight)
  })

  it('rejects a count of zero and an unknown order', async () => {
    for (const [query, field] of [
      ['?count=0', 'count'],
      ['?order_by=name', 'order_by'],
      ['?currency_type=gold', 'currency_type'],
    ]) {
      const reply = await post(`/api/positions/best-worst/${query}`)
      expect([reply.statusCode, reply.json().errors[0].field]).toEqual([400, field])
    }
  })

  it('of another family is empty', async () => {
    const { data } = (await post('/api/positions/best-worst/', ned)).json()
    expect([data.best, data.worst]).toEqual([[], []])
  })
})

describe('the position search', () => {
  const find = async (query: string, as = ivy) =>
    (await app.call({ method: 'GET', url: `/api/positions/search/?${query}`, as })).json()
  const names = (reply: { data: Position[] }) => reply.data.map(row => row.name)

  it('finds open and closed positions by name, symbol or ISIN', async () => {
    expect(names(await find('q=acm'))).toEqual(['Acme'])
    expect(names(await find('q=acm&type=closed'))).toEqual(['Acme Works'])
    expect(names(await find('q=us0000000001'))).toEqual(['Acme'])
    expect(names(await find('q=o'))).toEqual(['Bolt', 'Nowhere'])
    expect((await find('q=')).count).toBe(0)
    expect((await find('')).count).toBe(0)
  })

  it('works by POST too, with a filter either way', async () => {
    const filter = { filters: { filter_currency: ['CHF'] } }
    const byText = await find(`q=o&limit=1&filter=${encodeURIComponent(JSON.stringify(filter))}`)
    const byBody = (await post('/api/positions/search/?q=o&limit=1', ivy, filter)).json()
    expect(byText.data).toEqual(byBody.data)
    expect(byText.count).toBe(2)
    const next = (await app.call({ method: 'GET', url: byText.next, as: ivy })).json()
    expect(names(next)).toEqual(['Nowhere'])
  })

  it('rejects a filter that is not JSON', async () => {
    const reply = await app.call({ method: 'GET', url: '/api/positions/search/?q=a&filter={', as: ivy })
    expect([reply.statusCode, reply.json().errors[0].field]).toEqual([400, 'filter'])
  })

  it('finds no cash and nothing of another family', async () => {
    expect((await find('q=acme', ned)).count).toBe(0)
    expect((await find('q=cash')).count).toBe(0)
    expect((await find('q=acme', dee)).count).toBe(1)
  })
})
