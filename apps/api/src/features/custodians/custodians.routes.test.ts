import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
const as: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp()
  const own = await app.addFamily('Own')
  const other = await app.addFamily('Other')
  await app.addUser({ username: 'ada', role: 'admin' })
  await app.addUser({ username: 'ivy', role: 'investor', familyId: own })
  await app.addUser({ username: 'show', role: 'demo', familyId: own })
  await app.database.query("insert into custodian (id, name) values ('bank', 'Bank of Test')")
  for (const [name, family] of [
    ['One', own],
    ['Two', other],
  ])
    await app.database.query(
      `insert into account (family_id, custodian_id, name, base_currency) values ($1, 'bank', $2, 'CHF')`,
      [family, name],
    )
  for (const name of ['ada', 'ivy', 'show']) as[name] = (await app.signIn(name)).access
})
afterAll(() => app.close())

const tokenOf = (name: string) => as[name] ?? ''
const list = (who: string) => app.call({ method: 'GET', url: '/api/custodians/', as: tokenOf(who) })
const write = (method: 'POST' | 'PATCH' | 'DELETE', id: string, payload: object = {}, who = 'ada') =>
  app.call({ method, url: `/api/custodians/${id ? `${id}/` : ''}`, payload, as: tokenOf(who) })
const errorOf = (reply: { json(): { errors: { code: string; field?: string }[] } }) => reply.json().errors[0]

describe('custodians', () => {
  it('are listed for everyone, with counts of visible accounts only', async () => {
    const counts = async (who: string) =>
      Object.fromEntries(
        (await list(who))
          .json()
          .data.map((row: { id: string; accounts_count: number }) => [row.id, row.accounts_count]),
      )
    expect(await counts('ada')).toEqual({ bank: 2, manual: 0 })
    expect(await counts('ivy')).toEqual({ bank: 1, manual: 0 })
    expect(await counts('show')).toEqual({ bank: 1, manual: 0 })
  })

  it('can be added, changed and deleted by administrators, with audit lines', async () => {
    const made = await write('POST', '', { id: 'zkb', name: 'Zürcher Bank', country: 'CH' })
    expect(made.json().data).toEqual({
      id: 'zkb',
      name: 'Zürcher Bank',
      country: 'CH',
      accounts_count: 0,
      version: 1,
    })
    const changed = await write('PATCH', 'zkb', { name: 'Bank of Zurich' })
    expect(changed.json().data).toMatchObject({ name: 'Bank of Zurich', country: 'CH' })
    expect((await write('DELETE', 'zkb')).statusCode).toBe(204)
    expect((await write('PATCH', 'zkb', { name: 'Ghost' })).statusCode).toBe(404)
    const { rows } = await app.database.query(
      "select action from audit_line where action like 'custodian%' order by at, sequence",
    )
    expect(rows.map(row => row.action)).toEqual([
      'custodian_created',
      'custodian_changed',
      'custodian_deleted',
    ])
  })

  it('need a unique id and name, and valid fields', async () => {
    expect(errorOf(await write('POST', '', { id: 'bank', name: 'Another' }))?.code).toBe('already_exists')
    expect(errorOf(await write('POST', '', { id: 'other', name: 'BANK of test' }))?.code).toBe(
      'already_exists',
    )
    expect(errorOf(await write('PATCH', 'manual', { name: 'Bank of Test' }))).toMatchObject({
      code: 'already_exists',
      field: 'name',
    })
    expect(errorOf(await write('POST', '', { id: 'No Word', name: 'x' }))?.field).toBe('id')
    expect(errorOf(await write('POST', '', { id: 'x', name: 'x', country: 'XX' }))?.field).toBe('country')
  })

  it('with accounts cannot be deleted, nor can the manual one', async () => {
    expect(errorOf(await write('DELETE', 'bank'))?.code).toBe('still_in_use')
    expect(errorOf(await write('DELETE', 'manual'))?.code).toBe('still_in_use')
  })

  it('when renamed, update the snapshots of families with accounts there', async () => {
    const versions = async () =>
      (await app.database.query('select version::int from family_version order by family_id')).rows.map(
        row => row.version,
      )
    const before = await versions()
    await write('PATCH', 'bank', { country: 'CH' })
    expect(await versions()).toEqual(before.map(version => version + 1))
  })

  it('can be written by administrators only', async () => {
    for (const who of ['ivy', 'show']) {
      expect((await write('POST', '', { id: 'mine', name: 'Mine' }, who)).statusCode).toBe(403)
      expect((await write('PATCH', 'bank', { name: 'Mine' }, who)).statusCode).toBe(403)
      expect((await write('DELETE', 'bank', {}, who)).statusCode).toBe(403)
    }
    expect((await app.call({ method: 'GET', url: '/api/custodians/' })).statusCode).toBe(401)
  })
})
