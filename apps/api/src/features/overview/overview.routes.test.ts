import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeFlags } from '../../figures/export-columns.ts'
import { readCsvLine } from '../../platform/http/bodies/csv.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let ivy: string
let ned: string
let family: string
let account: string

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  family = await app.addFamily('Own')
  const other = await app.addFamily('Other')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await app.addUser({ username: 'ned', role: 'investor', familyId: other })
  account = await ledger.account(family, 'Main')
  const share = await ledger.instrument('Acme')
  await ledger.prices(share, {
    '2026-11-09': 100,
    '2026-11-10': 110,
    '2026-11-11': 105,
    '2026-11-12': 120,
    '2026-11-13': 130,
  })
  await ledger.post(family, account, { type: 'deposit', date: '2026-11-09', amount: '10000' })
  await ledger.post(family, account, {
    type: 'trade',
    date: '2026-11-10',
    instrument: share,
    quantity: '50',
    price: '110',
    fees: '10',
  })
  await ledger.post(family, account, {
    type: 'trade',
    date: '2026-11-12',
    instrument: share,
    quantity: '-20',
    price: '120',
  })
  ivy = (await app.signIn('ivy')).access
  ned = (await app.signIn('ned')).access
})
afterAll(() => app.close())

const ask = (url: string, as: string, body: object = {}, more: object = {}) =>
  app.call({ method: 'POST', url, as, payload: body, ...more })

