import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
  // Monday.
  app.travel(Date.UTC(2026, 2, 16, 9) - app.now().getTime())
})
afterAll(() => app.close())

async function addOwner(name: string) {
  const familyId = await app.addFamily(name)
  await app.addUser({ username: name, role: 'investor', familyId })
  const as = (await app.signIn(name)).access
  const account = await testLedger(app.database).account(familyId, 'Main')
  const rule = { name: 'Moves', task_type: 'pnl_move', actions: ['in_app'] }
  const task_data = { threshold: 10, relativity: 'abs' }
  const made = await app.call({
    method: 'POST',
    url: '/api/user-tasks/',
    as,
    payload: { ...rule, task_data },
  })
  expect(made.statusCode, made.body).toBe(200)
  return { familyId, account, as }
}

async function listNotifications(as: string): Promise<{ title: string; text: string }[]> {
  return (await app.call({ method: 'GET', url: '/api/notifications/', as })).json().data
}

describe('a rule about daily moves', () => {
  it('states the percentage of the capital beside the amount, as every screen does', async () => {
    const { familyId, account, as } = await addOwner('futures')
    const ledger = testLedger(app.database)
    const future = await ledger.instrument('Future', 'future')
    await ledger.prices(future, { '2026-03-12': 100, '2026-03-13': 101 })
    await ledger.post(familyId, account, { type: 'deposit', date: '2026-03-11', amount: '1000' })
    const bought = { instrument: future, quantity: '100', price: '100' }
    await ledger.post(familyId, account, { type: 'trade', date: '2026-03-12', ...bought })
    await app.runTasks(0)
    const performance = await app.call({
      method: 'POST',
      url: '/api/performance/',
      as,
      payload: {
        settings: { period: { name: null, start_date: '2026-03-13', end_date: '2026-03-13' } },
        filters: {},
      },
    })
    const { on_capital: onCapital, rel } = performance.json().data.pnl
    expect(rel.total).toBeCloseTo(0.1, 9)
    expect(onCapital.total).toBeLessThan(0.02)
    const [notified] = await listNotifications(as)
    expect(notified?.text).toContain(`+100.00 CHF (+${(onCapital.total * 100).toFixed(2)}%)`)
  })

  it('says once what is missing while the P/L is unknown, and judges the day when it arrives', async () => {
    const { familyId, account, as } = await addOwner('pounds')
    const ledger = testLedger(app.database)
    const share = await ledger.instrument('Pound works', 'equity', 'GBP')
    await ledger.prices(share, { '2026-03-12': 100, '2026-03-13': 104 })
    const deposit = { type: 'deposit', date: '2026-03-11', amount: '5000', currency: 'GBP' }
    await ledger.post(familyId, account, deposit)
    const bought = { instrument: share, quantity: '10', price: '100', currency: 'GBP' }
    await ledger.post(familyId, account, { type: 'trade', date: '2026-03-12', ...bought })
    await app.runTasks(0)
    expect(await listNotifications(as)).toMatchObject([
      { title: 'Daily P&L could not be checked', text: expect.stringContaining('No exchange rate: GBP') },
    ])
    await ledger.post(familyId, account, { ...deposit, amount: '1' })
    await app.runTasks(0)
    expect(await listNotifications(as)).toHaveLength(1)
    await ledger.rates('GBP', { '2026-03-11': 1.25, '2026-03-12': 1.25, '2026-03-13': 1.25 })
    await ledger.rates('CHF', { '2026-03-11': 1.25, '2026-03-12': 1.25, '2026-03-13': 1.25 })
    await app.runTasks(0)
    expect((await listNotifications(as))[0]).toMatchObject({ title: 'Gain of 40.00 CHF' })
  })
})
