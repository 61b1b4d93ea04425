import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let ivy: string
let ned: string
let main: string
let second: string

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  const family = await app.addFamily('Own')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await app.addUser({ username: 'ned', role: 'investor', familyId: await app.addFamily('Other') })
  main = await ledger.account(family, 'Main')
  second = await ledger.account(family, 'Second')
  const share = await ledger.instrument('Acme')
  const dark = await ledger.instrument('Nowhere', 'other')
  const exotic = await ledger.instrument('Faraway', 'equity', 'ISK')
  await ledger.prices(share, { '2026-11-02': 100, '2026-11-13': 110 })
  await ledger.prices(exotic, { '2026-11-02': 100, '2026-11-13': 110 })
  await ledger.post(family, main, { type: 'deposit', date: '2026-11-02', amount: '1000' })
  await ledger.post(family, main, {
    type: 'transfer_in',
    date: '2026-11-03',
    instrument: dark,
    quantity: '2',
  })
  await ledger.post(family, second, {
    type: 'transfer_in',
    date: '2026-11-03',
    instrument: exotic,
    quantity: '2',
    currency: 'ISK',
  })
  const source = async (name: string, kind: string, account: string | null) => {
    const { rows } = await app.database.query(
      `insert into integration (name, kind, account_id, family_id)
       select $1, $2, $3::uuid, (select family_id from account where id = $3) returning id`,
      [name, kind, account],
    )
    return rows[0].id
  }
  const run = (id: string, day: string, status: string, dataDate: string | null, message: string | null) =>
    app.database.query(
      `insert into integration_run (integration_id, status, started_at, ended_at, data_date, message)
       values ($1, $2, $3::date + time '22:00', $3::date + time '22:01', $4, $5)`,
      [id, status, day, dataDate, message],
    )
  const bank = await source('Bank', 'custodian', main)
  await run(bank, '2026-11-12', 'success', '2026-11-12', null)
  await run(bank, '2026-11-13', 'failed', null, 'Sign-in refused')
  const broker = await source('Broker', 'custodian', second)
  await run(broker, '2026-11-13', 'success', '2026-11-13', null)
  await source('Exchange', 'prices', null)
  ivy = (await app.signIn('ivy')).access
  ned = (await app.signIn('ned')).access
})
afterAll(() => app.close())

const status = async (as = ivy, filters: object = {}) =>
  (await app.call({ method: 'POST', url: '/api/status/', as, payload: { filters } })).json()

describe('the status of data sources', () => {
  it('shows the result of the last run, the last data date and an icon', async () => {
    const { data, count } = await status()
    expect(count).toBe(3)
    expect(data).toMatchObject([
      {
        name: 'Bank',
        kind: 'custodian',
        status: 'failed',
        icon: -1,
        message: 'The provider reported a problem. Administrators see its message.',
        data_date: '2026-11-12',
        is_running: false,
        accounts: [{ id: main, name: 'Main' }],
      },
      { name: 'Broker', status: 'success', icon: 1, data_date: '2026-11-13' },
      { name: 'Exchange', status: 'no_data', icon: 0, last_run_at: null, accounts: [] },
    ])
  })

  it('counts positions whose figures could not be computed, with reasons', async () => {
    const { extra } = await status()
    const missing = extra.missing.map((one: { name: string; flags: { code: string }[] }) => [
      one.name,
      one.flags.map(flag => flag.code),
    ])
    expect(missing.sort()).toEqual([
      ['Faraway', ['no_rate']],
      ['Nowhere', ['no_price']],
    ])
  })

  it('follows the accounts of the filter', async () => {
    const { data, extra } = await status(ivy, { filter_account: [second] })
    expect(data.map((one: { name: string }) => one.name)).toEqual(['Broker', 'Exchange'])
    expect(extra.missing).toHaveLength(1)
  })

  it('of another family contains only market sources', async () => {
    const { data, extra } = await status(ned)
    expect(data.map((one: { name: string }) => one.name)).toEqual(['Exchange'])
    expect(extra.missing).toEqual([])
  })
})