describe('performance', () => {
  it('satisfies opening + net cash flow + P/L = balance', async () => {
    const { data } = (await ask('/api/performance/', ivy)).json()
    // 10,000 in; 20 of 50 sold at 120 after 110; 30 left at 130; a fee of 10.
    expect(data.balance).toEqual({ allocated: 3900, total: 10_790, cash: 6890 })
    expect(data.cash_flow).toMatchObject({ net_cashflow: 10_000, deposits: 10_000, withdrawals: 0 })
    expect(data.pnl.abs).toEqual({ total: 790, realized: 190, unrealized: 600 })
    expect(data.opening.total + data.cash_flow.net_cashflow + data.pnl.abs.total).toBe(data.balance.total)
    expect(data.basis).toMatchObject({ currency: 'CHF', as_of: '2026-11-13', start_date: '2026-11-09' })
  })

  it('of a period opens with the previous close', async () => {
    const period = { name: null, start_date: '2026-11-12', end_date: '2026-11-13' }
    const { data } = (await ask('/api/performance/', ivy, { settings: { period } })).json()
    expect(data.opening.total).toBe(10_000 - 5500 - 10 + 50 * 105)
    expect(data.pnl.abs.total).toBe(50 * 15 + 30 * 10)
    expect(data.daily_pnl.at(-1)).toMatchObject({ date: '2026-11-13', pnl_abs_total: 300 })
  })

  it('of a period of centuries starts with the first transaction', async () => {
    const period = { name: null, start_date: '1801-01-01', end_date: null }
    const { data } = (await ask('/api/performance/', ivy, { settings: { period } })).json()
    expect(data.basis).toMatchObject({ start_date: '2026-11-09', opening_date: '2026-11-08' })
    expect(data.daily_pnl).toHaveLength(6)
    const before = { name: null, start_date: '0001-01-01', end_date: null }
    const refused = await ask('/api/performance/', ivy, { settings: { period: before } })
    expect([refused.statusCode, refused.json().errors[0].field]).toEqual([400, 'settings.period.start_date'])
  })

  it.each(['1y', '3y'])('of %s is stated per year only once there is capital for one', async name => {
    const period = { name, start_date: null, end_date: null }
    const { data } = (await ask('/api/performance/', ivy, { settings: { period } })).json()
    expect(data.returns.twr).toBeCloseTo(0.079, 9)
    expect(data.returns).toMatchObject({ twr_annual: null, xirr: null })
  })

  it.each([
    [{ name: '2035' }, 'settings.period.name'],
    [{ name: '1950' }, 'settings.period.name'],
    [{ name: null, start_date: '2030-01-01', end_date: '2030-12-31' }, 'settings.period.start_date'],
    [{ name: null, end_date: '2026-11-08' }, 'settings.period.end_date'],
  ])('of a period without data is refused: %o', async (period, field) => {
    for (const url of ['/api/performance/', '/api/positions/list/', '/api/grouped/', '/api/fees/']) {
      const refused = await ask(url, ivy, { settings: { period } })
      expect([refused.statusCode, refused.json().errors[0].field], url).toEqual([400, field])
      expect(refused.json().errors[0].message).toContain('from 9 Nov 2026 to 13 Nov 2026')
    }
  })

  it('of a period that overlaps the data is clipped to it, and says so', async () => {
    const period = { name: null, start_date: '2026-11-12', end_date: '2031-12-31' }
    const { data } = (await ask('/api/performance/', ivy, { settings: { period } })).json()
    expect(data.basis).toMatchObject({
      start_date: '2026-11-12',
      end_date: '2026-11-13',
      as_of: '2026-11-13',
    })
    const named = (await ask('/api/performance/', ivy, { settings: { period: { name: '2026' } } })).json()
      .data
    expect(named.basis.end_date).toBe('2026-11-13')
  })

  it('of a portfolio without transactions is empty for any period', async () => {
    const settings = { period: { name: '2035' } }
    expect((await ask('/api/performance/', ned, { settings })).statusCode).toBe(200)
  })

  it('states the P/L as a share of the highest capital', async () => {
    const { data } = (await ask('/api/performance/', ivy)).json()
    expect(data.pnl.on_capital.capital_base).toBeGreaterThanOrEqual(10_000)
    expect(data.pnl.on_capital.total).toBeCloseTo(data.pnl.abs.total / data.pnl.on_capital.capital_base, 12)
  })

  it('filtered to shares counts purchases and sales as flows', async () => {
    const filters = { filter_instrument_type: ['equity'] }
    const { data } = (await ask('/api/performance/', ivy, { filters })).json()
    expect(data.cash_flow.is_net_invested).toBe(true)
    expect(data.balance.cash).toBe(0)
    expect(data.cash_flow.net_cashflow + data.pnl.abs.total).toBeCloseTo(data.balance.total, 9)
  })

  it('of another family is empty', async () => {
    const { data } = (await ask('/api/performance/', ned)).json()
    expect(data.balance).toEqual({ allocated: 0, total: 0, cash: 0 })
    const filtered = (await ask('/api/performance/', ned, { filters: { filter_account: [account] } })).json()
    expect(filtered.data.balance.total).toBe(0)
  })

  it('includes a transaction of another server in the next query', async () => {
    const ledger = testLedger(app.database)
    for (const at of [0, 1, 0, 1] as const) {
      const before = (await ask('/api/performance/', ivy, {}, { at })).json().data.balance.cash
      await ledger.post(family, account, { type: 'deposit', date: '2026-11-13', amount: '1' })
      expect((await ask('/api/performance/', ivy, {}, { at })).json().data.balance.cash).toBe(before + 1)
    }
  })

  it('rejects invalid dates and unknown currencies by field', async () => {
    const period = { name: null, start_date: '2026-11-13', end_date: '2026-11-12' }
    const crossed = await ask('/api/performance/', ivy, { settings: { period } })
    expect([crossed.statusCode, crossed.json().errors[0].field]).toEqual([400, 'settings.period.end_date'])
    const unknown = await ask('/api/performance/', ivy, { settings: { currency: 'XYZ' } })
    expect([unknown.statusCode, unknown.json().errors[0].field]).toEqual([400, 'settings.currency'])
  })
})

