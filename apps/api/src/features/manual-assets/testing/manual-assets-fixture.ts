import { plausibilityQuestions } from '@plumbline/contract'
import { expect } from 'vitest'
import { createTestApp } from '../../../testing/test-app.ts'
import { testLedger } from '../../../testing/test-ledger.ts'

/** Small ledgers change by more than a fifth with most entries. */
const confirm = [...plausibilityQuestions]

export type Method = 'GET' | 'POST' | 'DELETE'

export type ManualAssetsFixture = Awaited<ReturnType<typeof createManualAssetsFixture>>

export const managePath = '/api/positions/manage/'

/** A family with a manual account and a custody account, and one user per role. */
export async function createManualAssetsFixture() {
  const app = await createTestApp()
  const ledger = testLedger(app.database)
  const family = await app.addFamily('Own')
  const other = await app.addFamily('Other')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await app.addUser({ username: 'ned', role: 'investor', familyId: other })
  await app.addUser({ username: 'ada', role: 'admin' })
  await app.addUser({ username: 'demo', role: 'demo', familyId: family })
  // Closes exist up to 13 November 2026: that is the day of the figures.
  const quoted = await ledger.instrument('Quoted')
  await ledger.prices(quoted, { '2026-11-12': 1, '2026-11-13': 1 })
  app.travel(Date.parse('2026-11-14T12:00:00Z') - Date.now())
  await app.database.query(`insert into custodian (id, name) values ('bank', 'Bank')`)
  const held = await app.database.query(
    `insert into account (family_id, custodian_id, name, base_currency) values ($1, 'bank', 'Custody', 'CHF') returning id`,
    [family],
  )
  const custody: string = held.rows[0].id
  const users = {
    ivy: (await app.signIn('ivy')).access,
    ned: (await app.signIn('ned')).access,
    ada: (await app.signIn('ada')).access,
    demo: (await app.signIn('demo')).access,
  }

  const send = (method: Method, url: string, as: string | undefined, payload?: object) =>
    app.call({ method, url, ...(payload ? { payload } : {}), ...(as ? { as } : {}) })
  const opened = await send('POST', '/api/accounts/', users.ivy, {
    name: 'Keepsakes',
    currency: 'CHF',
    cash: 'none',
  })
  const account: string = opened.json().data.id

  const create = (payload: object, as = users.ivy) =>
    send('POST', managePath, as, { account, currency: 'CHF', confirm, ...payload })
  const change = (id: string, payload: object, as = users.ivy) =>
    send('POST', `${managePath}${id}/`, as, { confirm, ...payload })

  const nav = async (as = users.ivy): Promise<number> =>
    (await send('POST', '/api/performance/', as, {})).json().data.balance.total

  const position = async (name: string, filter: object = {}) => {
    const { data } = (await send('POST', '/api/positions/list/?limit=1000', users.ivy, filter)).json()
    return data.find((row: { name: string }) => row.name === name)
  }

  /** Creates an asset and returns the change of the net asset value. */
  const createAsset = async (payload: object) => {
    const before = await nav()
    const reply = await create(payload)
    expect(reply.statusCode, reply.body).toBe(200)
    const asset = reply.json().data
    return { asset, added: (await nav()) - before }
  }

  return { app, users, family, account, custody, send, create, change, nav, position, createAsset }
}

export const errorOf = (reply: { statusCode: number; json(): { errors: { field?: string }[] } }) => [
  reply.statusCode,
  reply.json().errors[0]?.field,
]

export const buy = (date: string, amount: number, more: object = {}) => ({
  date,
  type: 'purchase',
  amount,
  ...more,
})
