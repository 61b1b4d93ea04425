import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let ivy: string
let ned: string
let main: string

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  const family = await app.addFamily('Own')
  const other = await app.addFamily('Other')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await app.addUser({ username: 'ned', role: 'investor', familyId: other })
  main = await ledger.account(family, 'Main')
  const second = await ledger.account(family, 'Second')
  await app.database.query("insert into custodian (id, name) values ('bank', 'Bank')")
  await app.database.query("update account set custodian_id = 'bank' where id = $1", [second])
  const share = await ledger.instrument('Acme')
  await ledger.prices(share, { '2026-11-02': 100, '2026-11-11': 100 })
  const trade = { type: 'trade', instrument: share, price: '100' }
  await ledger.post(family, main, { type: 'deposit', date: '2026-11-02', amount: '10000' })
  await ledger.post(family, main, { ...trade, date: '2026-11-03', quantity: '50', fees: '30' })
  await ledger.post(family, main, { type: 'fees_cash', date: '2026-11-05', amount: '60' })
  await ledger.post(family, second, { type: 'deposit', date: '2026-11-02', amount: '10000' })
  await ledger.post(family, second, { ...trade, date: '2026-11-05', quantity: '10', fees: '20' })
  await ledger.post(family, second, { type: 'trailer_fees', date: '2026-11-06', amount: '10' })
  ivy = (await app.signIn('ivy')).access
  ned = (await app.signIn('ned')).access
})
afterAll(() => app.close())

const post = (url: string, as = ivy, body: object = {}, headers: Record<string, string> = {}) =>
  app.call({ method: 'POST', url, as, payload: body, headers })
const fees = async (query = '', body: object = {}) =>
  (await post(`/api/fees/${query}`, ivy, body)).json().data

describe('fees', () => {
  it('add up by day and by origin', async () => {
    const { total, basis } = await fees()
    expect(total).toMatchObject({
      count: 4,
      sum: 100,
      trade_fees: 50,
      account_fees: 60,
      trailer_fees: -10,
      days: 10,
    })
    expect(total.daily_ts).toHaveLength(11)
    expect(total.daily_ts.at(-1)).toEqual({ date: '2026-11-11', daily_fees_abs: 0, cumulative_sum: 100 })
    expect(total.daily_ts[4]).toEqual({ date: '2026-11-05', daily_fees_abs: 80, cumulative_sum: 110 })
    expect(basis.currency).toBe('CHF')
    // 20,000 less the charges before each close: fees reduce the average assets.
    const average = (20_000 * 10 - 30 * 9 - 80 * 7 + 10 * 6) / 10
    expect(total.average_nav).toBeCloseTo(average, 9)
    expect(total.bps).toBeCloseTo((100 / average) * 10_000, 9)
    // Ten days say nothing about a year.
    expect(total.bps_annual).toBeNull()
  })

  it('are identical for every grouping', async () => {
    const { total } = await fees()
    for (const key of ['custodian', 'instrument_type', 'transaction_type', 'account']) {
      const { group_by } = await fees(`?group_by=${key}`)
      const sum = (field: string) =>
        group_by.reduce((all: number, group: Record<string, number>) => all + (group[field] ?? 0), 0)
      for (const field of ['sum', 'count', 'trade_fees', 'account_fees', 'trailer_fees', 'bps'])
        expect(sum(field), `${key} ${field}`).toBeCloseTo(total[field], 9)
      expect(sum('share')).toBeCloseTo(1, 9)
    }
  })

  it('of a custodian are measured against its own assets', async () => {
    const { group_by } = await fees()
    expect(group_by.map((group: { key: string; name: string }) => [group.key, group.name])).toEqual([
      ['manual', 'Manual'],
      ['bank', 'Bank'],
    ])
    const own = group_by[0]
    expect(own.bps_own).toBeCloseTo((own.sum / own.average_nav_own) * 10_000, 9)
    expect(own.bps_own).toBeGreaterThan(own.bps)
  })

  it('of one group match the list and can be grouped again', async () => {
    for (const [key, value] of [
      ['custodian', 'bank'],
      ['account', main],
      ['instrument_type', 'equity'],
      ['transaction_type', 'fees'],
    ]) {
      const listed = (await fees(`?group_by=${key}`)).group_by.find(
        (group: { key: string }) => group.key === value,
      )
      for (const again of ['transaction_type', 'account']) {
        const url = `/api/fees/detail/?filter_key=${key}&filter_value=${value}&group_by=${again}`
        const { total, group_by } = (await post(url)).json().data
        for (const field of ['sum', 'count', 'trade_fees', 'bps', 'bps_annual'])
          expect(total[field], `${key} ${field}`).toBeCloseTo(listed[field], 9)
        const sum = group_by.reduce((all: number, group: { sum: number }) => all + group.sum, 0)
        expect(sum).toBeCloseTo(total.sum, 9)
        expect(total.daily_ts.at(-1).cumulative_sum).toBeCloseTo(total.sum, 9)
      }
    }
  })

  it('follow the filter', async () => {
    const equity = await fees('', { filters: { filter_instrument_type: ['equity'] } })
    const cash = await fees('', { filters: { filter_instrument_type: ['cash'] } })
    expect([equity.total.sum, cash.total.sum]).toEqual([50, 50])
    const period = { name: null, start_date: '2026-11-05', end_date: '2026-11-05' }
    expect((await fees('', { settings: { period } })).total.sum).toBe(80)
  })

  it('return the requested number of points, and CSV of the groups', async () => {
    const few = await fees('?points=4')
    expect(few.total.daily_ts.length).toBeLessThanOrEqual(4)
    expect(few.total.daily_ts.at(-1).cumulative_sum).toBe(100)
    const csv = await post('/api/fees/', ivy, {}, { accept: 'text/csv' })
    const [header = '', ...rows] = csv.body.trimEnd().split('\r\n')
    const { group_by, basis } = await fees()
    const described = {
      calculated_currency: basis.currency,
      period_start: basis.start_date,
      as_of: basis.as_of,
    }
    const cells = group_by.map((group: Record<string, unknown>) =>
      header.split(',').map(field => String({ ...group, ...described }[field] ?? '')),
    )
    expect(rows.map(row => row.split(','))).toEqual(cells)
  })

  it('reject unknown groups and keys by field', async () => {
    const unknown = await post('/api/fees/detail/?filter_key=custodian&filter_value=nobody')
    expect(unknown.statusCode).toBe(404)
    const bad = await post('/api/fees/?group_by=colour')
    expect([bad.statusCode, bad.json().errors[0].field]).toEqual([400, 'group_by'])
    expect(bad.json().errors[0].message).toContain('custodian')
  })

  it('of another family are empty, and its groups return not found', async () => {
    const { total, group_by } = (await post('/api/fees/', ned)).json().data
    expect([total.sum, total.bps, group_by]).toEqual([0, null, []])
    const foreign = await post(`/api/fees/detail/?filter_key=account&filter_value=${main}`, ned)
    expect(foreign.statusCode).toBe(404)
  })
})
