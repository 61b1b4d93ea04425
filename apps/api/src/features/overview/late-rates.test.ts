import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

/** CHF 10,000 and GBP 50,000 since March; francs have a rate all the time, pounds from 2 June on. */
let app: TestApp
let nora: string

const days = (from: string, to: string): string[] => {
  const found: string[] = []
  for (let day = Date.parse(from); day <= Date.parse(to); day += 86_400_000)
    found.push(new Date(day).toISOString().slice(0, 10))
  return found
}
const everyDay = (from: string, to: string, value: number) =>
  Object.fromEntries(days(from, to).map(day => [day, value]))

beforeAll(async () => {
  app = await createTestApp()
  const write = testLedger(app.database)
  const familyId = await app.addFamily('Rowan')
  await app.addUser({ username: 'nora', role: 'investor', familyId })
  nora = (await app.signIn('nora')).access
  const home = await write.account(familyId, 'Home')
  await write.rates('CHF', everyDay('2026-03-01', '2026-11-13', 1.1))
  await write.rates('GBP', everyDay('2026-06-02', '2026-11-13', 1.3))
  const share = await write.instrument('Franc works')
  await write.prices(share, everyDay('2026-03-02', '2026-11-13', 100))
  const date = '2026-03-02'
  await write.post(familyId, home, { type: 'deposit', date, amount: '10000', currency: 'CHF' })
  await write.post(familyId, home, { type: 'deposit', date, amount: '50000', currency: 'GBP' })
  await write.post(familyId, home, { type: 'trade', date, instrument: share, quantity: '10', price: '100' })
  await app.database.query('select bump_market_version()')
})
afterAll(() => app.close())

async function readPerformance(start: string, end = '2026-11-13') {
  const period = { name: null, start_date: start, end_date: end }
  const payload = { settings: { period, currency: 'CHF' }, filters: {} }
  const reply = await app.call({ method: 'POST', url: '/api/performance/', as: nora, payload })
  return reply.json().data
}

describe('a rate that comes within the period', () => {
  it('is named with its day, and what it adds to the flows is no deposit', async () => {
    const data = await readPerformance('2026-05-01')
    const first = (50_000 * 1.3) / 1.1
    expect(data.opening.total).toBe(10_000)
    expect(data.cash_flow.net_cashflow).toBeCloseTo(first, 6)
    expect(data.cash_flow.first_values).toBeCloseTo(first, 6)
    expect(data.coverage).toMatchObject({ is_partial: false, is_opening_partial: true, missing: [] })
    expect(data.coverage.missing_before).toEqual([
      {
        reason: 'missing_rate',
        instrument: null,
        currency: 'GBP',
        since: '2026-03-02',
        until: '2026-06-02',
        count: 1,
        value: expect.closeTo(first, 6),
        position_ids: [expect.any(String)],
      },
    ])
    const partial = data.daily_balance.filter((day: { missing_count: number }) => day.missing_count > 0)
    expect(partial.at(-1)).toMatchObject({ date: '2026-06-01', total: 10_000 })
  })

  it('is not missing in a period that begins after it', async () => {
    const { coverage, cash_flow: flow } = await readPerformance('2026-07-01')
    expect(coverage).toMatchObject({ is_opening_partial: false, missing_before: [] })
    expect(flow).toMatchObject({ net_cashflow: 0, first_values: 0 })
  })

  it('is missing at the end of a period before it', async () => {
    const { coverage, cash_flow: flow } = await readPerformance('2026-04-01', '2026-05-15')
    expect(coverage).toMatchObject({ is_partial: true, is_opening_partial: true, missing_before: [] })
    expect(coverage.missing).toMatchObject([{ reason: 'missing_rate', currency: 'GBP' }])
    // Nothing was paid in these days, which needs no rate.
    expect(flow).toMatchObject({ net_cashflow: 0, first_values: 0 })
  })
})
