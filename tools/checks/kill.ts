/**
 * npm run check:kill: writes without pause to the real server while it, or its PostgreSQL, is killed without
 * warning, again and again. After each kill the server must start, and nothing it had acknowledged may be lost.
 *
 *     ROUNDS=10 SEED=1 npm run check:kill
 *     PLANT=1 npm run check:kill     puts an older copy of the database in place after a kill: must fail
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const rounds = Number(process.env.ROUNDS ?? 10)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const plant = process.env.PLANT === '1'
const password = 'plumbline-demo'
const readyPatienceMs = 90_000

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-kill-'))
const data = path.join(folder, 'data')
const older = path.join(folder, 'older')
const base = `http://127.0.0.1:${await freePort()}`
const random = randomOf(seed)
// The list is never empty, so there is always one to pick.
const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T

/** What the server said it had done. */
const acknowledged = {
  counter: new Map<string, number>(),
  signIns: [] as { access: string; at: number }[],
  writes: 0,
}
const attempted = new Map<string, number>()
const failures: string[] = []
let slowestStartMs = 0

let server = await startServer()
for (let round = 1; round <= rounds; round++) {
  const stop = new AbortController()
  const writers = ['admin', 'adviser', 'investor'].map(user => write(user, stop.signal))
  await sleep(300 + random() * 900)
  const victim = plant ? 'server' : pick(['server', 'postgres', 'both'] as const)
  if (plant && round === 1) await keepOlderCopy()
  if (victim !== 'server') process.kill(postmaster(), 'SIGKILL')
  if (victim === 'both') await sleep(random() * 200)
  if (victim !== 'postgres') server.kill('SIGKILL')
  const killed = Date.now()
  if (victim === 'postgres') await recovers()
  stop.abort()
  await Promise.all(writers)
  if (victim !== 'postgres') {
    await ended(server)
    if (plant && round === 1) putOlderCopyInPlace()
    server = await startServer()
  }
  slowestStartMs = Math.max(slowestStartMs, Date.now() - killed)
  const lost = await whatIsLost()
  failures.push(...lost.map(text => `round ${round} (${victim}): ${text}`))
  console.log(
    `round ${round}: killed ${victim}, ${acknowledged.writes} writes acknowledged so far, ${lost.length} lost`,
  )
}
server.kill('SIGTERM')
await ended(server)
rmSync(folder, { recursive: true, force: true })

for (const failure of failures) console.error(failure)
console.log(`seed ${seed}, longest time from a kill to answering again ${slowestStartMs} ms`)
const failedRounds = new Set(failures.map(text => text.split(' ')[1])).size
console.log(`${rounds - failedRounds} passed, ${failedRounds} failed`)
process.exitCode = failures.length > 0 ? 1 : 0

async function write(user: string, signal: AbortSignal): Promise<void> {
  let access = ''
  while (!signal.aborted) {
    try {
      if (!access || random() < 0.1) {
        access = await signIn(user)
        acknowledged.signIns.push({ access, at: Date.now() })
        acknowledged.writes += 1
      }
      const next = (attempted.get(user) ?? 0) + 1
      attempted.set(user, next)
      const reply = await call('PATCH', '/api/settings/', { name: `${user} ${next}` }, access)
      if (!reply.ok) continue
      acknowledged.counter.set(user, next)
      acknowledged.writes += 1
    } catch {
      // The connection broke: this write was not acknowledged, and may or may not have happened.
      await sleep(20)
    }
  }
}

async function whatIsLost(): Promise<string[]> {
  const lost: string[] = []
  for (const [user, counter] of acknowledged.counter) {
    const reply = await call('GET', '/api/settings/', undefined, await signIn(user))
    const { data: body } = (await reply.json()) as { data: { settings: { name: string } } }
    const found = Number(body.settings.name.split(' ')[1])
    if (!(found >= counter))
      lost.push(`${user} was told ${counter} is saved, but finds '${body.settings.name}'`)
  }
  const fourMinutes = 4 * 60_000
  const young = acknowledged.signIns.filter(signIn => Date.now() - signIn.at < fourMinutes)
  for (const { access } of young) {
    const reply = await call('POST', '/auth/login-verify/', { token: access })
    if (!reply.ok) lost.push('a sign-in that was acknowledged is gone')
  }
  return lost
}

async function signIn(user: string): Promise<string> {
  const reply = await call('POST', '/auth/login/', { username: user, password })
  if (!reply.ok) throw new Error(`sign-in: ${reply.status}`)
  return ((await reply.json()) as { access: string }).access
}

function call(method: string, url: string, body?: object, access?: string): Promise<Response> {
  return fetch(base + url, {
    method,
    headers: { 'content-type': 'application/json', ...(access ? { authorization: `Bearer ${access}` } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal: AbortSignal.timeout(10_000),
  })
}

async function startServer(): Promise<ChildProcess> {
  const main = path.resolve(import.meta.dirname, '../../apps/api/src/main.ts')
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, PORT: new URL(base).port, PLUMBLINE_DATA: data },
  })
  const deadline = Date.now() + readyPatienceMs
  for (;;) {
    const ready = await call('GET', '/readyz').catch(() => null)
    if (ready?.ok) return child
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('the server does not start')
    await sleep(20)
  }
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise(resolve => child.once('exit', () => resolve()))
}

function postmaster(): number {
  return Number(readFileSync(path.join(data, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

/** A server that lost its PostgreSQL must live, and answer again without help. */
async function recovers(): Promise<void> {
  const deadline = Date.now() + readyPatienceMs
  while (!(await call('GET', '/readyz').catch(() => null))?.ok) {
    if (server.exitCode !== null) throw new Error('the server died with its PostgreSQL')
    if (Date.now() > deadline) throw new Error('the server does not find its PostgreSQL again')
    await sleep(20)
  }
}

async function keepOlderCopy(): Promise<void> {
  spawnSync('cp', ['-a', data, older])
  await sleep(700)
}

function putOlderCopyInPlace(): void {
  process.kill(postmaster(), 'SIGKILL')
  rmSync(data, { recursive: true, force: true })
  spawnSync('cp', ['-a', older, data])
}

/** A small generator of numbers in [0, 1) that a seed repeats (mulberry32). */
function randomOf(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

function freePort(): Promise<number> {
  return new Promise(resolve => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
