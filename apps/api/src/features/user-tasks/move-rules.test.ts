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

/** Adds a close, in rows and in the yearly column. */
async function addClose(instrument: string, date: string, close: number): Promise<void> {
  await app.database.query(
    `insert into price (instrument_id, date, close, source) values ($1, $2, $3, 'test')`,
    [instrument, date, close],
  )
  const { rows } = await app.database.query('select closes from price_chunk where instrument_id = $1', [
    instrument,
  ])
  const bytes: Buffer = Buffer.from(rows[0].closes)
  bytes.writeDoubleLE(close, 8 * ((Date.parse(date) - Date.parse('2026-01-01')) / 86_400_000))
  await app.database.query('update price_chunk set closes = $2 where instrument_id = $1', [instrument, bytes])
  await app.database.query('select bump_market_version()')
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

  /** A holding at 100 on 12 March and half of it the day after. */
  async function addHalved(name: string) {
    const { familyId, account, as } = await addOwner(name)
    const ledger = testLedger(app.database)
    const share = await ledger.instrument(name)
    await ledger.prices(share, { '2026-03-12': 100, '2026-03-13': 50 })
    await ledger.post(familyId, account, { type: 'deposit', date: '2026-03-11', amount: '1000' })
    const bought = { instrument: share, quantity: '10', price: '100' }
    await ledger.post(familyId, account, { type: 'trade', date: '2026-03-12', ...bought })
    await app.runTasks(0)
    expect(await listNotifications(as)).toMatchObject([
      {
        title: 'Daily P&L could not be checked',
        text: expect.stringContaining(
          `P&L on 13 Mar 2026 is unknown · Possible split that is not posted: ${name}`,
        ),
      },
    ])
    const titles = async () => (await listNotifications(as)).map(({ title }) => title)
    return { familyId, share, as, titles }
  }

  it('announces a fall by half once, with its day, when the next close confirms it', async () => {
    const { share, as, titles } = await addHalved('Halved')
    await addClose(share, '2026-03-16', 47)
    const twelveHours = 43_200_000
    app.travel(twelveHours)
    await app.runTasks(0)
    await app.runTasks(1)
    app.travel(-twelveHours)
    expect((await titles()).sort()).toEqual([
      'Daily P&L could not be checked',
      'Loss of 30.00 CHF',
      'Loss of 500.00 CHF',
    ])
    const fall = (await listNotifications(as)).find(({ title }) => title === 'Loss of 500.00 CHF')
    expect(fall?.text).toContain('P&L on 13 Mar 2026: −500.00 CHF')
  })

  it('announces a fall by half after five days without another close', async () => {
    const { titles } = await addHalved('Quiet')
    const twoDays = 2 * 86_400_000
    app.travel(twoDays)
    await app.runTasks(0)
    await app.runTasks(1)
    app.travel(-twoDays)
    expect(await titles()).toEqual(['Loss of 500.00 CHF', 'Daily P&L could not be checked'])
  })

  it('announces a fall by half once someone has accepted the price', async () => {
    const { familyId, share, as, titles } = await addHalved('Right')
    const decided = await app.call({
      method: 'POST',
      url: `/api/data-health/price_jump.${familyId}.${share}.2026-03-13/decide/`,
      as,
      payload: { is_accepted: true },
    })
    expect(decided.statusCode, decided.body).toBe(200)
    await app.runTasks(0)
    await app.runTasks(1)
    expect(await titles()).toEqual(['Loss of 500.00 CHF', 'Daily P&L could not be checked'])
  })

  it('announces a fall by half at a reported split once someone has answered that there was none', async () => {
    const { familyId, share, as, titles } = await addHalved('Misreported')
    await app.database.query(
      `insert into instrument_event (instrument_id, event_type, date, details)
       values ($1, 'split', '2026-03-13', '{"numerator": 2, "denominator": 1}')`,
      [share],
    )
    await app.runTasks(0)
    expect(await titles()).toEqual(['Daily P&L could not be checked'])
    const { rows } = await app.database.query('select id from account where family_id = $1', [familyId])
    const decided = await app.call({
      method: 'POST',
      url: `/api/data-health/split_not_posted.${familyId}.${rows[0].id}.${share}.2026-03-13/decide/`,
      as,
      payload: { is_accepted: true },
    })
    expect(decided.statusCode, decided.body).toBe(200)
    await app.runTasks(0)
    await app.runTasks(1)
    expect(await titles()).toEqual(['Loss of 500.00 CHF', 'Daily P&L could not be checked'])
  })
})
