import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from '../db/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
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
  })
  servers.push(jobs)
  return jobs
}

async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; !isSo() && waited < 20_000; waited += 25) await sleep(25)
}

describe('jobs', () => {
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
