import { setTimeout as sleep } from 'node:timers/promises'
import { joinFileName } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readZip } from '../../platform/http/bodies/zip.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let avi: string
let aviId: string
let birch: string
let elm: string
let foreign: string

beforeAll(async () => {
  app = await createTestApp({ jobs: true })
  const ledger = testLedger(app.database)
  const share = await ledger.instrument('Alpenglow')
  await ledger.prices(share, { '2026-03-02': 100, '2026-03-03': 110 })
  const addFamily = async (name: string) => {
    const family = await app.addFamily(name)
    const account = await ledger.account(family, `${name} main`)
    await ledger.post(family, account, { type: 'deposit', date: '2026-03-02', amount: '1000' })
    const bought = { instrument: share, quantity: '10', price: '100', amount: '1000' }
    await ledger.post(family, account, { type: 'trade', date: '2026-03-02', ...bought })
    return family
  }
  ;[birch, elm, foreign] = [await addFamily('Birch'), await addFamily('Elm'), await addFamily('Foreign')]
  aviId = (await app.addUser({ username: 'avi', role: 'adviser' })).id
  for (const family of [birch, elm])
    await app.database.query('insert into family_access (user_id, family_id) values ($1, $2)', [
      aviId,
      family,
    ])
  avi = (await app.signIn('avi')).access
})
afterAll(() => app.close())

const order = (payload: object) =>
  app.call({ method: 'POST', url: '/api/clients/reports/', as: avi, payload: { name: 'Q1', ...payload } })
const get = (url: string) => app.call({ method: 'GET', url, as: avi })

describe('reports for several clients', () => {
  it('are one job with one archive, announced once, and count as statements', {
    timeout: 180_000,
  }, async () => {
    const ordered = await order({ families: [elm, birch, elm] })
    expect(ordered.statusCode, ordered.body).toBe(202)
    const { id } = ordered.json().data
    expect(ordered.json().data).toMatchObject({ kind: 'client_reports', family: null, name: 'Q1' })
    for (;;) {
      const { status, message } = (await get(`/api/jobs/${id}/`)).json().data
      expect(status, message).not.toBe('failed')
      if (status === 'done') break
      await sleep(100)
    }
    const file = await get(`/api/jobs/${id}/result/`)
    expect(file.headers['content-type']).toBe('application/zip')
    const names = ['Birch', 'Elm'].map(name =>
      joinFileName([name, 'Q1', '2026-03-02 to 2026-03-03', 'CHF'], 'pdf'),
    )
    const files = await readZip(file.rawPayload, new Set(names), 100_000_000)
    expect([...files.keys()]).toEqual(names)
    for (const bytes of files.values()) expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    const notices = (await get('/api/notifications/')).json().data
    expect(notices).toMatchObject([
      { kind: 'report_ready', title: 'Q1 is ready', target: { kind: 'job', id } },
    ])
    const clients = await app.call({ method: 'POST', url: '/api/clients/list/', as: avi, payload: {} })
    for (const client of clients.json().data) expect(client.last_statement_date).toBe('2026-03-03')

    // An adviser who no longer serves one of the families may not open the archive.
    await app.database.query('delete from family_access where user_id = $1 and family_id = $2', [aviId, elm])
    expect((await get(`/api/jobs/${id}/result/`)).statusCode).toBe(404)
    await app.database.query('insert into family_access (user_id, family_id) values ($1, $2)', [aviId, elm])
    expect((await get(`/api/jobs/${id}/result/`)).statusCode).toBe(200)
  })

  it('are refused for a family that the adviser does not serve, as for a missing one', async () => {
    const replies = await Promise.all(
      [foreign, crypto.randomUUID()].map(id => order({ families: [birch, id] })),
    )
    for (const reply of replies)
      expect(reply.json().errors[0]).toMatchObject({ code: 'not_found', field: 'families' })
    expect((await order({ families: [] })).json().errors[0].field).toBe('families')
    const { rows } = await app.database.query("select from background_job where status <> 'done'")
    expect(rows).toEqual([])
  })
})
