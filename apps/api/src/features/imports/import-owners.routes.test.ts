import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImportApp, importCalls, sample } from '../../testing/import-calls.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let family: string
let ivy: ReturnType<typeof importCalls>

beforeAll(async () => {
  ;({ app, family, ivy } = await createImportApp())
})
afterAll(() => app.close())

const swissquote = () => sample('swissquote.csv')

describe('access to an import', () => {
  it('is limited to the user who created it', async () => {
    const other = await app.addFamily('Other')
    await app.addUser({ username: 'ned', role: 'investor', familyId: other })
    const ned = importCalls(app, (await app.signIn('ned')).access)
    const id = await ivy.create()
    const file = await ivy.upload(id, 'a.csv', swissquote())
    const [draft] = await ivy.drafts(id)
    const tries = [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', 'files/?name=x'],
      ['PATCH', `files/${file.id}/`],
      ['DELETE', `files/${file.id}/`],
      ['GET', 'drafts/'],
      ['PATCH', `drafts/${draft.id}/`],
      ['POST', 'apply/'],
      ['POST', 'undo/'],
    ] as const
    for (const [method, rest] of tries) {
      const payload = method === 'PATCH' ? {} : rest.startsWith('files/?') ? Buffer.from('x') : undefined
      expect((await ned.call(method, `/api/imports/${id}/${rest}`, payload)).statusCode, rest).toBe(404)
    }
    expect((await ned.call('GET', '/api/imports/')).json().count).toBe(0)
    const foreign = await testLedger(app.database).account(other, 'Foreign')
    const placed = await ivy.call('PATCH', `/api/imports/${id}/files/${file.id}/`, { account: foreign })
    expect(placed.json().errors[0]).toMatchObject({ code: 'invalid_field', field: 'account' })
  })

  it('needs a sign-in', async () => {
    const id = await ivy.create()
    for (const [method, url] of [
      ['GET', '/api/imports/'],
      ['POST', '/api/imports/'],
      ['GET', `/api/imports/${id}/`],
      ['POST', `/api/imports/${id}/files/?name=x`],
      ['POST', `/api/imports/${id}/apply/`],
    ] as const)
      expect((await app.call({ method, url })).statusCode, url).toBe(401)
  })

  it('to custodian accounts is limited to administrators', async () => {
    await app.database.query(
      `insert into custodian (id, name) values ('bank', 'Bank') on conflict do nothing`,
    )
    const { rows } = await app.database.query(
      `insert into account (family_id, custodian_id, name, base_currency) values ($1, 'bank', 'At the bank', 'CHF') returning id`,
      [family],
    )
    const id = await ivy.create()
    const file = await ivy.upload(id, 'a.csv', swissquote())
    const refused = await ivy.call('PATCH', `/api/imports/${id}/files/${file.id}/`, { account: rows[0].id })
    expect(refused.json().errors[0].code).toBe('contact_account_manager')
    await app.addUser({ username: 'ada', role: 'admin' })
    const ada = importCalls(app, (await app.signIn('ada')).access)
    await ada.whole('a.csv', swissquote(), rows[0].id, family)
    expect(
      await app.database.query('select from transaction where account_id = $1', [rows[0].id]),
    ).toHaveProperty('rowCount', 8)
  })

  it('includes the families that an adviser serves, and no other', async () => {
    const [served, second, foreign] = await Promise.all(['Served', 'Second', 'Foreign'].map(app.addFamily))
    const { id: adviser } = await app.addUser({ username: 'abe', role: 'adviser' })
    for (const familyId of [served, second])
      await app.database.query('insert into family_access (user_id, family_id) values ($1, $2)', [
        adviser,
        familyId,
      ])
    const abe = importCalls(app, (await app.signIn('abe')).access)
    const into = await testLedger(app.database).account(served ?? '', 'Depot')
    const id = await abe.whole('a.csv', swissquote(), into, served)
    expect(await abe.read(id)).toMatchObject({ status: 'applied', family: { id: served, name: 'Served' } })
    expect(await app.database.query('select from transaction where account_id = $1', [into])).toHaveProperty(
      'rowCount',
      8,
    )
    expect(await abe.undo(id)).toMatchObject({ status: 'undone' })
    const unnamed = await abe.call('POST', '/api/imports/', {})
    expect(unnamed.statusCode, unnamed.body).toBe(400)
    expect((await abe.call('POST', '/api/imports/', { family: foreign })).statusCode).toBe(404)
    const other = await abe.create(second)
    const file = await abe.upload(other, 'b.csv', swissquote())
    const misplaced = await abe.call('PATCH', `/api/imports/${other}/files/${file.id}/`, { account: into })
    expect(misplaced.json().errors[0]).toMatchObject({ code: 'invalid_field', field: 'account' })
  })

  it('includes discarding it until it is applied', async () => {
    const open = await ivy.create()
    expect((await ivy.call('DELETE', `/api/imports/${open}/`)).statusCode).toBe(204)
    expect((await ivy.call('GET', `/api/imports/${open}/`)).statusCode).toBe(404)
    const applied = await ivy.whole(
      'a.csv',
      swissquote(),
      await testLedger(app.database).account(family, 'Own'),
    )
    expect((await ivy.call('DELETE', `/api/imports/${applied}/`)).statusCode).toBe(409)
    expect((await ivy.call('POST', `/api/imports/${applied}/files/?name=x`, swissquote())).statusCode).toBe(
      409,
    )
  })
})
