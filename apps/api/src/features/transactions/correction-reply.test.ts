import { plausibilityQuestions } from '@plumbline/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let ivy: string
let account: string

beforeAll(async () => {
  app = await createTestApp()
  const family = await app.addFamily('Own')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  account = await testLedger(app.database).account(family, 'Main')
  ivy = (await app.signIn('ivy')).access
})
afterAll(() => app.close())

const send = (method: 'POST' | 'PATCH', url: string, payload: object) =>
  app.call({ method, url, as: ivy, payload })

it('returns the revision that the caller wrote, even if another user corrects it before the reply', async () => {
  const deposit = { account, transaction_type: 'deposit', date: '2026-03-02', currency: 'CHF', amount: 11 }
  const { id } = (await send('POST', '/api/transactions/', deposit)).json().data
  const correct = async (revision: number, amount: number) => {
    const reply = send('PATCH', `/api/transactions/${id}/`, {
      revision,
      reason: 'x',
      amount,
      confirm: [...plausibilityQuestions],
    })
    const newest = 'select max(revision) as revision from transaction where root_id = $1'
    const isWritten = async () => (await app.database.query(newest, [id])).rows[0].revision > revision
    await expect.poll(isWritten, { timeout: 120_000 }).toBe(true)
    return { reply }
  }
  // No snapshot can load, so no reply is sent, while its market data is locked.
  await app.database.query('begin; lock table market_version')
  const corrections = [await correct(1, 12), await correct(2, 13)]
  await app.database.query('commit')
  const replies = await Promise.all(corrections.map(({ reply }) => reply))
  expect(replies.map(reply => reply.json().data)).toMatchObject([
    { revision: 2, original_amount: 12 },
    { revision: 3, original_amount: 13 },
  ])
})
