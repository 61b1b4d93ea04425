import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { bareEnvironment, serverFile } from '../apps/api/src/testing/bare-environment.ts'
import { testMasterKey } from '../apps/api/src/testing/test-keys.ts'

const readyTimeoutMs = 90_000
const demoPassword = 'plumbline-demo'

/** A real server in a separate process, as `npm start` runs it. */
export interface RunningServer {
  base: string
  process: ChildProcess
  /** `key`: the Idempotency-Key of the request. */
  call(method: string, url: string, body?: object, access?: string, key?: string): Promise<Response>
  /** Signs a demo user in and returns the access token. */
  signIn(user: string): Promise<string>
  /** Waits until it is ready; fails when the process exits. */
  ready(): Promise<void>
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Starts a server; `environment` locates its data. */
export async function startServer(
  environment: Record<string, string>,
  port?: number,
): Promise<RunningServer> {
  const base = `http://127.0.0.1:${port ?? (await freePort())}`
  const child = spawn(process.execPath, [serverFile()], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...bareEnvironment(),
      LOG_LEVEL: 'error',
      PORT: new URL(base).port,
      PLUMBLINE_MASTER_KEY: testMasterKey.bytes.toString('base64'),
      ...environment,
    },
  })
  const call: RunningServer['call'] = (method, url, body, access, key) =>
    fetch(base + url, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(access ? { authorization: `Bearer ${access}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(10_000),
    })
  const server: RunningServer = {
    base,
    process: child,
    call,
    async signIn(user) {
      const reply = await call('POST', '/auth/login/', { username: user, password: demoPassword })
      if (!reply.ok) throw new Error(`sign-in of ${user}: ${reply.status}`)
      return ((await reply.json()) as { access: string }).access
    },
    async ready() {
      const deadline = Date.now() + readyTimeoutMs
      while (!(await call('GET', '/readyz').catch(() => null))?.ok) {
        if (hasEnded(child) || Date.now() > deadline) throw new Error('the server is not ready')
        await sleep(20)
      }
    },
    async stop(signal = 'SIGTERM') {
      if (hasEnded(child)) return
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill(signal)
      await ended
    },
  }
  await server.ready()
  return server
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** The DATABASE_URL of an embedded PostgreSQL that another process runs. */
export function databaseUrl({ host, user, database }: ClientConfig): string {
  return `postgres:///${database}?host=${encodeURIComponent(String(host))}&user=${user}`
}

/** The process id of the PostgreSQL embedded in a data folder. */
export function findPostmaster(dataFolder: string): number {
  return Number(readFileSync(path.join(dataFolder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

/** Backends of a dead postmaster may still reply once or twice: wait for another postmaster. */
export async function waitForReplacement(postmaster: number, dataFolder: string): Promise<void> {
  for (const deadline = Date.now() + readyTimeoutMs; isRunning(postmaster, dataFolder); await sleep(20))
    if (Date.now() > deadline) throw new Error('PostgreSQL was not restarted')
}

function isRunning(postmaster: number, dataFolder: string): boolean {
  try {
    return findPostmaster(dataFolder) === postmaster
  } catch {
    // There is no pid file during the restart.
    return true
  }
}

/** Reads a parameter of a check from an environment variable. */
export function readNumber(name: string, fallback: number): number {
  return Number(process.env[name] ?? fallback)
}

/** A seeded generator of numbers in [0, 1) (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function freePort(): Promise<number> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
