import { plausibilityQuestions } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let ivy: string
let account: string

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  const family = await app.addFamily('Own')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  account = await ledger.account(family, 'Keepsakes')
  await ledger.prices(await ledger.instrument('Quoted'), { '2026-11-12': 1, '2026-11-13': 1 })
  await ledger.rates('CHF', { '2025-01-02': 1.1 })
  app.travel(Date.parse('2026-11-14T12:00:00Z') - Date.now())
  ivy = (await app.signIn('ivy')).access
})
afterAll(() => app.close())

const send = async (method: 'GET' | 'POST', url: string, payload?: object) => {
  const reply = await app.call({ method, url, as: ivy, ...(payload ? { payload } : {}) })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}

const on = (date: string, type: string, fields: object) => ({ date, type, fees: 1.5, taxes: 0, ...fields })
const examples: Record<string, object> = {
  real_estate: {
    transactions: [
      on('2025-01-02', 'purchase', { amount: 500_000 }),
      on('2025-02-03', 'rent', { amount: 1500, taxes: 100 }),
      on('2025-03-03', 'expense', { amount: 700 }),
    ],
    valuations: [{ date: '2025-06-30', value: 510_000, source: 'Appraiser' }],
  },
  equity: {
    transactions: [
      on('2025-01-02', 'purchase', { quantity: 30, amount: 1000 }),
      on('2025-03-03', 'split', { ratio: 1.5 }),
      on('2025-04-03', 'sale', { quantity: 7, price: 31.3 }),
      on('2025-05-05', 'dividend', { amount: 50, taxes: 10 }),
    ],
    valuations: [{ date: '2025-06-30', value: 1234.5 }],
  },
  bond: {
    maturity: '2030-03-03',
    interest_rate: 0.02,
    transactions: [
      on('2025-01-02', 'purchase', { quantity: 10_000, price: 98.5, accrued: 33.3 }),
      on('2025-03-03', 'coupon', { amount: 200 }),
      on('2025-06-03', 'sale', { quantity: 4000, price: 99, accrued: 20 }),
      on('2025-07-03', 'redemption', { quantity: 1000 }),
    ],
  },
  private_equity: {
    transactions: [
      on('2025-01-02', 'commitment', { amount: 500_000, fees: 0 }),
      on('2025-02-03', 'capital_call', { amount: 100_000 }),
      on('2025-07-03', 'capital_call', { amount: 50_000 }),
      on('2025-08-03', 'distribution', { amount: 3000 }),
      on('2025-09-03', 'distribution', { amount: 7000, quantity: 0 }),
    ],
    valuations: [{ date: '2025-06-30', value: 120_000 }],
  },
  loan: {
    side: 'borrowed',
    interest_rate: 0.03,
    maturity: '2030-01-02',
    transactions: [
      on('2025-01-02', 'drawdown', { amount: 25_000 }),
      on('2025-06-02', 'repayment', { amount: 5000 }),
      on('2025-12-31', 'interest', { amount: 600 }),
    ],
  },
  fx_forward: {
    base_currency: 'USD',
    quote_currency: 'CHF',
    maturity: '2027-03-17',
    transactions: [
      on('2025-01-02', 'open', { quantity: -100_000, price: 0.9 }),
      on('2025-03-03', 'settle', { quantity: 40_000, price: 0.88 }),
    ],
    valuations: [{ date: '2025-06-30', value: 1500 }],
  },
}

describe('sending an asset back as it was read', () => {
  it.each(Object.entries(examples))('changes nothing of a %s', async (type, example) => {
    const asset = await send('POST', '/api/positions/manage/', {
      type,
      name: type,
      account,
      currency: 'CHF',
      confirm: [...plausibilityQuestions],
      ...example,
    })
    const figures = async () => (await send('POST', '/api/performance/', {})).pnl.abs
    const before = await figures()
    const url = `/api/positions/manage/${asset.id}/`
    const { transactions, valuations, revision } = asset
    const after = await send('POST', url, { transactions, valuations, revision })
    // No entry got a new revision.
    expect(after.transactions).toEqual(transactions)
    expect(after.valuations).toEqual(valuations)
    expect(await figures()).toEqual(before)
  })
})
