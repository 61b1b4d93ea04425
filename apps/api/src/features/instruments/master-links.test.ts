import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let share: string
let ivy: string

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  const family = await app.addFamily('Own')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  const account = await ledger.account(family, 'Deposit')
  share = await ledger.instrument('Acme')
  const { rows } = await app.database.query(
    `insert into instrument (family_id, name, instrument_type, currency, price_kind)
     values ($1, 'The house', 'real_estate', 'CHF', 'valuation') returning id`,
    [family],
  )
  await ledger.prices(share, { '2026-01-05': 10 })
  await ledger.post(family, account, { type: 'deposit', date: '2026-01-05', amount: '5000' })
  const buy = { type: 'trade' as const, date: '2026-01-05', quantity: '10', price: '10' }
  await ledger.post(family, account, { ...buy, instrument: share })
  await ledger.post(family, account, { ...buy, instrument: rows[0].id })
  await ledger.post(family, account, {
    type: 'dividend',
    date: '2026-02-05',
    instrument: share,
    amount: '12',
  })
  ivy = (await app.signIn('ivy')).access
})
afterAll(() => app.close())

const list = async (url: string) =>
  (await app.call({ method: 'POST', url, as: ivy, payload: {} })).json().data as Record<string, unknown>[]
const links = (rows: readonly Record<string, unknown>[]) =>
  Object.fromEntries(rows.map(({ name, instrument_id: id }) => [name ?? 'cash', id]))

describe('the rows of a list', () => {
  it('name the master record of a security, and none for cash and manual assets', async () => {
    expect(links(await list('/api/transactions/list/'))).toEqual({
      Acme: share,
      'The house': null,
      cash: null,
    })
  })

  it('name a record that the caller can read', async () => {
    const [row] = (await list('/api/transactions/list/')).filter(({ name }) => name === 'Acme')
    const reply = await app.call({ method: 'GET', url: `/api/instruments/${row?.instrument_id}/`, as: ivy })
    expect(reply.json().data).toMatchObject({ id: share, name: 'Acme' })
  })

  it('of income name it too', async () => {
    const reply = await app.call({ method: 'POST', url: '/api/income/', as: ivy, payload: {} })
    const { positions, payments } = reply.json().data
    expect(links(positions)).toMatchObject({ Acme: share })
    expect(links(payments)).toMatchObject({ Acme: share })
  })
})
