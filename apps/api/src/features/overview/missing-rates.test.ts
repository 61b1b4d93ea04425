import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

/** Shares in CHF, USD and GBP, cash in all three, and no exchange rate at all but an old one of USD. */
let app: TestApp
let nora: string
let adviser: string
let dollars: string

beforeAll(async () => {
  app = await createTestApp()
  const write = testLedger(app.database)
  const familyId = await app.addFamily('Rowan')
  await app.addUser({ username: 'nora', role: 'investor', familyId })
  const { id } = await app.addUser({ username: 'ada', role: 'adviser' })
  await app.database.query('insert into family_access (user_id, family_id) values ($1, $2)', [id, familyId])
  nora = (await app.signIn('nora')).access
  adviser = (await app.signIn('ada')).access
  const home = await write.account(familyId, 'Home')
  const abroad = await write.account(familyId, 'Abroad', 'GBP')
  const franc = await write.instrument('Franc works', 'equity', 'CHF')
  const pound = await write.instrument('Pound works', 'equity', 'GBP')
  const future = await write.instrument('June future', 'future', 'CHF')
  await app.database.query("update instrument set contract_expiration = '2026-06-19' where id = $1", [future])
  await write.prices(franc, { '2026-03-02': 50, '2026-11-12': 60, '2026-11-13': 61 })
  await write.prices(pound, { '2026-03-02': 10, '2026-11-13': 12 })
  await write.prices(future, { '2026-03-02': 100, '2026-06-18': 110 })
  const date = '2026-03-02'
  await write.post(familyId, home, { type: 'deposit', date, amount: '10000', currency: 'CHF' })
  await write.post(familyId, home, { type: 'trade', date, instrument: franc, quantity: '100', price: '50' })
  await write.post(familyId, home, { type: 'trade', date, instrument: future, quantity: '2', price: '100' })
  await write.post(familyId, abroad, { type: 'deposit', date, amount: '5000', currency: 'GBP' })
  const bought = { type: 'trade', date, instrument: pound, quantity: '100', price: '10', currency: 'GBP' }
  await write.post(familyId, abroad, { ...bought, fees: '7' })
  dollars = await write.account(familyId, 'Dollars', 'USD')
  await app.database.query('select bump_market_version()')
})
afterAll(() => app.close())

async function ask(url: string, settings: object = {}, as = nora, filters: object = {}) {
  const reply = await app.call({ method: 'POST', url, as, payload: { settings, filters } })
  return { status: reply.statusCode, ...reply.json() }
}

const codes = (flags: { code: string }[]) => flags.map(({ code }) => code)

