import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let ivy: string
let sent: string
let posted: string

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  const family = await app.addFamily('Own')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  const [first, second] = [await ledger.account(family, 'Exchange'), await ledger.account(family, 'Wallet')]
  const coin = await ledger.instrument('Coin', 'crypto')
  const share = await ledger.instrument('Share')
  for (const id of [coin, share]) await ledger.prices(id, { '2026-11-02': 100, '2026-11-13': 100 })
  await app.database.query(
    `insert into split (instrument_id, ex_date, numerator, denominator) values ($1, '2026-11-05', 2, 1)`,
    [share],
  )
  app.travel(Date.parse('2026-11-14T12:00:00Z') - Date.now())
  ivy = (await app.signIn('ivy')).access
  const bought = { type: 'trade', date: '2026-11-02', quantity: '10', price: '100' }
  await ledger.post(family, first, { type: 'deposit', date: '2026-11-02', amount: '5000' })
  await ledger.post(family, first, { ...bought, instrument: coin })
  await ledger.post(family, first, { ...bought, instrument: share })
  const link = '00000000-0000-4000-8000-000000000001'
  const move = { date: '2026-11-04', instrument: coin, link }
  sent = await ledger.post(family, first, { ...move, type: 'transfer_out', quantity: '-10' })
  await ledger.post(family, second, { ...move, type: 'transfer_in', quantity: '9.5' })
  const split = { type: 'split', instrument: share, denominator: '1' }
  // The first is the known split posted late, the second has another ratio.
  await ledger.post(family, first, { ...split, date: '2026-11-07', numerator: '2' })
  posted = await ledger.post(family, first, { ...split, date: '2026-11-09', numerator: '3' })
})
afterAll(() => app.close())

async function finding(kind: string) {
  const url = `/api/data-health/list/?kind=${kind}`
  const reply = await app.call({ method: 'POST', url, payload: {}, as: ivy })
  return reply.json().data
}

describe('transactions that are posted in doubt', () => {
  it('lists a transfer whose sides differ', async () => {
    expect(await finding('transfer_difference')).toMatchObject([
      {
        name: 'Coin',
        place: 'Exchange',
        reason: 'The two sides of the transfer of 4 Nov 2026 differ by 0.5.',
        transaction_ids: [sent],
      },
    ])
  })

  it('lists a split near a known one of another ratio, and not the known one posted late', async () => {
    expect(await finding('unclear_split')).toMatchObject([{ name: 'Share', transaction_ids: [posted] }])
    const reply = await app.call({ method: 'POST', url: '/api/positions/list/', payload: {}, as: ivy })
    const rows: { name: string; quantity: number }[] = reply.json().data
    expect(rows.find(({ name }) => name === 'Share')?.quantity).toBe(60)
  })
})
