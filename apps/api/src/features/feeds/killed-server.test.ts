import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFeedApp, type FeedApp, statement } from './testing/feed-app.ts'

let feeds: FeedApp
let account: string
let folder: string
let child: ChildProcess | null = null

/** Reached only by a failure. */
const slowLimits = { timeout: 120_000, interval: 50 }

beforeEach(async () => {
  feeds = await createFeedApp({}, { jobs: false })
  account = await feeds.addAccount(feeds.family, 'Main', 'CH9300762011623852957')
  ;({ folder } = await feeds.addFolder())
  writeFileSync(path.join(folder, 'a.sta'), statement('CH9300762011623852957', [100, 200]))
})
afterEach(async () => {
  child?.kill('SIGKILL')
  child = null
  await feeds.close()
})

/** The name of the killed server's connections, which tells them from those of the server that recovers. */
const killedName = 'killed-server'

/** Starts a whole server in another process, which takes the file by itself. */
function startServer(): ChildProcess {
  const at = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)
  const { config, name } = feeds.app.database.target
  const source = `
    const { buildApp } = await import(${at('../../app/build-app.ts')})
    const { openDatabase } = await import(${at('../../platform/db/database.ts')})
    const { testMasterKey } = await import(${at('../../testing/test-keys.ts')})
    const target = ${JSON.stringify({ config: { ...config, application_name: killedName }, name })}
    const db = await openDatabase(target)
    const app = await buildApp({
      database: () => db, databaseTarget: () => target, masterKey: () => testMasterKey, snapshotMb: 64, webFolder: '', version: 'test',
      isDemo: () => false, trustedProxies: 0, publicUrl: 'https://plumbline.example', mailServer: null,
      feeds: { inbox: ${JSON.stringify(feeds.inbox)}, pollMs: 100, settleMs: 200 },
      runsSchedules: false, logLevel: 'error',
    })
    await app.startJobs()`
  // A file, because the options of an evaluated text would be passed on to worker threads.
  const file = path.join(feeds.inbox, '..', 'server.mjs')
  writeFileSync(file, source)
  child = spawn(process.execPath, [file], { stdio: ['ignore', 'ignore', 'inherit'] })
  return child
}

const query = async (text: string): Promise<number> =>
  Number((await feeds.app.database.query(`select ${text} as found`)).rows[0].found)

const countSessions = (condition: string) =>
  query(`(select count(*) from pg_stat_activity where datname = current_database()
    and application_name = '${killedName}' and ${condition})`)

/**
 * Holds a lock that the server needs at one place, waits until the server waits there, and kills it. No step depends on
 * how fast the machine is.
 */
async function killAt({ lock, waiting }: { lock: string; waiting: string }): Promise<void> {
  const holder = new pg.Client(feeds.app.database.target.config)
  await holder.connect()
  await holder.query(`begin; ${lock}`)
  const server = startServer()
  await vi.waitFor(async () => {
    expect(server.exitCode).toBeNull()
    expect(await countSessions(`wait_event_type = 'Lock' and query ~ '^\\s*${waiting}'`)).toBe(1)
  }, slowLimits)
  server.kill('SIGKILL')
  await once(server, 'exit')
  await holder.query('rollback')
  await holder.end()
  // PostgreSQL notices the broken connections and rolls back what was not committed.
  await vi.waitFor(async () => expect(await countSessions('true')).toBe(0), slowLimits)
}

/** Another server finishes what the dead one left. */
async function recover(): Promise<void> {
  // The queue gives the job to another server at once: neither the heartbeat nor the last check is recent.
  await feeds.app.database.query(`
    update jobs.job set heartbeat_on = now() - interval '1 minute' where state = 'active' and name = 'take-files';
    update jobs.queue set monitor_claim_on = null where name = 'take-files'`)
  await feeds.app.startJobs(0)
  await vi.waitFor(
    async () => expect(await query('(select count(*) from feed_delivery where is_filed)')).toBe(1),
    slowLimits,
  )
  expect(feeds.files(folder)).toEqual(['done', 'done/a.sta'])
  expect(await feeds.deliveries()).toMatchObject([
    { state: 'posted', transactions_count: 2, repeats_count: 0 },
  ])
  expect(await feeds.posted(account)).toBe(2)
  expect(await query(`(select count(*) from import where status = 'applied')`)).toBe(1)
  expect(await query('(select count(*) from import)')).toBe(1)
  expect(await query('(select count(*) from account_statement)')).toBe(1)
}

describe('a server that is killed while it takes a file', { timeout: 300_000 }, () => {
  it('loses and doubles nothing before it has written anything', async () => {
    await killAt({ lock: 'lock table feed_delivery in share mode', waiting: 'insert into feed_delivery' })
    expect(await query('(select count(*) from feed_delivery)')).toBe(0)
    await recover()
  })

  it('loses and doubles nothing when the file is only claimed', async () => {
    await killAt({ lock: 'lock table import in share mode', waiting: 'insert into import' })
    expect(await query(`(select count(*) from feed_delivery where state = 'received')`)).toBe(1)
    expect(await feeds.posted(account)).toBe(0)
    await recover()
  })

  it('loses and doubles nothing in the middle of posting', async () => {
    // The run is recorded after the transactions, in the same database transaction.
    await killAt({ lock: 'lock table integration_run in share mode', waiting: 'insert into integration_run' })
    expect(await feeds.posted(account)).toBe(0)
    await recover()
  })

  it('loses and doubles nothing after posting, before the file is moved', async () => {
    // Between the two, the server records how far the statement and the ledger differ.
    await feeds.app.database.query(`
      create function wait_for_test() returns trigger language plpgsql as
        'begin perform pg_advisory_xact_lock(1); return new; end';
      create trigger wait_for_test before update of breaks_count on feed_delivery
        for each row execute function wait_for_test()`)
    await killAt({
      lock: 'select pg_advisory_xact_lock(1)',
      waiting: 'update feed_delivery set breaks_count',
    })
    expect(await query(`(select count(*) from feed_delivery where state = 'posted' and not is_filed)`)).toBe(
      1,
    )
    expect(await feeds.posted(account)).toBe(2)
    expect(feeds.files(folder)).toEqual(['a.sta'])
    await recover()
  })
})
