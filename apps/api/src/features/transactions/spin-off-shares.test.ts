import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importCalls } from '../../testing/import-calls.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

/** A spin-off whose custodian states that the child takes over 19.48 % of the parent's cost. */
const FILE = `date,transaction_type,side,isin,name,instrument_type,instrument_currency,quantity,price,amount,currency,net,counter_currency,link,numerator,denominator,basis_share,key
2026-11-02,trade,buy,XS0000000009,Parent,equity,CHF,100,20,2000,CHF,2000,,,,,,k1
2026-11-10,spin_off,out,XS0000000009,Parent,equity,CHF,0,,,CHF,,,spin,1,4,,k2
2026-11-10,spin_off,in,XS0000000017,Child,equity,CHF,25,,500,CHF,,,spin,1,4,0.1948,k3
`

let app: TestApp
let ivy: string
let account: string

beforeAll(async () => {
  app = await createTestApp({ jobs: true })
  const ledger = testLedger(app.database)
  const family = await app.addFamily('Own')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  account = await ledger.account(family, 'Main')
  app.travel(Date.parse('2026-11-14T12:00:00Z') - Date.now())
  ivy = (await app.signIn('ivy')).access
  await importCalls(app, ivy).whole('ledger.csv', Buffer.from(FILE), account)
})
afterAll(() => app.close())

async function costs(): Promise<Record<string, number>> {
  const reply = await app.call({ method: 'POST', url: '/api/positions/list/', payload: {}, as: ivy })
  const rows: { name: string; cost: number }[] = reply.json().data
  return Object.fromEntries(rows.map(({ name, cost }) => [name, cost]))
}

async function idOf(where: string): Promise<string> {
  const { rows } = await app.database.query(
    `select root_id as id from transaction where account_id = $1 and superseded_by is null and ${where}`,
    [account],
  )
  return rows[0].id
}

const correct = (id: string, revision: number, fields: object) =>
  app.call({
    method: 'PATCH',
    url: `/api/transactions/${id}/`,
    payload: { revision, reason: 'issuer', ...fields },
    as: ivy,
  })

describe("the share of the parent's cost that a custodian states", () => {
  it('reaches the figures from an imported file', async () => {
    expect(await costs()).toEqual({ Parent: 2000 * (1 - 0.1948), Child: 2000 * 0.1948 })
  })

  it('can be corrected, removed and seen in the history', async () => {
    const child = await idOf(`transaction_type = 'spin_off' and quantity > 0`)
    const reply = await correct(child, 1, { basis_share: 0.25 })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await costs()).toEqual({ Parent: 1500, Child: 500 })
    const history = await app.call({ method: 'GET', url: `/api/transactions/${child}/history/`, as: ivy })
    expect(history.json().data[0]).toMatchObject({
      entered: { basis_share: 0.25 },
      changes: [{ field: 'basis_share', before: '0.1948', after: '0.25' }],
    })
    expect((await correct(child, 2, { basis_share: null })).statusCode).toBe(200)
    // By market values: 500 of the child and 2,000 of the parent.
    expect(await costs()).toEqual({ Parent: 1600, Child: 400 })
  })

  it.each([
    ['the parent', `transaction_type = 'spin_off' and quantity = 0`],
    ['a trade', `transaction_type = 'trade'`],
  ])('is refused for %s', async (_, where) => {
    const { rows } = await app.database.query(
      `select revision from transaction where account_id = $1 and superseded_by is null and ${where}`,
      [account],
    )
    const reply = await correct(await idOf(where), rows[0].revision, { basis_share: 0.5 })
    expect([reply.statusCode, reply.json().errors[0].field]).toEqual([400, 'basis_share'])
  })

  it('is refused outside 0 to 1', async () => {
    const child = await idOf(`transaction_type = 'spin_off' and quantity > 0`)
    expect((await correct(child, 3, { basis_share: 1.2 })).statusCode).toBe(400)
  })
})
