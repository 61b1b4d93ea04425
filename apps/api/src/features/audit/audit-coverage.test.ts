import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let familyId: string
const access = { ada: '', ivy: '' }

beforeAll(async () => {
  app = await createTestApp()
  familyId = await app.addFamily('Keller')
  await app.addUser({ username: 'ada', role: 'admin' })
  await app.addUser({ username: 'ivy', role: 'investor', familyId })
  for (const name of ['ada', 'ivy'] as const) access[name] = (await app.signIn(name)).access
})
afterAll(() => app.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const call = async (as: keyof typeof access, method: Method, url: string, payload?: object) =>
  app.call({ method, url, as: access[as], ...(payload && { payload }) })
const entries = async (action: string) =>
  (await call('ada', 'GET', `/api/audit/?action=${action}`)).json().data as {
    details: string
    family: { id: string } | null
    user: { name: string }
  }[]

describe('the audit log', () => {
  it('states the old and the new value of a changed family, account and user', async () => {
    await call('ada', 'POST', `/api/families/${familyId}/`, { currency: 'EUR' })
    expect((await entries('family_changed'))[0]?.details).toBe('Keller, base_currency: CHF → EUR')
    const { id: user } = await app.addUser({ username: 'eve', role: 'adviser' })
    await call('ada', 'POST', `/api/users/${user}/`, { families: [familyId] })
    expect((await entries('user_changed'))[0]?.details).toBe(`eve@example.com, families: – → ${familyId}`)
  })

  it('has what staff change of reports and rules, and not what members change of their own', async () => {
    const report = {
      name: 'Quarter',
      report_type: 'performance',
      calculated_currency: 'CHF',
      family: familyId,
    }
    const made = (await call('ada', 'POST', '/api/reports/', report)).json().data
    await call('ada', 'PATCH', `/api/reports/${made.id}/`, { calculated_currency: 'EUR' })
    await call('ada', 'DELETE', `/api/reports/${made.id}/`)
    expect((await entries('report_created'))[0]).toMatchObject({
      details: 'Quarter',
      family: { id: familyId },
    })
    expect((await entries('report_changed'))[0]?.details).toBe('Quarter, calculated_currency: CHF → EUR')
    expect(await entries('report_deleted')).toHaveLength(1)
    expect((await call('ivy', 'POST', '/api/reports/', report)).statusCode).toBe(200)
    expect(await entries('report_created')).toHaveLength(1)
  })

  it('has every download of an archive', async () => {
    expect((await call('ivy', 'GET', `/api/families/${familyId}/archive/`)).statusCode).toBe(200)
    expect(await entries('archive_downloaded')).toMatchObject([{ details: 'Keller', user: { name: 'ivy' } }])
  })

  it('has settings of staff that change what they see and send', async () => {
    await call('ada', 'PATCH', '/api/settings/', { time_zone: 'Asia/Tokyo' })
    await call('ada', 'PATCH', '/api/settings/', { time_zone: 'Asia/Tokyo' })
    await call('ivy', 'PATCH', '/api/settings/', { time_zone: 'Asia/Tokyo' })
    expect((await entries('settings_changed')).map(({ details }) => details)).toEqual([
      'time_zone: – → Asia/Tokyo',
    ])
  })

  it('has a refused call once, however often it is repeated', async () => {
    for (let i = 0; i < 3; i += 1) expect((await call('ivy', 'GET', '/api/audit/')).statusCode).toBe(403)
    expect(await entries('access_refused')).toMatchObject([
      { details: 'GET /api/audit/', user: { name: 'ivy' } },
    ])
  })
})
