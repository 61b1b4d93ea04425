import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../platform/db/database.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { dueTasksStore } from './due-tasks.store.ts'
import { remindDueTasks } from './remind-due-tasks.ts'

let app: TestApp
let own: string
let other: string
let avi: TestUser
let bea: TestUser
const as: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp()
  own = await app.addFamily('Own')
  other = await app.addFamily('Other')
  avi = await app.addUser({ username: 'avi', role: 'adviser' })
  bea = await app.addUser({ username: 'bea', role: 'adviser' })
  await app.addUser({ username: 'cai', role: 'adviser' })
  await app.addUser({ username: 'ivy', role: 'investor', familyId: own })
  await app.addUser({ username: 'ada', role: 'admin' })
  for (const id of [avi.id, bea.id])
    await app.database.query('insert into family_access (user_id, family_id) values ($1, $2)', [id, own])
  for (const name of ['avi', 'bea', 'cai', 'ivy', 'ada']) as[name] = (await app.signIn(name)).access
})
afterAll(() => app.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const call = (who: string, method: Method, url: string, payload?: object) =>
  app.call({ method, url, as: as[who] ?? '', ...(payload && { payload }) })
const add = (who: string, fields: object) => call(who, 'POST', '/api/clients/tasks/', fields)
const list = async (who: string, query = '') => (await call(who, 'GET', `/api/clients/tasks/${query}`)).json()
const texts = (reply: { data: { text: string }[] }) => reply.data.map(({ text }) => text)
const errorOf = (reply: { json(): { errors: { code: string; field?: string }[] } }) => reply.json().errors[0]

describe('tasks and notes about a client', () => {
  it('are shared by the staff who serve the family, with open tasks first by due date', async () => {
    await add('avi', { family: own, text: 'Later', due_date: '2031-03-01' })
    await add('avi', { family: own, kind: 'note', text: 'Prefers calls' })
    const soon = (
      await add('bea', { family: own, text: 'Soon', due_date: '2020-01-01', assignee: avi.id })
    ).json()
    expect(soon.data).toMatchObject({
      family: { id: own, name: 'Own' },
      kind: 'task',
      assignee: { id: avi.id, name: 'avi' },
      is_overdue: true,
      done_at: null,
      created_by: 'bea',
      version: 1,
    })
    expect(texts(await list('avi'))).toEqual(['Soon', 'Later', 'Prefers calls'])
    expect(texts(await list('bea', `?family=${own}&kind=note`))).toEqual(['Prefers calls'])
    expect(texts(await list('avi', '?mine=true'))).toEqual(['Soon'])
    expect(texts(await list('ada', '?open=true&limit=1'))).toEqual(['Soon'])
  })

  it('can be done, reopened, changed and deleted, each recorded in the audit log', async () => {
    const { id, version } = (await add('avi', { family: own, text: 'Call' })).json().data
    const url = `/api/clients/tasks/${id}/`
    const done = (await call('bea', 'PATCH', url, { is_done: true, version })).json().data
    expect(done).toMatchObject({ done_by: 'bea', version: 2 })
    expect(done.done_at).not.toBeNull()
    expect((await call('avi', 'PATCH', url, { text: 'Old', version })).statusCode).toBe(409)
    const opened = await call('avi', 'PATCH', url, {
      is_done: false,
      text: 'Call again',
      due_date: '2031-01-01',
    })
    expect(opened.json().data).toMatchObject({ done_at: null, done_by: null, text: 'Call again' })
    expect((await call('avi', 'DELETE', url)).statusCode).toBe(204)
    expect((await call('avi', 'DELETE', url)).statusCode).toBe(404)
    const { rows } = await app.database.query(
      "select action, subject from audit_line where details ->> 'id' = $1 order by at, id",
      [id],
    )
    expect(rows.map(row => row.action).sort()).toEqual([
      'client_task_added',
      'client_task_deleted',
      'client_task_done',
      'client_task_reopened',
    ])
    // The text of a task may be confidential.
    expect(JSON.stringify(rows)).not.toContain('Call')
  })

  it('of a family that an adviser does not serve look like missing ones', async () => {
    const { id } = (await add('ada', { family: other, text: 'Secret' })).json().data
    const unknown = crypto.randomUUID()
    for (const method of ['PATCH', 'DELETE'] as const) {
      const replies = await Promise.all(
        [id, unknown].map(each =>
          call('avi', method, `/api/clients/tasks/${each}/`, method === 'PATCH' ? { text: 'x' } : undefined),
        ),
      )
      expect(replies.map(reply => reply.statusCode)).toEqual([404, 404])
      expect(replies[0]?.body).toBe(replies[1]?.body)
    }
    for (const family of [other, unknown]) {
      expect(errorOf(await add('avi', { family, text: 'x' }))).toMatchObject({
        code: 'not_found',
        field: 'family',
      })
      expect((await call('avi', 'GET', `/api/clients/staff/?family=${family}`)).statusCode).toBe(404)
    }
    expect((await list('avi', `?family=${other}`)).count).toBe(0)
    expect((await list('cai')).count).toBe(0)
  })

  it('are not for clients', async () => {
    expect((await call('ivy', 'GET', '/api/clients/tasks/')).statusCode).toBe(403)
    expect((await add('ivy', { family: own, text: 'x' })).statusCode).toBe(403)
    expect((await app.call({ method: 'GET', url: '/api/clients/tasks/' })).statusCode).toBe(401)
    const rows = await app.database.query('select count(*)::int as count from client_task')
    expect(rows.rows[0].count).toBeGreaterThan(0)
    const database = await openDatabase(app.database.target, { connections: 1 })
    const { rows: users } = await app.database.query("select id from app_user where username = 'ivy'")
    const seen = await database.within({ user: users[0].id }, tx => sql`select from client_task`.execute(tx))
    await database.close()
    expect(seen.rows).toEqual([])
  })

  it('name the invalid field', async () => {
    expect(errorOf(await add('avi', { family: own, text: ' ' }))?.field).toBe('text')
    expect(errorOf(await add('avi', { family: own, text: 'x', due_date: '2026-02-30' }))?.field).toBe(
      'due_date',
    )
    const { rows } = await app.database.query("select id from app_user where username in ('cai', 'ivy')")
    for (const { id } of rows)
      expect(errorOf(await add('avi', { family: own, text: 'x', assignee: id }))).toMatchObject({
        code: 'not_found',
        field: 'assignee',
      })
    expect(
      errorOf(await add('avi', { family: own, kind: 'note', text: 'x', due_date: '2031-01-01' }))?.field,
    ).toBe('due_date')
    const note = (await add('avi', { family: own, kind: 'note', text: 'x' })).json().data
    expect(
      errorOf(await call('avi', 'PATCH', `/api/clients/tasks/${note.id}/`, { is_done: true }))?.field,
    ).toBe('is_done')
  })

  it('can be assigned to the staff who serve the family', async () => {
    const { data } = (await call('avi', 'GET', `/api/clients/staff/?family=${own}`)).json()
    expect(data.map(({ name }: { name: string }) => name)).toEqual(['ada', 'avi', 'bea'])
  })
})

describe('the inbox', () => {
  const inbox = async (who: string) =>
    (await call(who, 'GET', '/api/notifications/'))
      .json()
      .data.filter(({ kind }: { kind: string }) => kind === 'client_task')

  it('announces a task that someone else assigned, and no own one', async () => {
    const before = (await inbox('bea')).length
    await add('avi', { family: own, text: 'Send Q3 statement', assignee: bea.id, due_date: '2031-05-01' })
    await add('bea', { family: own, text: 'Own task', assignee: bea.id })
    const found = await inbox('bea')
    expect(found).toHaveLength(before + 1)
    expect(found[0]).toMatchObject({
      title: 'avi assigned you a task',
      family: { id: own, name: 'Own' },
      target: { kind: 'client', id: own },
      read_at: null,
    })
    expect(found[0].text).toContain('Send Q3 statement')
  })

  it('reminds once on the day a task is due, and not of a done one', async () => {
    const today = new Date().toISOString().slice(0, 10)
    await add('bea', { family: own, text: 'Due now', assignee: bea.id, due_date: today })
    const done = (await add('bea', { family: own, text: 'Done', assignee: bea.id, due_date: today })).json()
      .data
    await call('bea', 'PATCH', `/api/clients/tasks/${done.id}/`, { is_done: true })
    const database = await openDatabase(app.database.target, { connections: 1 })
    const remind = () => remindDueTasks(dueTasksStore(() => database))
    await remind()
    expect(await remind()).toBe(0)
    await database.close()
    const found = (await inbox('bea')).filter(({ title }: { title: string }) => title === 'A task is due')
    expect(found.map(({ text }: { text: string }) => text.split(' · ')[0])).toEqual(['Due now'])
  })

  it('hides a task of a family that the assignee no longer serves', async () => {
    await app.database.query('delete from family_access where user_id = $1', [bea.id])
    expect(await inbox('bea')).toEqual([])
    expect((await list('bea')).count).toBe(0)
    await app.database.query('insert into family_access (user_id, family_id) values ($1, $2)', [bea.id, own])
  })
})

describe('saved views of the list of clients', () => {
  it('belong to one user, and a view of the same name is replaced', async () => {
    const save = (who: string, payload: object) => call(who, 'POST', '/api/clients/views/', payload)
    const { id } = (await save('avi', { name: 'Urgent', show: 'attention' })).json().data
    const again = (await save('avi', { name: 'urgent', group_by: 'adviser', order_by: 'name' })).json().data
    expect(again).toEqual({
      id,
      name: 'urgent',
      show: 'all',
      group_by: 'adviser',
      order_by: 'name',
      q: '',
    })
    expect((await call('avi', 'GET', '/api/clients/views/')).json()).toMatchObject({
      count: 1,
      data: [again],
    })
    expect((await call('bea', 'GET', '/api/clients/views/')).json().count).toBe(0)
    expect((await call('bea', 'DELETE', `/api/clients/views/${id}/`)).statusCode).toBe(404)
    expect(errorOf(await save('avi', { name: 'x', order_by: 'colour' }))?.field).toBe('order_by')
    expect((await call('avi', 'DELETE', `/api/clients/views/${id}/`)).statusCode).toBe(204)
  })
})
