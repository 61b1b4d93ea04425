import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { migrate } from '../db/migrate.ts'
import { createJobs, type Jobs } from './jobs.ts'

let database: TestDatabase
let servers: Jobs[] = []
const errors: string[] = []
const wait = { timeout: 120_000, interval: 25 }

beforeEach(async () => {
  database = await createTestDatabase()
  errors.length = 0
})

afterEach(async () => {
  await Promise.all(servers.map(server => server.stop()))
  servers = []
  await database.drop()
})

function createServer(): Jobs {
  const jobs = createJobs({
    target: () => database.target,
    onError: message => errors.push(message),
    heartbeat: { sendEverySeconds: 0.2, checkEverySeconds: 1 },
  })
  servers.push(jobs)
  return jobs
}

/** A server in its own process that takes a job and never finishes it. */
async function startHangingServer(): Promise<ChildProcess> {
  const source = `
    const { createJobs } = await import(${JSON.stringify(new URL('./jobs.ts', import.meta.url).href)})
    const jobs = createJobs({ target: () => (${JSON.stringify(database.target)}), onError: console.error })
    jobs.add({ queue: 'apply-import', run: () => { console.log('started'); return new Promise(() => {}) } })
    await jobs.start()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return child
}

/** Makes the last heartbeat of the running job older. */
const ageHeartbeat = (seconds: number) =>
  database.query(
    `update jobs.job set heartbeat_on = heartbeat_on - make_interval(secs => $1) where state = 'active'`,
    [seconds],
  )

const secondsSinceHeartbeat = async (): Promise<number> => {
  const { rows } = await database.query(
    `select extract(epoch from now() - heartbeat_on)::float as seconds from jobs.job where state = 'active'`,
  )
  return rows[0]?.seconds ?? Number.NaN
}

/** Waits until the servers have checked the queue for jobs of dead servers: the second check starts after the first. */
async function nextCheck(queue: string): Promise<void> {
  const readLastCheck = async (): Promise<string> => {
    const { rows } = await database.query(
      'select monitor_claim_on::text as at from jobs.queue where name = $1',
      [queue],
    )
    return String(rows[0]?.at)
  }
  for (let checks = 0; checks < 2; checks += 1) {
    const last = await readLastCheck()
    await expect.poll(readLastCheck, wait).not.toBe(last)
  }
}

const jobStates = async (): Promise<string[]> => {
  const { rows } = await database.query('select state::text from jobs.job order by created_on')
  return rows.map(row => row.state)
}

describe('jobs', () => {
  it('of a killed server run once on another one after half a minute without a heartbeat', async () => {
    const done: string[] = []
    const first = createServer()
    await first.send('apply-import', { id: 'x' })
    const killed = await startHangingServer()
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    for (const [name, jobs] of [['first', first] as const, ['second', createServer()] as const]) {
      jobs.add({ queue: 'apply-import', run: async () => void done.push(name) })
      await jobs.start()
    }
    await ageHeartbeat(20)
    await nextCheck('apply-import')
    expect([done, await jobStates()]).toEqual([[], ['active']])
    await ageHeartbeat(11)
    await expect.poll(jobStates, wait).toEqual(['completed'])
    await nextCheck('apply-import')
    expect([done.length, await jobStates()]).toEqual([1, ['completed']])
    expect(errors).toEqual([])
  })

  it('stay with a server that sends heartbeats, however long they run', async () => {
    const finish: (() => void)[] = []
    const jobs = createServer()
    jobs.add({ queue: 'apply-import', run: () => new Promise<void>(resolve => finish.push(resolve)) })
    await jobs.start()
    await jobs.send('apply-import', {})
    await expect.poll(() => finish.length, wait).toBe(1)
    await ageHeartbeat(25)
    await expect.poll(secondsSinceHeartbeat, wait).toBeLessThan(5)
    for (const each of finish) each()
  })

  it('run once each on several servers', async () => {
    const done: number[] = []
    for (let count = 0; count < 2; count += 1) {
      const jobs = createServer()
      jobs.add<{ number: number }>({
        queue: 'make-report',
        run: async ({ number }) => void done.push(number),
      })
      await jobs.start()
    }
    for (let number = 0; number < 6; number += 1) await servers[number % 2]?.send('make-report', { number })
    await expect.poll(jobStates, wait).toEqual(Array(6).fill('completed'))
    expect(done.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5])
    expect(errors).toEqual([])
  })

  it('are retried after a failure', async () => {
    let attempts = 0
    const jobs = createServer()
    jobs.add({
      queue: 'apply-import',
      async run() {
        attempts += 1
        if (attempts === 1) throw new Error('the first attempt fails')
      },
    })
    await jobs.start()
    await jobs.send('apply-import', {})
    await expect.poll(jobStates, wait).toEqual(['completed'])
    expect(attempts).toBe(2)
  })

  it('of an exclusive queue are queued once per key, on all servers', async () => {
    const first = createServer()
    const second = createServer()
    expect(await first.send('fetch-market', {}, { key: 'rates' })).not.toBeNull()
    expect(await second.send('fetch-market', {}, { key: 'rates' })).toBeNull()
    expect(await second.send('fetch-market', {}, { key: 'prices' })).not.toBeNull()
  })

  it('cannot change the schema of their tables', async () => {
    const { rows } = await database.query(
      `select has_schema_privilege('plumbline_app', 'jobs', 'create') as creates,
         has_table_privilege('plumbline_app', 'jobs.job', 'insert') as writes,
         (select count(*)::int from pg_class where relnamespace = 'jobs'::regnamespace
            and relowner = 'plumbline_app'::regrole) as owned`,
    )
    expect(rows[0]).toEqual({ creates: false, writes: true, owned: 0 })
  })

  it('are installed once by servers that start at the same time', async () => {
    const empty = await createTestDatabase({ migrated: false })
    try {
      await Promise.all([migrate(empty.target), migrate(empty.target), migrate(empty.target)])
      const { rows } = await empty.query('select count(*)::int as queues from jobs.queue')
      expect(rows[0].queues).toBeGreaterThanOrEqual(5)
    } finally {
      await empty.drop()
    }
  })
})
