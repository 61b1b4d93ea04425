/**
 * npm run check:kill: writes continuously to the real server while it, or its PostgreSQL, is killed repeatedly. After
 * each kill the server must start, no acknowledged write may be lost, and a create whose reply got lost must exist
 * once after it was retried with its Idempotency-Key.
 *
 *     ROUNDS=10 SEED=1 npm run check:kill
 *     PLANT=1 npm run check:kill     restores an older copy of the database after a kill: must fail
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDeposits } from './keyed-deposits.ts'
import { createRandom, findPostmaster, freePort, startServer, waitForReplacement } from './running-server.ts'

const rounds = Number(process.env.ROUNDS ?? 10)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const plant = process.env.PLANT === '1'

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-kill-'))
const data = path.join(folder, 'data')
const older = path.join(folder, 'older')
const port = await freePort()
const start = () => startServer({ PLUMBLINE_DATA: data }, port)
const random = createRandom(seed)
// The list is never empty, so there is always one to pick.
const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T

/** What the server acknowledged. */
const acknowledged = {
  counter: new Map<string, number>(),
  signIns: [] as { user: string; access: string; at: number }[],
  writes: 0,
}
const attempted = new Map<string, number>()
const failures: string[] = []
let slowestStartMs = 0

let server = await start()
const firstAccess = await server.signIn('investor')
acknowledged.signIns.push({ user: 'investor', access: firstAccess, at: Date.now() })
const deposits = await createDeposits(server, firstAccess)
for (let round = 1; round <= rounds; round++) {
  const stop = new AbortController()
  const access = await signInAs('investor')
  const writers = [
    ...['admin', 'adviser', 'investor'].map(user => write(user, stop.signal)),
    deposits.write(() => server, access, stop.signal),
  ]
  await sleep(300 + random() * 900)
  const victim = plant ? 'server' : pick(['server', 'postgres', 'both'] as const)
  if (plant && round === 1) await saveOlderCopy()
  const postmaster = findPostmaster(data)
  if (victim !== 'server') process.kill(postmaster, 'SIGKILL')
  if (victim === 'both') await sleep(random() * 200)
  if (victim !== 'postgres') server.process.kill('SIGKILL')
  const killed = Date.now()
  // A server that lost its PostgreSQL must survive and recover by itself.
  if (victim === 'postgres') {
    await waitForReplacement(postmaster, data)
    await server.ready()
  }
  stop.abort()
  await Promise.all(writers)
  if (victim !== 'postgres') {
    await server.stop('SIGKILL')
    if (plant && round === 1) restoreOlderCopy()
    server = await start()
  }
  slowestStartMs = Math.max(slowestStartMs, Date.now() - killed)
  const lost = [...(await findLost()), ...(await deposits.check(server, access))]
  failures.push(...lost.map(text => `round ${round} (${victim}): ${text}`))
  console.log(
    `round ${round}: killed ${victim}, ${acknowledged.writes} writes acknowledged so far, ${lost.length} lost`,
  )
}
await server.stop()
rmSync(folder, { recursive: true, force: true })

for (const failure of failures) console.error(failure)
console.log(`${deposits.sent()} deposits with a key, ${deposits.retried()} of them retried after a kill`)
console.log(`seed ${seed}, slowest recovery after a kill ${slowestStartMs} ms`)
const failedRounds = new Set(failures.map(text => text.split(' ')[1])).size
console.log(`${rounds - failedRounds} passed, ${failedRounds} failed`)
process.exitCode = failures.length > 0 ? 1 : 0

async function write(user: string, signal: AbortSignal): Promise<void> {
  let access = ''
  while (!signal.aborted) {
    try {
      if (!access || random() < 0.1) {
        access = await server.signIn(user)
        acknowledged.signIns.push({ user, access, at: Date.now() })
        acknowledged.writes += 1
      }
      const next = (attempted.get(user) ?? 0) + 1
      attempted.set(user, next)
      const reply = await server.call('PATCH', '/api/settings/', { name: `${user} ${next}` }, access)
      if (!reply.ok) continue
      acknowledged.counter.set(user, next)
      acknowledged.writes += 1
    } catch {
      // The connection broke: the write is unacknowledged and may or may not have happened.
      await sleep(20)
    }
  }
}

async function findLost(): Promise<string[]> {
  const lost: string[] = []
  for (const [user, counter] of acknowledged.counter) {
    const reply = await server.call('GET', '/api/settings/', undefined, await signInAs(user))
    const { data: body } = (await reply.json()) as { data: { settings: { name: string } } }
    const found = Number(body.settings.name.split(' ')[1])
    if (!(found >= counter))
      lost.push(`${user}: ${counter} was acknowledged, but '${body.settings.name}' is stored`)
  }
  const fourMinutes = 4 * 60_000
  const young = acknowledged.signIns.filter(signIn => Date.now() - signIn.at < fourMinutes)
  for (const { access } of young) {
    const reply = await server.call('POST', '/auth/login-verify/', { token: access })
    if (!reply.ok) lost.push('an acknowledged sign-in is lost')
  }
  return lost
}

/** Interrupted sign-ins count as failed attempts. When rate-limited, an earlier token is used. */
async function signInAs(user: string): Promise<string> {
  const known = acknowledged.signIns.findLast(signIn => signIn.user === user)
  return server.signIn(user).catch(error => {
    if (!known || !String(error).includes('429')) throw error
    return known.access
  })
}

async function saveOlderCopy(): Promise<void> {
  spawnSync('cp', ['-a', data, older])
  await sleep(700)
}

function restoreOlderCopy(): void {
  process.kill(findPostmaster(data), 'SIGKILL')
  rmSync(data, { recursive: true, force: true })
  spawnSync('cp', ['-a', older, data])
}
