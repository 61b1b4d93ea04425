import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  app.travel(Date.parse('2026-11-15T12:00:00Z') - Date.now())
})
afterAll(() => app.close())

it('a first asset is valued on a server without any prices', async () => {
  const family = await app.addFamily('New')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  const { access: as } = await app.signIn('ivy')
  const opened = await app.call({
    method: 'POST',
    url: '/api/accounts/',
    as,
    payload: { name: 'Home', currency: 'CHF', cash: 'none' },
  })
  const payload = {
    type: 'real_estate',
    name: 'House',
    account: opened.json().data.id,
    currency: 'CHF',
    transactions: [{ date: '2026-11-13', type: 'purchase', amount: 1000 }],
  }
  const made = await app.call({ method: 'POST', url: '/api/positions/manage/', as, payload })
  expect(made.json().data.value).toBe(1000)
  const { data } = (await app.call({ method: 'POST', url: '/api/performance/', as, payload: {} })).json()
  // 15 November 2026 is a Sunday.
  expect([data.balance.total, data.basis.as_of]).toEqual([1000, '2026-11-13'])
})
