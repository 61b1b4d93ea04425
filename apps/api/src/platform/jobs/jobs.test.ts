import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { migrate } from '../db/migrate.ts'
import { createJobs, type Jobs } from './jobs.ts'

let database: TestDatabase
let servers: Jobs[] = []
const complaints: string[] = []

beforeEach(async () => {
  database = await createTestDatabase()
  complaints.length = 0
})

afterEach(async () => {
  await Promise.all(servers.map(server => server.stop()))
  servers = []
  await database.drop()
})

function server(): Jobs {
  const jobs = createJobs({
    target: () => database.target,
    onError: message => complaints.push(message),
    pace: { saidEverySeconds: 0.2, lookedAtEverySeconds: 1 },
  })
  servers.push(jobs)
  return jobs
}

async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo() && waited < 20_000; waited += 25) await sleep(25)
}

/** Another server, in a process of its own, that takes a job and never ends it. */
async function serverThatHangs(): Promise<ChildProcess> {
  const source = `
    const { createJobs } = await import(${JSON.stringify(new URL('./jobs.ts', import.meta.url).href)})
    const jobs = createJobs({ target: () => (${JSON.stringify(database.target)}), onError: console.error })
    jobs.add({ queue: 'apply-import', run: () => { console.log('begun'); return new Promise(() => {}) } })
    await jobs.start()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  return child
}

/** Lets time pass for the job that is being worked on. */
const travel = (seconds: number) =>
  database.query(
    `update jobs.job set heartbeat_on = heartbeat_on - make_interval(secs => $1) where state = 'active'`,
    [seconds],
  )

const heardSecondsAgo = async (): Promise<number> => {
  const { rows } = await database.query(
    `select extract(epoch from now() - heartbeat_on)::float as seconds from jobs.job where state = 'active'`,
  )
  return rows[0]?.seconds ?? Number.NaN
}

describe('jobs', () => {
  it('of a server that was killed are done once, by another one, half a minute later', async () => {
    const done: string[] = []
    const one = server()
    await one.send('apply-import', { id: 'x' })
    const killed = await serverThatHangs()
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    for (const [name, jobs] of [['one', one] as const, ['other', server()] as const]) {
      jobs.add({ queue: 'apply-import', run: async () => void done.push(name) })
      await jobs.start()
    }
    await travel(20)
    await sleep(1500)
    expect(done).toEqual([])
    await travel(11)
    await until(() => done.length >= 1)
    await sleep(1500)
    expect(done).toHaveLength(1)
    expect(complaints).toEqual([])
  })

  it('stay with whoever says that it lives, however long they take', async () => {
    const ends: (() => void)[] = []
    const jobs = server()
    jobs.add({ queue: 'apply-import', run: () => new Promise<void>(resolve => ends.push(resolve)) })
    await jobs.start()
    await jobs.send('apply-import', {})
    await until(() => ends.length >= 1)
    await travel(25)
    let seconds = await heardSecondsAgo()
    for (let tries = 0; seconds > 5 && tries < 100; tries += 1) {
      await sleep(50)
      seconds = await heardSecondsAgo()
    }
    expect(seconds).toBeLessThan(5)
    for (const end of ends) end()
  })

  it('are each done once, by one of several servers', async () => {
    const done: string[] = []
    for (const name of ['first', 'second']) {
      const jobs = server()
      jobs.add<{ number: number }>({
        queue: 'make-report',
        run: async ({ number }) => void done.push(`${number} by ${name}`),
      })
      await jobs.start()
    }
    for (let number = 0; number < 6; number += 1) await servers[number % 2]?.send('make-report', { number })
    await until(() => done.length >= 6)
    expect(done.map(line => Number(line.split(' ')[0])).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 6 }, (_, number) => number),
    )
    expect(complaints).toEqual([])
  })

  it('are tried again when they fail', async () => {
    let tries = 0
    const jobs = server()
    jobs.add({
      queue: 'apply-import',
      async run() {
        tries += 1
        if (tries === 1) throw new Error('the first try fails')
      },
    })
    await jobs.start()
    await jobs.send('apply-import', {})
    await until(() => tries >= 2)
    expect(tries).toBe(2)
  })

  it('of an exclusive queue are not queued twice, whoever sends them', async () => {
    const one = server()
    const other = server()
    expect(await one.send('fetch-market', {}, { key: 'rates' })).not.toBeNull()
    expect(await other.send('fetch-market', {}, { key: 'rates' })).toBeNull()
    expect(await other.send('fetch-market', {}, { key: 'prices' })).not.toBeNull()
  })

  it('cannot change the shape of their tables', async () => {
    const { rows } = await database.query(
      `select has_schema_privilege('plumbline_app', 'jobs', 'create') as creates,
         has_table_privilege('plumbline_app', 'jobs.job', 'insert') as writes,
         (select count(*)::int from pg_class where relnamespace = 'jobs'::regnamespace
            and relowner = 'plumbline_app'::regrole) as owned`,
    )
    expect(rows[0]).toEqual({ creates: false, writes: true, owned: 0 })
  })

  it('are set up once by servers that start together', async () => {
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
