import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let owner: string
let demo: string
let stranger: string
let current: string

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  const family = await app.addFamily('Aebi')
  current = await ledger.account(family, 'Current')
  await ledger.account(family, 'Empty')
  await ledger.post(family, current, { type: 'deposit', date: '2026-10-01', amount: '250' })
  await app.addUser({ username: 'owner', role: 'investor', familyId: family })
  await app.addUser({ username: 'demo', role: 'demo', familyId: family })
  await app.addUser({ username: 'stranger', role: 'investor', familyId: await app.addFamily('Other') })
  owner = (await app.signIn('owner')).access
  demo = (await app.signIn('demo')).access
  stranger = (await app.signIn('stranger')).access
})
afterAll(() => app.close())

const coverage = async (as = owner, filters: object = {}) =>
  (
    await app.call({
      method: 'POST',
      url: '/api/data-health/coverage/',
      as,
      payload: { settings: { currency: 'CHF' }, filters },
    })
  ).json()
const state = (quantity: number) =>
  app.call({
    method: 'POST',
    url: `/api/reconciliation/${current}/`,
    as: owner,
    payload: { date: '2026-10-31', lines: [{ currency: 'CHF', quantity }] },
  })

describe('coverage of a ledger that a statement contradicts', () => {
  it('is complete without a statement', async () => {
    expect(await coverage()).toMatchObject({
      count: 0,
      extra: { value: 250, held_count: 1, missing_count: 0, confirmed_count: 1 },
    })
  })

  it('lists the account with both values and counts its balance as unconfirmed', async () => {
    expect((await state(100_250)).statusCode).toBe(200)
    const { data, count, extra } = await coverage()
    expect(count).toBe(1)
    expect(data).toEqual([
      expect.objectContaining({
        reason: 'statement_break',
        places: [{ id: current, name: 'Current' }],
        since: '2026-10-31',
        value: 100_000,
        effect: 100_000,
        statement: { date: '2026-10-31', value: 100_250, ledger_value: 250, breaks_count: 1 },
        may_fix: true,
      }),
    ])
    expect(extra).toEqual({ value: 250, held_count: 1, missing_count: 0, confirmed_count: 0 })
  })

  it('exports the same list as CSV', async () => {
    const reply = await app.call({
      method: 'POST',
      url: '/api/data-health/coverage/',
      as: owner,
      headers: { accept: 'text/csv' },
      payload: { settings: { currency: 'CHF' }, filters: {} },
    })
    expect(reply.statusCode).toBe(200)
    const [head, row, ...rest] = reply.body.trim().split('\r\n')
    expect(rest).toEqual([])
    const cells = row?.split(',') ?? []
    const cell = (name: string) => cells[head?.split(',').indexOf(name) ?? -1]
    expect(['reason', 'accounts', 'effect', 'statement_value', 'ledger_value'].map(cell)).toEqual([
      'statement_break',
      'Current',
      '100000',
      '100250',
      '250',
    ])
  })

  it('lists no account outside the filter or of another family', async () => {
    const { data: accounts } = (
      await app.call({ method: 'POST', url: '/api/reconciliation/list/', as: owner, payload: {} })
    ).json()
    const empty = accounts.find(({ account }: { account: { name: string } }) => account.name === 'Empty')
    expect((await coverage(owner, { filter_account: [empty.account.id] })).count).toBe(0)
    expect((await coverage(owner, { filter_account: [current] })).count).toBe(1)
    expect((await coverage(stranger)).count).toBe(0)
    expect((await coverage(demo)).data[0].reason).toBe('statement_break')
  })

  it('is complete again once they agree', async () => {
    expect((await state(250)).statusCode).toBe(200)
    expect(await coverage()).toMatchObject({ count: 0, extra: { confirmed_count: 1 } })
  })
})
