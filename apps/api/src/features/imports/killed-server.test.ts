import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createJobs } from '../../platform/jobs/jobs.ts'
import { importCalls, sample } from '../../testing/import-calls.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let ivy: ReturnType<typeof importCalls>
let account: string

beforeEach(async () => {
  app = await createTestApp()
  const family = await app.addFamily('Own')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  ivy = importCalls(app, (await app.signIn('ivy')).access)
  account = await testLedger(app.database).account(family, 'Main', 'CHF')
})
afterEach(() => app.close())

/** An import as a killed server leaves it: started, without transactions and without a live job. */
async function leftBehind({ silentSeconds, triesLeft }: { silentSeconds: number; triesLeft: number }) {
  const id = await ivy.create()
  const file = await ivy.upload(id, 'a.csv', sample('swissquote.csv'))
  await ivy.changeFile(id, file.id, { account })
  const started = (await ivy.call('POST', `/api/imports/${id}/apply/`)).json().data
  await app.database.query(`update background_job set status = 'running', progress = 0.4 where id = $1`, [
    started.id,
  ])
  const { rowCount } = await app.database.query(
    `update jobs.job set state = 'active', started_on = now() - interval '1 minute',
       heartbeat_on = now() - make_interval(secs => $1), retry_count = retry_limit - $2
     where data ->> 'id' = $3 and heartbeat_seconds is not null`,
    [silentSeconds, triesLeft, started.id],
  )
  expect(rowCount).toBe(1)
  return { id, job: started.id as string }
}

async function posted(): Promise<number> {
  const { rows } = await app.database.query(
    'select count(*)::int as count from transaction where account_id = $1',
    [account],
  )
  return rows[0].count
}

/** Runs the periodic jobs of the servers now. */
async function lookAround(): Promise<void> {
  const jobs = createJobs({ target: () => app.database.target, onError: () => undefined })
  await jobs.send('run-tasks', {})
  await jobs.stop()
}

const nothingWaits = () =>
  vi.waitFor(
    async () => {
      const { rows } = await app.database.query(
        `select from jobs.job where name = 'run-tasks' and state not in ('completed', 'failed')`,
      )
      expect(rows).toEqual([])
    },
    { timeout: 120_000, interval: 100 },
  )

const startBoth = () => Promise.all([app.startJobs(0), app.startJobs(1)])

describe('an import whose server was killed', () => {
  it('is posted once by another server', async () => {
    const { id, job } = await leftBehind({ silentSeconds: 31, triesLeft: 1 })
    expect(await ivy.read(id)).toMatchObject({ status: 'applying' })
    expect(await posted()).toBe(0)
    await startBoth()
    await vi.waitFor(async () => expect(await ivy.read(id)).toMatchObject({ status: 'applied' }), {
      timeout: 120_000,
      interval: 100,
    })
    expect(await posted()).toBe(8)
    await expect
      .poll(async () => (await ivy.call('GET', `/api/jobs/${job}/`)).json().data)
      .toMatchObject({ status: 'done' })
  })

  it('fails after several killed servers, and can be retried', async () => {
    const { id, job } = await leftBehind({ silentSeconds: 31, triesLeft: 0 })
    await startBoth()
    await vi.waitFor(
      async () => {
        const { rows } = await app.database.query(`select state from jobs.job where data ->> 'id' = $1`, [
          job,
        ])
        expect(rows).toEqual([{ state: 'failed' }])
      },
      { timeout: 120_000, interval: 100 },
    )
    await lookAround()
    await vi.waitFor(
      async () =>
        expect((await ivy.call('GET', `/api/jobs/${job}/`)).json().data).toMatchObject({ status: 'failed' }),
      { timeout: 120_000, interval: 100 },
    )
    expect(await ivy.read(id)).toMatchObject({ status: 'failed' })
    expect(await posted()).toBe(0)
    expect(await ivy.apply(id)).toMatchObject({ status: 'done' })
    expect(await posted()).toBe(8)
  })

  it('is left alone while its server sends heartbeats', async () => {
    const { id, job } = await leftBehind({ silentSeconds: 3, triesLeft: 1 })
    await startBoth()
    await lookAround()
    await nothingWaits()
    expect(await ivy.read(id)).toMatchObject({ status: 'applying' })
    expect((await ivy.call('GET', `/api/jobs/${job}/`)).json().data).toMatchObject({
      status: 'running',
      progress: 0.4,
    })
    expect(await posted()).toBe(0)
  })
})
