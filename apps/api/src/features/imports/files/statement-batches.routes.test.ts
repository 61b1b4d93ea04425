import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importCalls, sample } from '../../../testing/import-calls.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { testLedger } from '../../../testing/test-ledger.ts'

let app: TestApp
let birch: string
let elm: string
let foreign: string
let avi: ReturnType<typeof importCalls>
let bea: ReturnType<typeof importCalls>

const iban = 'CH9300762011623852957'

beforeAll(async () => {
  app = await createTestApp({ jobs: true })
  const ledger = testLedger(app.database)
  ;[birch, elm, foreign] = (await Promise.all(['Birch', 'Elm', 'Foreign'].map(app.addFamily))) as [
    string,
    string,
    string,
  ]
  for (const [family, number] of [
    [birch, '1111'],
    [elm, '2222'],
    [foreign, '3333'],
  ] as const) {
    const account = await ledger.account(family, `Cash ${number}`)
    await app.database.query('update account set number = $2 where id = $1', [account, number])
  }
  for (const name of ['avi', 'bea']) {
    const { id } = await app.addUser({ username: name, role: 'adviser' })
    for (const family of [birch, elm])
      await app.database.query('insert into family_access (user_id, family_id) values ($1, $2)', [id, family])
  }
  avi = importCalls(app, (await app.signIn('avi')).access)
  bea = importCalls(app, (await app.signIn('bea')).access)
})
afterAll(() => app.close())

/** A statement of one account with a payment. */
const statement = (account: string) =>
  Buffer.from(
    sample('mt940.sta')
      .toString('utf8')
      .replace(/:25:.*/g, `:25:${account}`),
  )
const send = (batch: string, name: string, bytes: Buffer, family?: string) =>
  avi.call(
    'POST',
    `/api/clients/statements/${batch}/files/?name=${name}${family ? `&family=${family}` : ''}`,
    bytes,
  )

describe('statements of several clients', () => {
  it('go to the family of their account, one import each, and are applied there', {
    timeout: 180_000,
  }, async () => {
    const batch = crypto.randomUUID()
    expect((await send(batch, 'birch.sta', statement('1111'))).json().data).toEqual({
      unplaced: [],
      imports: [{ id: birch, name: 'Birch' }],
    })
    await send(batch, 'elm.sta', statement('2222'))
    const { data } = (await avi.call('GET', `/api/clients/statements/${batch}/`)).json()
    expect(data).toMatchObject([
      {
        family: { name: 'Birch' },
        status: 'open',
        is_ready: true,
        files: [{ name: 'birch.sta', state: 'ready' }],
      },
      { family: { name: 'Elm' }, is_ready: true, files: [{ account: { name: 'Cash 2222' } }] },
    ])
    for (const { id } of data) expect((await avi.apply(id)).status).toBe('done')
    const after = (await avi.call('GET', `/api/clients/statements/${batch}/`)).json().data
    expect(after.map(({ status }: { status: string }) => status)).toEqual(['applied', 'applied'])
    const { rows } = await app.database.query(
      'select family_id, count(*)::int as count from transaction group by family_id',
    )
    expect(new Set(rows.map(row => row.family_id))).toEqual(new Set([birch, elm]))
  })

  it('of an unknown account are stored only with a family', async () => {
    const batch = crypto.randomUUID()
    expect((await send(batch, 'x.sta', statement(iban))).json().data).toEqual({
      unplaced: [iban],
      imports: [],
    })
    expect((await avi.call('GET', `/api/clients/statements/${batch}/`)).statusCode).toBe(404)
    expect((await send(batch, 'x.sta', statement(iban), elm)).json().data.imports).toEqual([
      { id: elm, name: 'Elm' },
    ])
    const { data } = (await avi.call('GET', `/api/clients/statements/${batch}/`)).json()
    expect(data).toMatchObject([{ is_ready: false, files: [{ state: 'needs_account' }] }])
  })

  it('never reach a family that the adviser does not serve', async () => {
    const batch = crypto.randomUUID()
    // The account exists, but for this adviser it is unknown.
    expect((await send(batch, 'x.sta', statement('3333'))).json().data.unplaced).toEqual(['3333'])
    for (const family of [foreign, crypto.randomUUID()]) {
      const reply = await send(batch, 'x.sta', statement('3333'), family)
      expect(reply.json().errors[0]).toMatchObject({ code: 'not_found', field: 'family' })
    }
  })

  it('of another adviser look like missing ones', async () => {
    const batch = crypto.randomUUID()
    await send(batch, 'birch.sta', statement('1111'))
    expect((await bea.call('GET', `/api/clients/statements/${batch}/`)).statusCode).toBe(404)
  })
})