describe('positions and groups', () => {
  it('contain the open position with its figures and total', async () => {
    const reply = (await ask('/api/positions/list/?type=open', ivy)).json()
    expect(reply.count).toBe(1)
    expect(reply.data[0]).toMatchObject({
      name: 'Acme',
      quantity: 30,
      price_open: 110,
      price_current: 130,
      value: 3900,
      pnl_abs_realized: 190,
      pnl_abs_unrealized: 600,
      fees: 10,
    })
    expect(reply.total).toMatchObject({ value: 3900, pnl_abs_total: 790 })
  })

  it('add up to the portfolio', async () => {
    const groups = (await ask('/api/grouped/?group_by=instrument_type', ivy)).json()
    const { data } = (await ask('/api/performance/', ivy)).json()
    const sum = (field: string) =>
      groups.data.reduce((total: number, row: Record<string, number>) => total + (row[field] ?? 0), 0)
    expect(groups.data.map((row: { name: string }) => row.name).sort()).toEqual(['Cash', 'Equity'])
    expect(sum('value')).toBeCloseTo(data.balance.total, 9)
    expect(sum('pnl_abs_total')).toBeCloseTo(data.pnl.abs.total, 9)
    expect(sum('contribution')).toBeCloseTo(data.pnl.rel.total, 12)
  })

  it('show cash by account and currency', async () => {
    const cash = (await ask('/api/cash/', ivy)).json()
    expect(cash.data).toHaveLength(1)
    expect(cash.data[0]).toMatchObject({ currency: 'CHF', account: { name: 'Main' } })
  })

  it('can be exported as CSV of the whole list', async () => {
    const reply = await ask('/api/positions/list/?limit=1', ivy, {}, { headers: { accept: 'text/csv' } })
    expect(reply.headers['content-type']).toContain('text/csv')
    const [header, row] = reply.body.split('\r\n')
    expect(header?.startsWith('id,name,name_long')).toBe(true)
    expect(row).toContain('Acme')
  })

  it('are exported with their currency, day and flags, under a name that says what they are', async () => {
    const exported = async (url: string, body: object) => {
      const reply = await ask(url, ivy, body, { headers: { accept: 'text/csv' } })
      const [header = '', ...rows] = reply.body.trimEnd().split('\r\n')
      const read = (line: string) =>
        Object.fromEntries(
          readCsvLine(line, ',').map((cell, place) => [header.split(',')[place] ?? '', cell]),
        )
      return { name: String(reply.headers['content-disposition']), rows: rows.map(read) }
    }
    const body = { settings: { currency: 'USD', period: { name: 'ytd' } } }
    for (const [url, view] of [
      ['/api/positions/list/', 'positions'],
      ['/api/cash/', 'cash'],
      ['/api/grouped/?group_by=currency', 'grouped by currency'],
    ] as const) {
      const { data, basis } = (await ask(url, ivy, body)).json()
      const { name, rows } = await exported(url, body)
      const file = `${basis.family.name} ${view} ytd ${basis.as_of} USD.csv`
      expect(decodeURIComponent(name)).toContain(file)
      expect(rows).toHaveLength(data.length)
      for (const [place, row] of rows.entries()) {
        expect(row).toMatchObject({ calculated_currency: 'USD', as_of: basis.as_of })
        const missing = Object.keys(data[place]).filter(
          field => !(field in row) && !['price_trend', 'open', 'closed'].includes(field),
        )
        expect(missing, view).toEqual([])
        expect(row.flags).toBe(describeFlags(data[place].flags))
        if (data[place].value === null) expect(row.value).toBe('')
      }
    }
  })

  it('of another family are empty', async () => {
    expect((await ask('/api/positions/list/', ned)).json().count).toBe(0)
    expect((await ask('/api/grouped/', ned)).json().data).toEqual([])
    expect((await ask('/api/cash/', ned)).json().data).toEqual([])
  })
})

describe('currency movers', () => {
  it('show the effect of each rate and add up to the currency effect of the P/L', async () => {
    const ledger = testLedger(app.database)
    const fund = await ledger.instrument('Fund', 'fund', 'USD')
    await ledger.prices(fund, { '2026-11-09': 10, '2026-11-13': 10 })
    await ledger.rates('CHF', { '2026-11-09': 1.25, '2026-11-13': 1 })
    await ledger.post(family, account, {
      type: 'trade',
      date: '2026-11-09',
      instrument: fund,
      quantity: '100',
      price: '10',
      currency: 'CHF',
      net: '800',
    })
    const { data } = (await ask('/api/performance/currency-movers/', ivy)).json()
    const dollar = data.rows.find((row: { currency: string }) => row.currency === 'USD')
    expect(dollar).toMatchObject({ exposure: 1000, pnl_fx: expect.closeTo(200, 9), rate_end: 1 })
    expect(data.total.pnl_fx).toBeCloseTo(200, 9)
    const { pnl } = (await ask('/api/performance/', ivy)).json().data
    expect(pnl.abs.total).toBeCloseTo(790 + 200, 9)
    const stranger = (await ask('/api/performance/currency-movers/', ned)).json().data
    expect([stranger.rows, stranger.total]).toEqual([[], { exposure: 0, pnl_fx: 0 }])
  })
})

