import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let admin: string

const day = '2026-01-05'

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  const family = await app.addFamily('Own')
  const accounts = [
    await ledger.account(family, 'First', 'USD'),
    await ledger.account(family, 'Second', 'USD'),
  ]
  const [first = ''] = accounts
  const security = async (name: string, currency: string) => {
    const { rows } = await app.database.query(
      `insert into instrument (family_id, name, instrument_type, currency) values ($1, $2, 'equity', $3) returning id`,
      [family, name, currency],
    )
    return rows[0].id as string
  }
  const buy = async (currency: string, price: string) => {
    const instrument = await security(`In ${currency}`, currency)
    await ledger.post(family, first, { date: day, type: 'trade', instrument, quantity: '1', price, currency })
  }
  await ledger.rates('JPY', { [day]: 0.0065 })
  await ledger.rates('GBP', { [day]: 1.3 })
  await buy('JPY', '5000000')
  await buy('GBP', '1000000')
  // Nobody knows its price or cost.
  const unknown = await security('Unknown', 'USD')
  for (const account of accounts)
    await ledger.post(family, account, {
      date: day,
      type: 'transfer_in',
      instrument: unknown,
      quantity: '3',
      currency: 'USD',
    })
  await app.addUser({ username: 'ada', role: 'admin' })
  admin = (await app.signIn('ada')).access
})
afterAll(() => app.close())

it('lists what is left out first, then the rest by its value in the reporting currency', async () => {
  const { data } = (
    await app.call({
      method: 'POST',
      url: '/api/data-health/coverage/',
      as: admin,
      payload: { settings: { currency: 'USD' }, filters: {} },
    })
  ).json()
  type Gap = { reason: string; currency: string; instrument: { name: string } | null; effect: number | null }
  const shown = ({ reason, currency, instrument, effect }: Gap) => [
    reason,
    instrument?.name ?? currency,
    effect,
  ]
  // The purchases were not paid in: each rate also converts a debt.
  expect(data.map(shown)).toEqual([
    ['missing_price', 'Unknown', null],
    ['stale_rate', 'GBP', 2_600_000],
    ['estimated_price', 'In GBP', 1_300_000],
    ['stale_rate', 'JPY', 65_000],
    ['estimated_price', 'In JPY', 32_500],
  ])
})
