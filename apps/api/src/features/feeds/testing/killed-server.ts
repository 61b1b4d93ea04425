import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, vi } from 'vitest'
import type { FeedOptions } from '../../../platform/settings/feeds.ts'
import type { FeedApp } from './feed-app.ts'

/** Reached only by a failure. */
export const slowLimits = { timeout: 240_000, interval: 50 }

/** The name of the killed server's connections, which tells them from those of the server that recovers. */
const killedName = 'killed-server'

interface KillPlace {
  /** Takes a lock that the server needs. */
  lock: string
  /** The statement that waits for it. */
  waiting: string
}

/** A connection of the test's own, which holds a lock. */
interface Holder {
  connect(): Promise<unknown>
  query(text: string): Promise<unknown>
  end(): Promise<void>
}

export interface KilledServer {
  /** Kills a server at one place. No step depends on how fast the machine is. */
  killAt(place: KillPlace): Promise<void>
  query(text: string): Promise<number>
  /** Kills what a failed test left. */
  stop(): void
}

/** A whole server in another process, which takes deliveries by itself and is killed at some place. */
export function killedServer(
  feeds: FeedApp,
  options: Partial<FeedOptions>,
  createHolder: () => Holder,
): KilledServer {
  let child: ChildProcess | null = null
  const query = async (text: string): Promise<number> =>
    Number((await feeds.app.database.query(`select ${text} as found`)).rows[0].found)
  const countSessions = (condition: string) =>
    query(`(select count(*) from pg_stat_activity where datname = current_database()
      and application_name = '${killedName}' and ${condition})`)
  return {
    query,
    stop: () => child?.kill('SIGKILL'),
    async killAt({ lock, waiting }) {
      const holder = createHolder()
      await holder.connect()
      await holder.query(`begin; ${lock}`)
      const server = startServer(feeds, options)
      child = server
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
    },
  }
}

function startServer(feeds: FeedApp, options: Partial<FeedOptions>): ChildProcess {
  const at = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)
  const { config, name } = feeds.app.database.target
  const source = `
    const { buildApp } = await import(${at('../../../app/build-app.ts')})
    const { openDatabase } = await import(${at('../../../platform/db/database.ts')})
    const { testMasterKey } = await import(${at('../../../testing/test-keys.ts')})
    const target = ${JSON.stringify({ config: { ...config, application_name: killedName }, name })}
    const db = await openDatabase(target)
    const app = await buildApp({
      database: () => db, databaseTarget: () => target, masterKey: () => testMasterKey, snapshotMb: 64, webFolder: '', version: 'test',
      isDemo: () => false, trustedProxies: 0, publicUrl: 'https://plumbline.example', mailServer: null,
      feeds: ${JSON.stringify({ inbox: feeds.inbox, pollMs: 100, settleMs: 200, ...options })},
      runsSchedules: false, logLevel: 'error',
    })
    await app.startJobs()`
  // A file, because the options of an evaluated text would be passed on to worker threads.
  const file = path.join(feeds.inbox, '..', 'server.mjs')
  writeFileSync(file, source)
  return spawn(process.execPath, [file], { stdio: ['ignore', 'ignore', 'inherit'] })
}
