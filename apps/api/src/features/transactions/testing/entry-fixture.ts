import { plausibilityQuestions } from '@plumbline/contract'
import { expect } from 'vitest'
import { createTestApp } from '../../../testing/test-app.ts'
import { testLedger } from '../../../testing/test-ledger.ts'

const confirm = [...plausibilityQuestions]

export type Method = 'GET' | 'POST' | 'PATCH'

export type EntryFixture = Awaited<ReturnType<typeof createEntryFixture>>

/** A family with two manual accounts and a custody account, some instruments, and one user per role. */
export async function createEntryFixture() {
  const app = await createTestApp()
  const ledger = testLedger(app.database)
  const family = await app.addFamily('Own')
  const other = await app.addFamily('Other')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await app.addUser({ username: 'ned', role: 'investor', familyId: other })
  await app.addUser({ username: 'ada', role: 'admin' })
  await app.addUser({ username: 'demo', role: 'demo', familyId: family })
  const main = await ledger.account(family, 'Main')
  const second = await ledger.account(family, 'Second')
  const theirs = await ledger.account(other, 'Theirs')
  await app.database.query(`insert into custodian (id, name) values ('bank', 'Bank')`)
  const held = await app.database.query(
    `insert into account (family_id, custodian_id, name, base_currency) values ($1, 'bank', 'Custody', 'CHF') returning id`,
    [family],
  )
  const custody: string = held.rows[0].id
  const share = await ledger.instrument('Acme')
  const bond = await ledger.instrument('Acme 5 %', 'bond')
  const pool = await ledger.instrument('Pool', 'bond')
  const dollars = await ledger.instrument('Dollar share', 'equity', 'USD')
  const foreign = await ledger.instrument('Their house', 'real_estate')
  await app.database.query('update instrument set family_id = $1 where id = $2', [other, foreign])
  await app.database.query('update instrument set contract_size = 0.01 where id = any($1)', [[bond, pool]])
  await ledger.prices(share, { '2026-11-02': 100, '2026-11-13': 120 })
  await ledger.prices(dollars, { '2026-11-02': 50, '2026-11-13': 50 })
  app.travel(Date.parse('2026-11-14T12:00:00Z') - Date.now())
  const users = {
    ivy: (await app.signIn('ivy')).access,
    ned: (await app.signIn('ned')).access,
    ada: (await app.signIn('ada')).access,
    demo: (await app.signIn('demo')).access,
  }

  /** Corrections are confirmed, as small ledgers change by more than a fifth, unless the payload says otherwise. */
  const send = (method: Method, url: string, as: string | undefined, payload?: object) => {
    const sent = method === 'PATCH' ? { confirm, ...payload } : payload
    return app.call({ method, url, ...(sent ? { payload: sent } : {}), ...(as ? { as } : {}) })
  }
  const add = (payload: object, as = users.ivy) =>
    send('POST', '/api/transactions/', as, { account: main, currency: 'CHF', confirm, ...payload })

  const added = async (payload: object) => {
    const reply = await add(payload)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().data
  }

  const performance = async () => (await send('POST', '/api/performance/', users.ivy, {})).json().data

  const cash = async (account = main, currency = 'CHF') => {
    const filters = { filter_account: [account] }
    const { data } = (await send('POST', '/api/cash/', users.ivy, { filters })).json()
    return data.find((row: { currency: string }) => row.currency === currency)?.balance ?? 0
  }

  const position = async (name: string, account = main) => {
    const filters = { filter_account: [account] }
    const { data } = (await send('POST', '/api/positions/list/', users.ivy, { filters })).json()
    return data.find((row: { name: string }) => row.name === name)
  }

  const buy = (quantity: number, price: number, more: object = {}) => ({
    transaction_type: 'trade',
    side: 'buy',
    instrument: share,
    date: '2026-11-03',
    quantity,
    price,
    ...more,
  })

  await add({ transaction_type: 'deposit', date: '2026-11-02', amount: 10_000 })
  const accounts = { main, second, custody, theirs }
  const instruments = { share, bond, pool, dollars, foreign }
  return { app, users, accounts, instruments, send, add, added, performance, cash, position, buy }
}

export const errorOf = (reply: { statusCode: number; json(): { errors: { field?: string }[] } }) => [
  reply.statusCode,
  reply.json().errors[0]?.field,
]
