import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let ivy: string
let ned: string

beforeAll(async () => {
  app = await createTestApp()
  const { id } = await app.addUser({
    username: 'ivy',
    role: 'investor',
    familyId: await app.addFamily(crypto.randomUUID()),
  })
  await app.addUser({ username: 'ned', role: 'investor', familyId: await app.addFamily(crypto.randomUUID()) })
  ivy = (await app.signIn('ivy')).access
  ned = (await app.signIn('ned')).access
  await app.database.query(
    `insert into notification (user_id, occurrence, kind, details, created_at)
     select $1, n::text, 'account', jsonb_build_object('title', 'Note ' || n, 'text', '', 'target', null),
       now() - make_interval(hours => n)
     from generate_series(1, 5) as n`,
    [id],
  )
})
afterAll(() => app.close())

const list = async (as: string, query = '') =>
  (await app.call({ method: 'GET', url: `/api/notifications/${query}`, as })).json()
const markRead = (as: string, payload: object) =>
  app.call({ method: 'POST', url: '/api/notifications/read/', as, payload })

describe('notifications', () => {
  it('are paged, newest first, with an unread count', async () => {
    const first = await list(ivy, '?limit=2')
    expect(first).toMatchObject({ count: 5, unread_count: 5 })
    expect(first.data.map((row: { title: string }) => row.title)).toEqual(['Note 1', 'Note 2'])
    const second = (await app.call({ method: 'GET', url: first.next, as: ivy })).json()
    expect(second.data.map((row: { title: string }) => row.title)).toEqual(['Note 3', 'Note 4'])
  })

  it('can be marked as read one by one or all at once', async () => {
    const { data } = await list(ivy)
    expect((await markRead(ivy, { ids: [data[0].id] })).json().data).toEqual({ unread_count: 4 })
    const unread = await list(ivy, '?unread=true')
    expect([unread.count, unread.data.length]).toEqual([4, 4])
    expect((await markRead(ivy, {})).json().data).toEqual({ unread_count: 0 })
  })

  it('of another user are neither visible nor markable', async () => {
    const { data } = await list(ivy)
    expect((await list(ned)).count).toBe(0)
    await app.database.query('update notification set read_at = null')
    expect((await markRead(ned, { ids: [data[0].id] })).json().data).toEqual({ unread_count: 0 })
    expect((await list(ivy)).unread_count).toBe(5)
    expect((await app.call({ method: 'GET', url: '/api/notifications/' })).statusCode).toBe(401)
  })
})
