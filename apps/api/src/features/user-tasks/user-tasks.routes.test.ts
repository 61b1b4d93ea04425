import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let ivy: string
let ned: string
let account: string

beforeAll(async () => {
  app = await createTestApp()
  const own = await app.addFamily('Own')
  const other = await app.addFamily('Other')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: own })
  await app.addUser({ username: 'ned', role: 'investor', familyId: other })
  account = await testLedger(app.database).account(own, 'Main')
  ivy = (await app.signIn('ivy')).access
  ned = (await app.signIn('ned')).access
})
afterAll(() => app.close())

const reminder = {
  name: 'Coupons',
  task_type: 'event_reminder',
  event_types: ['coupon'],
  lookahead_date_offset: 3,
  actions: ['in_app'],
}
const add = (as: string, payload: object) =>
  app.call({ method: 'POST', url: '/api/user-tasks/', as, payload })
const patch = (as: string, id: string, payload: object) =>
  app.call({ method: 'PATCH', url: `/api/user-tasks/${id}/`, as, payload })
const fieldsOf = (reply: { json(): { errors: { field?: string }[] } }) =>
  reply.json().errors.map(error => error.field)

describe('rules', () => {
  it('can be created, listed, read, paused and deleted', async () => {
    const made = (await add(ivy, reminder)).json().data
    expect(made).toMatchObject({ ...reminder, task_data: { accounts: [] }, is_active: true })
    const list = (await app.call({ method: 'GET', url: '/api/user-tasks/', as: ivy })).json()
    expect([list.count, list.data[0].id]).toEqual([1, made.id])
    const paused = (await patch(ivy, made.id, { is_active: false })).json().data
    expect(paused).toMatchObject({ name: 'Coupons', is_active: false, event_types: ['coupon'] })
    const url = `/api/user-tasks/${made.id}/`
    expect((await app.call({ method: 'DELETE', url, as: ivy })).statusCode).toBe(204)
    expect((await app.call({ method: 'GET', url, as: ivy })).statusCode).toBe(404)
  })

  it('can be changed only into valid rules of their type', async () => {
    const { id } = (await add(ivy, reminder)).json().data
    expect(fieldsOf(await patch(ivy, id, { event_types: [] }))).toEqual(['event_types'])
    const move = { name: 'Moves', task_type: 'pnl_move', actions: ['in_app'] }
    const made = await add(ivy, { ...move, task_data: { threshold: 0.01, relativity: 'rel' } })
    const changed = await patch(ivy, made.json().data.id, { task_data: { threshold: 0.02 } })
    expect(changed.json().data.task_data).toEqual({ threshold: 0.02, relativity: 'rel', accounts: [] })
    expect(fieldsOf(await patch(ivy, made.json().data.id, { task_data: { threshold: -1 } }))).toEqual([
      'task_data.threshold',
    ])
  })

  it('state when a report is next due', async () => {
    const report = await app.database.query(
      `insert into report (user_id, family_id, name, report_type, calculated_currency)
       select id, family_id, 'Statement', 'statement', 'CHF' from app_user where username = 'ivy' returning id`,
    )
    const schedule = { name: 'Monthly', task_type: 'report_schedule', actions: ['email'] }
    const task_data = { report: report.rows[0].id, cadence: 'monthly', recipients: ['tax@example.com'] }
    const made = (await add(ivy, { ...schedule, task_data })).json().data
    const now = app.now()
    // In the morning of the owner, who has chosen no time zone.
    const next = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 6))
    expect(made.next_run_at).toBe(next.toISOString())
    expect(fieldsOf(await add(ned, { ...schedule, task_data }))).toEqual(['task_data.report'])
  })

  it('cannot refer to accounts their owner may not see', async () => {
    expect((await add(ivy, { ...reminder, task_data: { accounts: [account] } })).statusCode).toBe(200)
    const foreign = await add(ned, { ...reminder, task_data: { accounts: [account] } })
    const unknown = await add(ned, { ...reminder, task_data: { accounts: [crypto.randomUUID()] } })
    expect([foreign.statusCode, foreign.body]).toEqual([unknown.statusCode, unknown.body])
    expect(foreign.statusCode).toBe(404)
  })

  it('of another user return not found', async () => {
    const { id } = (await add(ivy, reminder)).json().data
    const unknown = await patch(ned, crypto.randomUUID(), { is_active: false })
    for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
      const reply = await app.call({
        method,
        url: `/api/user-tasks/${id}/`,
        as: ned,
        ...(method === 'PATCH' ? { payload: { is_active: false } } : {}),
      })
      expect([reply.statusCode, reply.body]).toEqual([unknown.statusCode, unknown.body])
    }
    expect((await app.call({ method: 'GET', url: '/api/user-tasks/' })).statusCode).toBe(401)
  })

  it('are described by forms with labels for all fields and names for all choices', async () => {
    const url = '/api/user-tasks/form_fields/'
    const forms = (await app.call({ method: 'GET', url, as: ivy })).json().data
    expect(forms).toHaveLength(6)
    for (const { fields } of forms)
      for (const { label, options } of fields) {
        expect(label).toEqual(expect.stringMatching(/\w/))
        for (const option of options) expect(option.name).toEqual(expect.stringMatching(/\w/))
      }
    const reminders = forms.find((form: { id: string }) => form.id === 'event_reminder')
    const accounts = reminders.fields.find((field: { name: string }) => field.name === 'task_data.accounts')
    expect(accounts.options).toEqual([{ id: account, name: 'Main' }])
  })
})
