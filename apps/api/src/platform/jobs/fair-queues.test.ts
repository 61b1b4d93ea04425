import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { type BackgroundStore, backgroundStore, maxOpenJobs } from './background.store.ts'

let app: TestApp
let database: Database
let store: BackgroundStore
const family: Record<string, string> = {}
const user: Record<string, TestUser> = {}
const token: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp()
  for (const name of ['North', 'South']) family[name] = await app.addFamily(name)
  const members = { ann: 'North', abe: 'North', bea: 'South' }
  for (const [username, name] of Object.entries(members)) {
    user[username] = await app.addUser({ username, role: 'investor', familyId: family[name] ?? '' })
    token[username] = (await app.signIn(username)).access
  }
  database = await openDatabase(app.database.target, { connections: 4 })
  store = backgroundStore(() => database)
})
afterAll(async () => {
  await database.close()
  await app.close()
})
beforeEach(() => app.database.query('delete from background_job'))

const idOf = (username: string) => user[username]?.id ?? ''
const order = (username: string, familyId: string | null = user[username]?.familyId ?? null) =>
  store.add(idOf(username), { kind: 'report_pdf', name: username, details: {}, familyId })
const orderMany = async (username: string, count: number) => {
  for (let ordered = 0; ordered < count; ordered += 1) await order(username)
}
const claim = async (message: string = crypto.randomUUID()) =>
  store.claim('report_pdf', message, crypto.randomUUID())
/** The owners of the next jobs, in the order in which they are taken. */
const claimOwners = async (count: number): Promise<string[]> => {
  const owners: string[] = []
  for (let claimed = 0; claimed < count; claimed += 1) owners.push((await claim())?.name ?? '')
  return owners
}
const send = (username: string, url: string, payload: object = {}) =>
  app.call({ method: 'POST', url, as: token[username] ?? '', payload })

describe('the queue of reports', () => {
  it('takes the report of another user next, beside 40 of one user', async () => {
    await orderMany('ann', 40)
    expect(await claimOwners(2)).toEqual(['ann', 'ann'])
    await order('bea')
    expect(await claimOwners(2)).toEqual(['bea', 'ann'])
  })

  it('serves users in turns, each in the order of their own jobs', async () => {
    await orderMany('ann', 3)
    await orderMany('bea', 3)
    expect(await claimOwners(6)).toEqual(['ann', 'bea', 'ann', 'bea', 'ann', 'bea'])
    expect(await claim()).toBeNull()
  })

  it('serves families in turns, so that many users of one count as one', async () => {
    await orderMany('ann', 2)
    await orderMany('abe', 2)
    await orderMany('bea', 2)
    expect(await claimOwners(6)).toEqual(['ann', 'bea', 'abe', 'bea', 'ann', 'abe'])
  })

  it('gives each job to one of two servers that claim at the same time', async () => {
    await orderMany('ann', 6)
    const claimed = await Promise.all(Array.from({ length: 10 }, () => claim()))
    const ids = claimed.flatMap(job => job?.id ?? [])
    expect([ids.length, new Set(ids).size]).toEqual([6, 6])
  })

  it('resumes the job of a message whose server died, and fails it once the message is given up', async () => {
    await orderMany('ann', 2)
    const message = crypto.randomUUID()
    const first = await claim(message)
    expect((await claim(message))?.id).toBe(first?.id)
    await store.failAbandoned()
    expect(await store.find(idOf('ann'), first?.id ?? '')).toMatchObject({ status: 'failed' })
    expect((await claim(message))?.id).not.toBe(first?.id)
  })

  it('skips cancelled jobs', async () => {
    const cancelled = await order('ann')
    await store.cancel(idOf('ann'), cancelled.id)
    expect(await claim()).toBeNull()
  })

  it('sends a message again only for a job that has none', async () => {
    const job = await order('ann')
    await app.database.query("update background_job set created_at = now() - interval '2 minutes'")
    expect(await store.listUnsent()).toEqual([{ id: job.id, kind: 'report_pdf' }])
    await app.database.query(
      `insert into jobs.job (name, data) values ('make-report', jsonb_build_object('id', $1::text))`,
      [job.id],
    )
    expect(await store.listUnsent()).toEqual([])
  })
})

