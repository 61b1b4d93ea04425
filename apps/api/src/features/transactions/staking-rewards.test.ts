import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEntryFixture, type EntryFixture, errorOf } from './testing/entry-fixture.ts'

let ledger: EntryFixture

beforeAll(async () => {
  ledger = await createEntryFixture()
  await ledger.added(ledger.buy(10, 100))
})
afterAll(() => ledger.app.close())

const reward = (more: object = {}) => ({
  transaction_type: 'staking_reward',
  instrument: ledger.instruments.share,
  date: '2026-11-04',
  quantity: 0.5,
  ...more,
})

describe('a staking reward', () => {
  it('adds units at their market value as income, moves no cash and is no deposit', async () => {
    const cash = await ledger.cash()
    const { cash_flow: before } = await ledger.performance()
    const added = await ledger.added(reward())
    expect(added).toMatchObject({
      transaction_type: 'staking_reward',
      category: 'income',
      side: 'in',
      quantity: 0.5,
      price: null,
      original_amount: null,
      name: 'Acme',
    })
    expect(await ledger.cash()).toBe(cash)
    expect((await ledger.performance()).cash_flow.net).toBe(before.net)
    expect(await ledger.position('Acme')).toMatchObject({
      quantity: 10.5,
      cost: 1050,
      other_income: 50,
      pnl_abs_realized: 50,
      value: 1260,
    })
    const corrected = await ledger.send('PATCH', `/api/transactions/${added.id}/`, ledger.users.ivy, {
      revision: 1,
      reason: 'Value as stated',
      price: 110,
    })
    expect(corrected.statusCode, corrected.body).toBe(200)
    expect(await ledger.position('Acme')).toMatchObject({ cost: 1055, other_income: 55 })
  })

  it('is in the list of income and in its CSV', async () => {
    const url = '/api/transactions/list/?category=income'
    const { data } = (await ledger.send('POST', url, ledger.users.ivy, {})).json()
    expect(data.map((row: { transaction_type: string }) => row.transaction_type)).toEqual(['staking_reward'])
    const csv = await ledger.app.call({
      method: 'POST',
      url,
      payload: {},
      as: ledger.users.ivy,
      headers: { accept: 'text/csv' },
    })
    expect(csv.body).toContain('staking_reward')
  })

  it('pays its tax from the cash of the account', async () => {
    const cash = await ledger.cash()
    await ledger.added(reward({ date: '2026-11-05', taxes: 8 }))
    expect(await ledger.cash()).toBe(cash - 8)
    expect(await ledger.position('Acme')).toMatchObject({ taxes: 8 })
  })

  it('names the invalid field', async () => {
    const refused = async (more: object) => errorOf(await ledger.add(reward(more)))
    expect(await refused({ quantity: null })).toEqual([400, 'quantity'])
    expect(await refused({ instrument: null })).toEqual([400, 'instrument'])
    expect(await refused({ price: -1 })).toEqual([400, 'price'])
    expect(await refused({ currency: 'USD', amount: 60 })).toEqual([400, 'currency'])
  })

  it('is refused in an account of another family and without a sign-in', async () => {
    expect((await ledger.add(reward(), ledger.users.ned)).statusCode).toBe(404)
    const body = { account: ledger.accounts.main, currency: 'CHF', ...reward() }
    expect((await ledger.send('POST', '/api/transactions/', undefined, body)).statusCode).toBe(401)
  })
})
