import { setTimeout as sleep } from 'node:timers/promises'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailsTo } from '../../testing/outbox.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

const day = 86_400_000
let app: TestApp
let ada: string
let adaId: string
let family: string

beforeAll(async () => {
  app = await createTestApp({ jobs: true })
  adaId = (await app.addUser({ username: 'ada', role: 'adviser' })).id
  family = await app.addFamily('Birchwood')
  await app.database.query('insert into family_access (user_id, family_id) values ($1, $2)', [adaId, family])
  const ledger = testLedger(app.database)
  const account = await ledger.account(family, 'Main')
  app.travel(Date.UTC(2026, 2, 16, 9) - app.now().getTime())
  const share = await ledger.instrument('Alpenglow')
  await ledger.prices(share, { '2026-03-12': 100, '2026-03-27': 104 })
  await ledger.post(family, account, { type: 'deposit', date: '2026-03-11', amount: '1000' })
  const bought = { instrument: share, quantity: '10', price: '100', amount: '1000' }
  await ledger.post(family, account, { type: 'trade', date: '2026-03-12', ...bought })
  ada = (await app.signIn('ada')).access
})
afterAll(() => app.close())

beforeEach(async () => {
  for (const table of ['user_task', 'notification', 'background_job', 'report'])
    await app.database.query(`delete from ${table}`)
  await app.database.query("delete from mail where kind like '%report'")
})

const send = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
  app.call({ method, url, as: ada, ...(payload && { payload }) })
const addReport = async () => {
  const payload = { name: 'Statement', report_type: 'statement', calculated_currency: 'CHF', family }
  const reply = await send('POST', '/api/reports/', payload)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data.id as string
}
const schedule = async (report: string, more: object = {}) => {
  const task_data = { report, cadence: 'monthly', recipients: ['tax@example.com'] }
  const rule = {
    name: 'Monthly',
    family,
    task_type: 'report_schedule',
    actions: ['email'],
    task_data,
    ...more,
  }
  const reply = await send('POST', '/api/user-tasks/', rule)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data.id as string
}
const endedJob = async (): Promise<{ id: string; status: string }> => {
  for (;;) {
    const { rows } = await app.database.query('select id, status from background_job')
    if (rows[0] && rows[0].status !== 'waiting' && rows[0].status !== 'running') return rows[0]
    await sleep(100)
  }
}
const notices = async () => (await send('GET', '/api/notifications/')).json().data
/** Runs the rules in the next month, and their jobs: a job that started after the return would see this month. */
const runLater = async () => {
  app.travel(16 * day)
  const counts = [await app.runTasks(0), await app.runTasks(1)]
  const open = `select id from background_job where status in ('waiting', 'running')`
  while ((await app.database.query(open)).rows.length > 0) await sleep(50)
  app.travel(-16 * day)
  return counts
}

describe('a scheduled report', () => {
  it('is announced once, when it exists, with the file and the days it covers', async () => {
    await schedule(await addReport(), { actions: ['in_app', 'email'] })
    expect(await runLater()).toEqual([1, 0])
    expect((await endedJob()).status).toBe('done')
    const all = await notices()
    expect(all).toMatchObject([
      { title: 'Statement is ready', rule_name: 'Monthly', target: { kind: 'job' } },
    ])
    const file = await send('GET', `/api/jobs/${all[0].target.id}/result/`)
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(file.rawPayload)), {
      mergePages: true,
    })
    // Closes exist until 27 March: the notice names the same days as the file.
    expect(all[0].text).toMatch(/to 27 Mar 2026$/)
    expect(text).toContain(all[0].text)
    expect(text).toContain('27 Mar 2026')
    expect(text).not.toMatch(/\+ [-−]/)
    const own = (await mailsTo(app, 'ada@example.com')).filter(({ kind }) => kind === 'scheduled_report')
    const shared = await mailsTo(app, 'tax@example.com')
    expect([own.length, shared.length]).toEqual([1, 1])
    expect(shared[0]?.body_text).toContain('ada (ada@example.com) sends you the report ‘Statement’')
    expect(shared[0]?.body_text).toContain('of the family Birchwood')
    const attached = await app.database.query(
      'select attachment_job_id, is_pausable from mail where kind like $1',
      ['%report'],
    )
    expect(attached.rows).toEqual([
      { attachment_job_id: all[0].target.id, is_pausable: true },
      { attachment_job_id: all[0].target.id, is_pausable: true },
    ])
  })

  it('sends no mail to an owner who wants it in the app', async () => {
    const task_data = { report: await addReport(), cadence: 'monthly' }
    await schedule(task_data.report, { actions: ['in_app'], task_data })
    await runLater()
    await endedJob()
    expect(await notices()).toHaveLength(1)
    expect((await mailsTo(app, 'ada@example.com')).filter(({ kind }) => kind === 'scheduled_report')).toEqual(
      [],
    )
  })

  it('that was deleted is neither made nor announced', async () => {
    const report = await addReport()
    await schedule(report)
    await send('DELETE', `/api/reports/${report}/`)
    expect(await runLater()).toEqual([0, 0])
    expect(await notices()).toEqual([])
    expect(await mailsTo(app, 'tax@example.com')).toEqual([])
  })

  it('cannot be opened by its job after the adviser lost the family', async () => {
    await send('POST', `/api/reports/${await addReport()}/pdf/`, {})
    const { id } = await endedJob()
    expect((await send('GET', `/api/jobs/${id}/result/`)).statusCode).toBe(200)
    await app.database.query('delete from family_access where user_id = $1', [adaId])
    for (const url of [`/api/jobs/${id}/result/`, `/api/jobs/${id}/`])
      expect((await send('GET', url)).statusCode).toBe(404)
    expect((await send('GET', '/api/jobs/')).json().count).toBe(0)
    await app.database.query('insert into family_access (user_id, family_id) values ($1, $2)', [
      adaId,
      family,
    ])
    expect((await send('GET', `/api/jobs/${id}/result/`)).statusCode).toBe(200)
  })

  it('cannot be opened by a user who no longer sees all of its accounts', async () => {
    const ivy = await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
    const access = (await app.signIn('ivy')).access
    const as = (method: 'GET' | 'POST', url: string, payload?: object) =>
      app.call({ method, url, as: access, ...(payload && { payload }) })
    const fields = { name: 'Own', report_type: 'positions', calculated_currency: 'CHF' }
    const report = (await as('POST', '/api/reports/', fields)).json().data.id
    await as('POST', `/api/reports/${report}/pdf/`, {})
    const { id } = await endedJob()
    expect((await as('GET', `/api/jobs/${id}/result/`)).statusCode).toBe(200)
    await app.database.query('update app_user set sees_all_accounts = false where id = $1', [ivy.id])
    expect((await as('GET', `/api/jobs/${id}/result/`)).statusCode).toBe(404)
  })
})