describe('the number of waiting jobs', () => {
  it('is limited per user, with a message in both languages and the time to wait', async () => {
    const fields = { name: 'Mine', report_type: 'statement', calculated_currency: 'CHF' }
    const report = (await send('ann', '/api/reports/', fields)).json().data.id
    await orderMany('ann', maxOpenJobs - 1)
    expect((await send('ann', `/api/reports/${report}/pdf/`)).statusCode).toBe(202)
    const refused = await send('ann', `/api/reports/${report}/pdf/`)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '30'])
    expect(refused.json().errors[0]).toMatchObject({
      code: 'too_many_jobs',
      message: 'Too many of your jobs are waiting. Cancel some, or wait until some have finished.',
    })
    await app.call({
      method: 'PATCH',
      url: '/api/settings/',
      as: token.ann ?? '',
      payload: { language: 'de' },
    })
    const german = await send('ann', '/api/data-health/check/')
    expect([german.statusCode, german.json().errors[0].message]).toEqual([
      429,
      'Zu viele Ihrer Aufträge warten. Brechen Sie einige ab, oder warten Sie, bis einige fertig sind.',
    ])
    expect((await send('bea', '/api/data-health/check/')).statusCode).toBe(202)
    const [first] = (await store.list(idOf('ann'), { limit: 1, offset: 0 })).rows
    await store.cancel(idOf('ann'), first?.id ?? '')
    expect((await send('ann', '/api/data-health/check/')).statusCode).toBe(202)
  })

  it('counts orders that arrive at the same time', async () => {
    await orderMany('ann', maxOpenJobs - 2)
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => order('ann')))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })
})

describe('a server', () => {
  it('makes the report of another user among the first, beside 40 of one user', async () => {
    const busy = await createTestApp()
    const ids: Record<string, string> = {}
    const reports: Record<string, string> = {}
    const as: Record<string, string> = {}
    for (const username of ['ann', 'bea']) {
      const familyId = await busy.addFamily(username)
      ids[username] = (await busy.addUser({ username, role: 'investor', familyId })).id
      as[username] = (await busy.signIn(username)).access
      const payload = { name: 'Mine', report_type: 'fees', calculated_currency: 'CHF' }
      const made = await busy.call({
        method: 'POST',
        url: '/api/reports/',
        as: as[username] ?? '',
        payload,
      })
      reports[username] = made.json().data.id
    }
    const print = (username: string) =>
      busy.call({
        method: 'POST',
        url: `/api/reports/${reports[username]}/pdf/`,
        as: as[username] ?? '',
        payload: { format: 'csv' },
      })
    for (let ordered = 0; ordered < 40; ordered += 1) expect((await print('ann')).statusCode).toBe(202)
    expect((await print('bea')).statusCode).toBe(202)
    await busy.startJobs(0)
    const ended = async () =>
      (
        await busy.database.query(
          `select status, (select count(*)::int from background_job o
             where o.user_id <> j.user_id and o.started_at < j.started_at) as before
           from background_job j where user_id = $1`,
          [ids.bea],
        )
      ).rows[0]
    await vi.waitFor(async () => expect((await ended()).status).toBe('done'), { timeout: 120_000 })
    // A server makes two reports at a time.
    expect((await ended()).before).toBeLessThanOrEqual(2)
    await vi.waitFor(
      async () => {
        const { rows } = await busy.database.query(
          "select count(*)::int as count from background_job where status = 'done'",
        )
        expect(rows[0].count).toBe(41)
      },
      { timeout: 120_000 },
    )
    await busy.close()
  })
})