describe('a family with currencies without a rate', () => {
  it('has a partial net asset value, and no cash flow, P/L and return', async () => {
    const { data } = await ask('/api/performance/')
    expect(data.balance).toEqual({ allocated: 6120, cash: 5000, total: 11120 })
    expect(data.cash_flow).toMatchObject({ net_cashflow: null, deposits: null, withdrawals: null })
    expect(data.pnl.abs).toEqual({ total: null, realized: null, unrealized: null })
    expect(data.returns).toMatchObject({ twr: null, twr_annual: null, xirr: null })
    expect(codes(data.flags)).toEqual(expect.arrayContaining(['no_rate', 'partial']))
    expect(data.coverage).toMatchObject({ is_partial: true, held_count: 5, missing_count: 2 })
    expect(data.coverage.missing).toContainEqual(
      expect.objectContaining({
        reason: 'missing_rate',
        currency: 'GBP',
        since: '2026-03-02',
        count: 2,
        amount: 5193,
      }),
    )
    expect(data.daily_balance.at(-1)).toMatchObject({ total: 11120, missing_count: 2 })
    expect(data.daily_pnl.at(-1).pnl_abs_total).toBeNull()
  })

  it('has null instead of 0 for everything of the part without a rate', async () => {
    const filters = { filter_currency: ['GBP'] }
    const { data } = await ask('/api/performance/', {}, nora, filters)
    expect(data.balance).toEqual({ allocated: null, cash: null, total: null })
    const fees = await ask('/api/fees/', {}, nora, filters)
    expect(fees.data.total).toMatchObject({ sum: null, bps: null, count: 1 })
    expect(codes(fees.data.total.flags)).toEqual(['no_rate'])
    const positions = await ask('/api/positions/list/', {}, nora, filters)
    expect(positions.data[0]).toMatchObject({ value: null, cost: null, fees: null, pnl_abs_total: null })
    expect(positions.total).toMatchObject({ value: null, cost: null, fees: null, weight: null })
    const cash = await ask('/api/cash/', {}, nora, filters)
    expect(cash.total).toMatchObject({ value: null, pnl_abs_total: null })
    expect(codes(cash.total.flags)).toContain('no_rate')
  })

  it('has groups, accounts and clients that say which sums are partial', async () => {
    const { data, total } = await ask('/api/grouped/?group_by=account')
    const byName = new Map(data.map((row: { name: string }) => [row.name, row]))
    expect(byName.get('Home')).toMatchObject({ value: 11120, flags: [] })
    expect(byName.get('Abroad')).toMatchObject({ value: null, weight: null, pnl_abs_total: null })
    expect(total).toMatchObject({ value: 11120, pnl_abs_total: null })
    expect(codes(total.flags)).toContain('partial')
    const clients = await ask('/api/clients/list/', {}, adviser)
    expect(clients.data[0]).toMatchObject({ value: 11120, day_pnl_abs: null })
    expect(clients.total).toMatchObject({ value_calculated: 11120, day_pnl_abs: null, day_pnl_rel: null })
    expect(codes(clients.total.flags)).toEqual(['no_rate', 'partial'])
  })

  it('has receipts without a value for what is missing, with the reason', async () => {
    const receipt = async (figure: string) =>
      (
        await app.call({
          method: 'POST',
          url: '/api/receipt/',
          as: nora,
          payload: { settings: {}, filters: {}, subject: { kind: 'portfolio' }, figure },
        })
      ).json().data
    const pnl = await receipt('pnl_abs_total')
    expect(pnl).toMatchObject({ value: null })
    expect(codes(pnl.flags)).toContain('no_rate')
    const nav = await receipt('balance_total')
    expect(nav).toMatchObject({ value: 11120 })
    expect(codes(nav.flags)).toContain('partial')
  })

  it('shows expired contracts in data health, with the closing entry', async () => {
    const { data } = await ask('/api/data-health/list/?kind=contract_expired')
    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({ kind: 'contract_expired', name: 'June future', weight: 'figure' })
    expect(data[0].reason).toBe('Expired on 19 Jun 2026 and still open. Closing entry: sell 2 at 110 CHF.')
  })
})

describe('the currencies of a user', () => {
  it('are the common ones and those of their families; others are refused', async () => {
    const refused = await ask('/api/performance/', { currency: 'SGD' })
    expect(refused.status).toBe(400)
    expect(refused.errors[0]).toMatchObject({ field: 'settings.currency' })
    expect(refused.errors[0].message).toContain('CHF')
    const change = (payload: object) =>
      app.call({ method: 'PATCH', url: '/api/settings/', as: nora, payload })
    expect((await change({ currency: 'SGD' })).statusCode).toBe(400)
    expect((await change({ currency: 'USD' })).statusCode).toBe(200)
    await change({ currency: 'CHF' })
    const report = { name: 'Statement', report_type: 'statement', calculated_currency: 'SGD' }
    const created = await app.call({ method: 'POST', url: '/api/reports/', as: nora, payload: report })
    expect(created.statusCode).toBe(400)
  })
})

describe('a rate that is carried forward', () => {
  it('for more than a week is flagged, with the day of its quote', async () => {
    const write = testLedger(app.database)
    const { rows } = await app.database.query("select id from family where name = 'Rowan'")
    await write.post(rows[0].id, dollars, {
      type: 'deposit',
      date: '2026-03-03',
      amount: '100',
      currency: 'USD',
    })
    await write.rates('CHF', { '2026-03-02': 1.1 })
    const { data } = await ask('/api/performance/', {}, nora, { filter_currency: ['USD'] })
    expect(data.balance.total).toBeCloseTo(100 / 1.1, 9)
    expect(codes(data.flags)).toContain('stale_rate')
    expect(data.coverage.missing).toContainEqual(
      expect.objectContaining({ reason: 'stale_rate', currency: 'USD', since: '2026-03-02' }),
    )
    const cash = await ask('/api/cash/', {}, nora, { filter_currency: ['USD'] })
    expect(cash.data[0]).toMatchObject({ rate_date: '2026-03-02' })
    expect(codes(cash.data[0].flags)).toContain('stale_rate')
    const payload = {
      settings: {},
      filters: {},
      subject: { kind: 'position', id: cash.data[0].position_reference },
      figure: 'value',
    }
    const reply = await app.call({ method: 'POST', url: '/api/receipt/', as: nora, payload })
    const lines = reply.json().data.calculations.flatMap((one: { lines: object[] }) => one.lines)
    const rate = lines.find((line: { label: string }) => line.label.includes('USD/CHF'))
    expect(rate).toMatchObject({ date: '2026-03-02' })
  })
})
