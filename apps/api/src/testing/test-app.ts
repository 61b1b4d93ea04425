import { hash } from '@node-rs/argon2'
import type { Endpoint, Role } from '@plumbline/contract'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { type AppDependencies, buildApp } from '../app/build-app.ts'
import type { ConnectionTarget } from '../platform/db/connection-target.ts'
import { openDatabase } from '../platform/db/database.ts'
import type { MailServer } from '../platform/mail/sender.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

export const testPassword = 'correct horse battery'

export interface TestUser {
  id: string
  username: string
  role: Role
  familyId: string | null
}

export interface TestApp {
  database: TestDatabase
  /** What it serves, as `GET /path`. */
  routes: ReadonlySet<string>
  /** Declared calls that it does not serve yet. */
  unbuilt: ReadonlySet<Endpoint>
  /** Two servers over one database, for what must hold across them. */
  call(options: InjectOptions & { as?: string; at?: 0 | 1 }): Promise<LightMyRequestResponse>
  addFamily(name: string): Promise<string>
  addUser(user: { username: string; role: Role; familyId?: string }): Promise<TestUser>
  /** Signs in as an API client and gives both tokens. */
  signIn(username: string, password?: string): Promise<{ access: string; refresh: string }>
  /** Lets one of the servers work on jobs, where they do not from the start. */
  startJobs(at: 0 | 1): Promise<void>
  /** Looks at every rule on one of the servers, and tells how many things were told. */
  runTasks(at: 0 | 1): Promise<number>
  /** Moves the present moment of the database's clock. */
  travel(milliseconds: number): void
  /** The moment it has travelled to. */
  now(): Date
  close(): Promise<void>
}

/** Quick to check, or tests would spend their time hashing. That real ones are dear is a test of its own. */
const cheapHash = { algorithm: 2, memoryCost: 256, timeCost: 1, parallelism: 1 }
let passwordHash: Promise<string> | undefined

/** The whole application over HTTP on a real, empty database. */
export async function createTestApp(
  options: {
    demo?: boolean
    trustedProxies?: number
    publicUrl?: string
    mailServer?: MailServer
    market?: AppDependencies['market']
    /** Whether the servers work on jobs as well. */
    jobs?: boolean
    /** How the servers reach their database, where that is not directly. */
    reach?: (target: ConnectionTarget) => Promise<ConnectionTarget>
    repeatPatienceMs?: number
  } = {},
): Promise<TestApp> {
  const database = await createTestDatabase()
  let offsetMs = 0
  const now = () => new Date(Date.now() + offsetMs)
  // Until someone travels the database has the clock, and is asked as it is in life.
  const travelled = { now: () => (offsetMs === 0 ? null : now()), connections: 8 }
  const target = (await options.reach?.(database.target)) ?? database.target
  const opened = [await openDatabase(target, travelled), await openDatabase(target, travelled)] as const
  const built = await Promise.all(
    opened.map(db =>
      buildApp({
        database: () => db,
        databaseTarget: () => database.target,
        snapshotMb: 64,
        builtFolder: process.env.PLUMBLINE_BUILT ?? null,
        webFolder: '',
        version: 'test',
        isDemo: () => options.demo ?? false,
        trustedProxies: options.trustedProxies ?? 0,
        publicUrl: options.publicUrl ?? 'https://plumbline.example',
        mailServer: options.mailServer ?? null,
        ...(options.market && { market: options.market }),
        ...(options.repeatPatienceMs !== undefined && { repeatPatienceMs: options.repeatPatienceMs }),
        // Where nobody works on it there is nothing to wait for.
        ...(!options.jobs && { reportPatienceMs: 0 }),
        // What happens by the clock would happen in the middle of whatever test runs at that minute.
        jobsByTheClock: false,
        logLevel: 'silent',
      }),
    ),
  )
  const servers = built.map(({ server }) => server)
  const startJobs = async (at: 0 | 1) => built[at]?.startJobs()
  if (options.jobs) await Promise.all([startJobs(0), startJobs(1)])

  const call: TestApp['call'] = ({ as, at = 0, headers, ...rest }) => {
    const chosen = servers[at]
    if (!chosen) throw new Error(`there is no server ${at}`)
    return chosen.inject({
      ...rest,
      headers: { ...(as ? { authorization: `Bearer ${as}` } : {}), ...headers },
    })
  }

  return {
    database,
    routes: built[0]?.routes ?? new Set(),
    unbuilt: new Set(built[0]?.unbuilt.map(([, endpoint]) => endpoint)),
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
    startJobs,
    runTasks: at => built[at]?.runTasks() ?? Promise.resolve(0),
    travel(milliseconds) {
      offsetMs += milliseconds
    },
    async close() {
      await Promise.all(servers.map(server => server.close()))
      await Promise.all(opened.map(db => db.close()))
      await database.drop()
    },
  }
}
