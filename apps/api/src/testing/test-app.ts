import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { hash } from '@node-rs/argon2'
import type { Endpoint, Role } from '@plumbline/contract'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { AppDependencies } from '../app/app-dependencies.ts'
import { type App, buildApp } from '../app/build-app.ts'
import { createStatementReader, type StatementReader } from '../features/imports/files/read-statement.ts'
import type { ConnectionTarget } from '../platform/db/connection/connection-target.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import type { ServerKeys } from '../platform/keys/server-keys.ts'
import type { MailServer } from '../platform/mail/sender.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { testKeys, testMasterKey } from './test-keys.ts'

export const testPassword = 'correct horse battery'

export interface TestUser {
  id: string
  username: string
  role: Role
  familyId: string | null
}

export interface TestApp {
  database: TestDatabase
  /** The servers' keys, to decrypt what they stored. */
  keys: ServerKeys
  /** Every route, as `GET /path`. */
  routes: ReadonlySet<string>
  /** Declared calls that no feature serves yet. */
  unbuilt: ReadonlySet<Endpoint>
  /** Sends a request to one of two servers of the same database. */
  call(options: InjectOptions & { as?: string; at?: 0 | 1 }): Promise<LightMyRequestResponse>
  addFamily(name: string): Promise<string>
  addUser(user: { username: string; role: Role; familyId?: string }): Promise<TestUser>
  /** Signs in as an API client and returns both tokens. */
  signIn(username: string, password?: string): Promise<{ access: string; refresh: string }>
  /** Lets one of the servers run jobs, if they do not from the start. */
  startJobs(at: 0 | 1): Promise<void>
  /** Runs all user tasks on one of the servers and returns how many notifications were created. */
  runTasks(at: 0 | 1): Promise<number>
  /** The metrics of the first server, as Prometheus reads them. */
  metrics(): string
  /** Moves the clock of the database. */
  travel(milliseconds: number): void
  /** The present moment of that clock. */
  now(): Date
  close(): Promise<void>
}

interface TestServer {
  app: App
  db: Database
}

/** Cheap parameters, or the tests would spend their time hashing; another test checks the real ones. */
const cheapHash = { algorithm: 2, memoryCost: 256, timeCost: 1, parallelism: 1 }
let passwordHash: Promise<string> | undefined

let statementReader: StatementReader | undefined

/**
 * One for all servers of this process, since it keeps nothing: loading the readers takes longer than most files, so a
 * thread for each test took half of the time of the import tests. Its threads do not keep the process alive.
 */
function sharedStatementReader(): StatementReader {
  statementReader ??= createStatementReader(findWorker('import-worker'), () => undefined)
  return statementReader
}

/** The built worker as in a real server, or its source where nothing is built. */
function findWorker(name: string): URL {
  const built = process.env.PLUMBLINE_BUILT
  return built ? pathToFileURL(path.join(built, `${name}.js`)) : new URL(`../app/${name}.ts`, import.meta.url)
}

/** The whole application over HTTP on a real, empty database. */
export async function createTestApp(
  options: {
    demo?: boolean
    trustedProxies?: number
    publicUrl?: string
    mailServer?: MailServer
    market?: AppDependencies['market']
    feeds?: AppDependencies['feeds']
    /** Whether the servers run jobs. */
    jobs?: boolean
    /** Redirects the servers' connections to the database, for example through a proxy. */
    reach?: (target: ConnectionTarget) => Promise<ConnectionTarget>
    repeatWaitMs?: number
    /** A database of its own; absent, an empty one. It is dropped at the end. */
    database?: TestDatabase
  } = {},
): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase())
  let offsetMs = 0
  const now = () => new Date(Date.now() + offsetMs)
  // Without time travel the database's own clock counts, as in production.
  const clock = { now: () => (offsetMs === 0 ? null : now()), connections: 8 }
  const target = (await options.reach?.(database.target)) ?? database.target

  const startServer = async (): Promise<TestServer> => {
    const db = await openDatabase(target, clock)
    const app = await buildApp({
      database: () => db,
      databaseTarget: () => database.target,
      masterKey: () => testMasterKey,
      statementReader: sharedStatementReader(),
      snapshotMb: 64,
      builtFolder: process.env.PLUMBLINE_BUILT ?? null,
      webFolder: '',
      version: 'test',
      isDemo: () => options.demo ?? false,
      trustedProxies: options.trustedProxies ?? 0,
      publicUrl: options.publicUrl ?? 'https://plumbline.example',
      mailServer: options.mailServer ?? null,
      ...(options.market && { market: options.market }),
      ...(options.feeds && { feeds: options.feeds }),
      ...(options.repeatWaitMs !== undefined && { repeatWaitMs: options.repeatWaitMs }),
      // Without a server that runs jobs there is no report to wait for.
      ...(!options.jobs && { reportWaitMs: 0 }),
      // Scheduled jobs would run in the middle of a test.
      runsSchedules: false,
      logLevel: 'silent',
    })
    if (options.jobs) await app.startJobs()
    return { app, db }
  }
  const first = await startServer()
  let second: Promise<TestServer> | undefined
  /** Most tests need one server, so the second starts with its first use. */
  const findServer = (at: 0 | 1): Promise<TestServer> => {
    if (at === 0) return Promise.resolve(first)
    second ??= startServer()
    return second
  }

  const call: TestApp['call'] = async ({ as, at = 0, headers, ...rest }) => {
    const { app } = await findServer(at)
    return app.server.inject({
      ...rest,
      headers: { ...(as ? { authorization: `Bearer ${as}` } : {}), ...headers },
    })
  }

  return {
    database,
    keys: testKeys(() => first.db),
    routes: first.app.routes,
    unbuilt: new Set(first.app.unbuilt.map(([, endpoint]) => endpoint)),
    call,
    async addFamily(name) {
      const { rows } = await database.query('insert into family (name) values ($1) returning id', [name])
      return rows[0].id
    },
    async addUser({ username, role, familyId }) {
      passwordHash ??= hash(testPassword, cheapHash)
      const { rows } = await database.query(
        `insert into app_user (username, name, email, role, family_id, password_hash)
         values ($1, $1, $2, $3, $4, $5) returning id`,
        [username, `${username}@example.com`, role, familyId ?? null, await passwordHash],
      )
      return { id: rows[0].id, username, role, familyId: familyId ?? null }
    },
    async signIn(username, password = testPassword) {
      const reply = await call({ method: 'POST', url: '/auth/login/', payload: { username, password } })
      if (reply.statusCode !== 200) throw new Error(`sign-in of ${username} failed: ${reply.body}`)
      const { access, refresh } = reply.json()
      return { access, refresh }
    },
    now,
    startJobs: async at => (await findServer(at)).app.startJobs(),
    metrics: () => first.app.metrics.text(),
    runTasks: async at => (await findServer(at)).app.runTasks(),
    travel(milliseconds) {
      offsetMs += milliseconds
    },
    async close() {
      for (const { app, db } of [first, ...(second ? [await second] : [])]) {
        await app.server.close()
        await db.close()
      }
      await database.drop()
    },
  }
}
