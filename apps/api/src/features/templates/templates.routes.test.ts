import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let ivy: string
let ned: string

beforeAll(async () => {
  app = await createTestApp()
  const own = await app.addFamily('Own')
  const other = await app.addFamily('Other')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: own })
  await app.addUser({ username: 'ned', role: 'investor', familyId: other })
  ivy = (await app.signIn('ivy')).access
  ned = (await app.signIn('ned')).access
})
afterAll(() => app.close())

const add = (as: string, payload: object) => app.call({ method: 'POST', url: '/api/templates/', as, payload })
const list = (as: string, query = '') => app.call({ method: 'GET', url: `/api/templates/${query}`, as })

describe('templates', () => {
  it('can be saved, listed by name, shown in the settings, changed and deleted', async () => {
    await add(ivy, { name: 'tech', filterSector: ['information_technology'] })
    const { id } = (await add(ivy, { name: 'Bonds', filterInstrumentType: ['bond'] })).json().data
    const names = (reply: { json(): { data: { name: string }[] } }) =>
      reply.json().data.map(({ name }) => name)
    expect(names(await list(ivy))).toEqual(['Bonds', 'tech'])
    const { lists } = (await app.call({ method: 'GET', url: '/api/settings/', as: ivy })).json().data
    expect(lists.templates[0]).toMatchObject({
      name: 'Bonds',
      filterInstrumentType: ['bond'],
      filterSector: [],
    })

    const url = `/api/templates/${id}/`
    const changed = await app.call({ method: 'PATCH', url, as: ivy, payload: { filterCurrency: ['CHF'] } })
    expect(changed.json().data).toMatchObject({
      name: 'Bonds',
      filterInstrumentType: ['bond'],
      filterCurrency: ['CHF'],
    })
    expect((await app.call({ method: 'DELETE', url, as: ivy })).statusCode).toBe(204)
    expect((await app.call({ method: 'DELETE', url, as: ivy })).statusCode).toBe(404)
    expect(names(await list(ivy))).toEqual(['tech'])
  })

  it('are paged with a link to the next page', async () => {
    await add(ivy, { name: 'a' })
    await add(ivy, { name: 'b' })
    const first = (await list(ivy, '?limit=2')).json()
    expect(first).toMatchObject({ count: 3, previous: null, next: '/api/templates/?limit=2&offset=2' })
    const second = (await app.call({ method: 'GET', url: first.next, as: ivy })).json()
    expect(second.data).toHaveLength(1)
  })

  it('reject a taken name in any case', async () => {
    await add(ivy, { name: 'Twice' })
    const reply = await add(ivy, { name: 'twice' })
    expect([reply.statusCode, reply.json().errors[0].field]).toEqual([409, 'name'])
    expect((await add(ned, { name: 'Twice' })).statusCode).toBe(200)
  })

  it('of another user return not found', async () => {
    const { id } = (await add(ivy, { name: 'mine' })).json().data
    const foreign = await app.call({
      method: 'PATCH',
      url: `/api/templates/${id}/`,
      as: ned,
      payload: { name: 'x' },
    })
    const unknown = await app.call({
      method: 'PATCH',
      url: `/api/templates/${crypto.randomUUID()}/`,
      as: ned,
      payload: { name: 'x' },
    })
    expect([foreign.statusCode, foreign.body]).toEqual([unknown.statusCode, unknown.body])
    expect((await app.call({ method: 'DELETE', url: `/api/templates/${id}/`, as: ned })).statusCode).toBe(404)
  })

  it('name the invalid field', async () => {
    const reply = await add(ivy, { name: '', filterSector: ['moon'] })
    expect(reply.statusCode).toBe(400)
    expect(
      reply
        .json()
        .errors.map((error: { field: string }) => error.field)
        .sort(),
    ).toEqual(['filterSector.0', 'name'])
  })
})
