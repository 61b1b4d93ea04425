import { setTimeout as sleep } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import type { Role } from '@plumbline/contract'
import { openDatabase } from '../../platform/db/database.ts'
import type { ServerKeys } from '../../platform/keys/server-keys.ts'
import { generateCode } from '../second-factor.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { createTestDatabase, type TestDatabase } from '../test-database.ts'
import { testKeys, testMasterKey } from '../test-keys.ts'
import { plantReuse } from './planted-holes.ts'
import { isPlanted } from './sizes.ts'

export type Node = 0 | 1

export interface Reply {
  status: number
  headers: Headers
  /** The parsed body; undefined without one. */
  // biome-ignore lint/suspicious/noExplicitAny: replies of many calls, whose shapes the contract already checked.
  json: any
}

export interface Request {
  at?: Node
  as?: string
  body?: object
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The client address that the proxy in front of both servers reports. */
  from?: string
  signal?: AbortSignal
  headers?: Record<string, string>
}

export interface Tokens {
  access: string
  refresh: string
}

/** Two server processes on one database, behind one proxy. */
export interface TwoServers {
  database: TestDatabase
  /** The keys of both, to decrypt what they stored. */
  keys: ServerKeys
  call(url: string, request?: Request): Promise<Reply>
  addUser(options?: { role?: Role; familyId?: string }): Promise<{ id: string; username: string }>
  addFamily(): Promise<string>
  signIn(username: string, more?: Request): Promise<Tokens>
  /** Every issued or typed secret, which must appear nowhere. */
  secrets: Set<string>
  output(): string
  stop(): Promise<void>
}

export const password = 'correct horse battery'
const cheapHash = { algorithm: 2, memoryCost: 256, timeCost: 1, parallelism: 1 }

export async function startTwoServers(): Promise<TwoServers> {
  const database = await createTestDatabase()
  const { host, user, database: name } = database.target.config
  const url = `postgres:///${name}?${new URLSearchParams({ host: String(host), user: String(user) })}`
  const secrets = new Set([password])
  const runs = [0, 1].map(() => start(url))
  const bases = await Promise.all(runs.map(run => run.ready())).catch(async error => {
    await Promise.all(runs.map(run => run.stop()))
    await database.drop()
    throw error
  })
  const reader = await openDatabase(database.target)
  if (isPlanted) await plantReuse(database)
  const passwordHash = await hash(password, cheapHash)
  let made = 0
  const next = () => {
    made += 1
    return made
  }

  const call: TwoServers['call'] = async (
    path_,
    { at = 0, as, body, method, from, signal, headers } = {},
  ) => {
    const reply = await fetch(`${bases[at]}${path_}`, {
      method: method ?? (body ? 'POST' : 'GET'),
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(as ? { authorization: `Bearer ${as}` } : {}),
        'x-forwarded-for': from ?? '10.0.0.1',
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: signal ?? AbortSignal.timeout(60_000),
    })
    const text = await reply.text()
    const json = text === '' ? undefined : JSON.parse(text)
    for (const key of ['access', 'refresh', 'tfa_id']) if (json?.[key]) secrets.add(json[key])
    return { status: reply.status, headers: reply.headers, json }
  }

  return {
    database,
    keys: testKeys(() => reader),
    call,
    secrets,
    async addFamily() {
      const { rows } = await database.query('insert into family (name) values ($1) returning id', [
        `Family ${next()}`,
      ])
      return rows[0].id
    },
    async addUser({ role = 'admin', familyId } = {}) {
      const username = `user${next()}`
      const { rows } = await database.query(
        `insert into app_user (username, name, email, role, family_id, password_hash)
         values ($1, $1, $2, $3, $4, $5) returning id`,
        [username, `${username}@example.com`, role, familyId ?? null, passwordHash],
      )
      return { id: rows[0].id, username }
    },
    async signIn(username, more = {}) {
      const reply = await call('/auth/login/', { ...more, body: { username, password } })
      if (reply.status !== 200) throw new Error(`sign-in of ${username}: ${JSON.stringify(reply.json)}`)
      return reply.json
    },
    output: () => runs.map(run => run.output()).join('\n'),
    async stop() {
      await Promise.all(runs.map(run => run.stop()))
      await reader.close()
      await database.drop()
    },
  }
}

/** Turns on the second factor with the code of the step before, so that the current one is still unused. */
export async function turnOnTwoFactor(
  { call }: TwoServers,
  access: string,
  at: Node = 0,
): Promise<Reply & { key: string }> {
  const { json } = await call('/auth/create-2fa/', { at, as: access, body: {} })
  const key = String(json.data.secret)
  // At the end of a step, its predecessor would be two steps old when it arrives.
  const left = step - (Date.now() % step)
  if (left < 3_000) await sleep(left)
  const otp = generateCode(key, new Date(Date.now() - step))
  const reply = await call('/auth/activate-2fa/', { at, as: access, body: { otp } })
  if (reply.status !== 200) throw new Error(`activate-2fa: ${JSON.stringify(reply.json)}`)
  return { ...reply, key }
}

/** How long a code of the second factor is current. */
const step = 30_000

function start(databaseUrl: string): ServerProcess {
  return startServerProcess({
    DATABASE_URL: databaseUrl,
    PLUMBLINE_MASTER_KEY: testMasterKey.bytes.toString('base64'),
    PLUMBLINE_PROXIES: '1',
    // The most verbose log level, to check that it holds no secrets.
    PLUMBLINE_LOG: 'debug',
  })
}

/** One of the servers, alternating by number. */
export function chooseNode(number: number): Node {
  return number % 2 === 0 ? 0 : 1
}

/** Runs the work for each number up to `count`, with limited concurrency. */
export async function inParallel(
  count: number,
  concurrency: number,
  work: (number: number) => Promise<void>,
): Promise<void> {
  let taken = 0
  const worker = async () => {
    while (taken < count) {
      taken += 1
      await work(taken - 1)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
}
