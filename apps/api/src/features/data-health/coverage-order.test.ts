import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let admin: string

const before = '2026-01-05'
const rated = '2026-02-02'

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  const family = await app.addFamily('Own')
  const accounts = [
    await ledger.account(family, 'First', 'USD'),
    await ledger.account(family, 'Second', 'USD'),
  ]
  const [first = '', second = ''] = accounts
  const security = async (name: string) => {
    const { rows } = await app.database.query(
      `insert into instrument (family_id, name, instrument_type, currency) values ($1, $2, 'equity', 'USD') returning id`,
      [family, name],
    )
    return rows[0].id as string
  }
  const post = (account: string, given: Parameters<typeof ledger.post>[2]) =>
    ledger.post(family, account, { currency: 'USD', ...given })
  const deposit = (currency: string, amount: string) =>
    post(first, { type: 'deposit', date: before, amount, currency })
  // The deposits are older than any rate, so that their conversion is missing.
  await deposit('JPY', '5000000')
  await deposit('GBP', '1000000')
  await deposit('ZAR', '9000000')
  await ledger.rates('JPY', { [rated]: 0.0065 })
  await ledger.rates('GBP', { [rated]: 1.3 })
  // Nobody knows its price or cost.
  const unknown = await security('Unknown')
  for (const account of [first, second])
    await post(account, { type: 'transfer_in', date: before, instrument: unknown, quantity: '3' })
  await app.addUser({ username: 'ada', role: 'admin' })
  admin = (await app.signIn('ada')).access
})
afterAll(() => app.close())

it('orders what is missing by its size in the reporting currency, the unknown last', async () => {
  const { data } = (
    await app.call({
      method: 'POST',
      url: '/api/data-health/coverage/',
      as: admin,
      payload: { settings: { currency: 'USD' }, filters: {} },
    })
  ).json()
  type Gap = { reason: string; currency: string | null; instrument: { name: string } | null; effect: number }
  const left = data.filter(({ reason }: Gap) => reason.startsWith('missing'))
  expect(left.map(({ currency, instrument, effect }: Gap) => [currency ?? instrument?.name, effect])).toEqual(
    [
      ['GBP', 1_300_000],
      ['JPY', 32_500],
      ['Unknown', null],
      ['ZAR', null],
    ],
  )
})