describe('returns and risk', () => {
  it('by month and year chain to the return of the period', async () => {
    const { data } = (await ask('/api/performance/', ivy)).json()
    const months = (await ask('/api/performance/months/', ivy)).json().data
    expect(months.months).toHaveLength(1)
    expect(months.months[0]).toMatchObject({ year: 2026, month: 11, is_partial: true })
    expect(months.months[0].twr).toBeCloseTo(data.returns.twr, 12)
    expect(months.months[0].pnl_abs_total).toBeCloseTo(data.pnl.abs.total, 9)
    expect(months.years[0]).toMatchObject({ year: 2026, month: null, is_partial: true })
    expect(months.basis).toEqual(data.basis)
  })

  it('have no risk figures below twenty days, and state the count of days', async () => {
    const { data } = (await ask('/api/performance/risk/', ivy)).json()
    expect(data).toMatchObject({
      observations: 4,
      volatility: null,
      sharpe: null,
      sortino: null,
      calmar: null,
      value_at_risk: null,
      max_drawdown: { depth: null },
      current_drawdown: { depth: null },
      daily_drawdown: [],
      months_count: 1,
      months_up: 1,
    })
  })

  it('show the maximum drawdown, its dates and the distance from the high', async () => {
    const ledger = testLedger(app.database)
    const long = await app.addFamily('Long')
    await app.addUser({ username: 'lou', role: 'investor', familyId: long })
    const own = await ledger.account(long, 'Long')
    const share = await ledger.instrument('Wave')
    const days = Array.from({ length: 60 }, (_, day) =>
      new Date(Date.UTC(2026, 8, 15 + day)).toISOString().slice(0, 10),
    )
    await ledger.prices(
      share,
      Object.fromEntries(days.map((day, at) => [day, 100 + at - (at > 40 ? (at - 40) * 2 : 0)])),
    )
    await ledger.post(long, own, { type: 'deposit', date: '2026-09-15', amount: '1000' })
    await ledger.post(long, own, {
      type: 'trade',
      date: '2026-09-15',
      instrument: share,
      quantity: '10',
      price: '100',
    })
    const lou = (await app.signIn('lou')).access
    const { data } = (await ask('/api/performance/risk/?points=20', lou)).json()
    expect(data.observations).toBeGreaterThan(20)
    // From 140 on the 40th day to 121 on the last, in steps of one.
    expect(data.max_drawdown).toMatchObject({ from: '2026-10-25', to: '2026-11-13', recovered_on: null })
    expect(data.max_drawdown.depth).toBeCloseTo(121 / 140 - 1, 12)
    expect(data.current_drawdown).toMatchObject({ from: '2026-10-25', to: '2026-11-13' })
    expect(data.current_drawdown.depth).toBeCloseTo(data.max_drawdown.depth, 12)
    expect(data.daily_drawdown.length).toBeLessThanOrEqual(20)
    expect(
      Math.min(...data.daily_drawdown.map(({ drawdown }: { drawdown: number }) => drawdown)),
    ).toBeCloseTo(data.max_drawdown.depth, 12)
    expect([data.best_month.month, data.worst_month.month, data.months_count]).toEqual([10, 11, 3])
    expect(data.value_at_risk).toBeLessThan(0)
    // Nothing is stated per year before a year has passed, however long the period is.
    const tooShort = { volatility: null, sharpe: null, sortino: null, downside_deviation: null, calmar: null }
    expect(data).toMatchObject({ is_annual: false, ...tooShort })
    const period = { name: '1y', start_date: null, end_date: null }
    const year = await app.call({
      method: 'POST',
      url: '/api/performance/risk/',
      as: lou,
      payload: { settings: { period }, filters: {} },
    })
    expect(year.json().data).toMatchObject({ observations: data.observations, is_annual: false, ...tooShort })
    const { returns } = (await ask('/api/performance/', lou)).json().data
    expect(returns).toMatchObject({ twr: expect.closeTo(0.21, 9), twr_annual: null, xirr: null })
  })

  it('of another family are empty, and need a sign-in', async () => {
    expect(
      (await ask('/api/performance/months/', ned))
        .json()
        .data.months.every(({ twr }: { twr: unknown }) => twr === null),
    ).toBe(true)
    expect((await ask('/api/performance/risk/', ned)).json().data.observations).toBe(0)
    for (const url of ['/api/performance/months/', '/api/performance/risk/'])
      expect((await app.call({ method: 'POST', url, payload: {} })).statusCode).toBe(401)
  })
})
