/**
 * npm run check:kill: writes without pause to the real server while it, or its PostgreSQL, is killed without
 * warning, again and again. After each kill the server must start, nothing it had acknowledged may be lost, and a
 * create whose answer got lost must exist once after it was repeated with its Idempotency-Key.
 *
 *     ROUNDS=10 SEED=1 npm run check:kill
 *     PLANT=1 npm run check:kill     puts an older copy of the database in place after a kill: must fail
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDeposits } from './keyed-deposits.ts'
import { freePort, postmasterOf, randomOf, startServer, untilReplaced } from './running-server.ts'

const rounds = Number(process.env.ROUNDS ?? 10)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const plant = process.env.PLANT === '1'

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-kill-'))
const data = path.join(folder, 'data')
const older = path.join(folder, 'older')
const port = await freePort()
const start = () => startServer({ PLUMBLINE_DATA: data }, port)
const random = randomOf(seed)
// The list is never empty, so there is always one to pick.
const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T

/** What the server said it had done. */
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
  const access = await accessOf('investor')
  const writers = [
    ...['admin', 'adviser', 'investor'].map(user => write(user, stop.signal)),
    deposits.write(() => server, access, stop.signal),
  ]
  await sleep(300 + random() * 900)
  const victim = plant ? 'server' : pick(['server', 'postgres', 'both'] as const)
  if (plant && round === 1) await keepOlderCopy()
  const postmaster = postmasterOf(data)
  if (victim !== 'server') process.kill(postmaster, 'SIGKILL')
  if (victim === 'both') await sleep(random() * 200)
  if (victim !== 'postgres') server.process.kill('SIGKILL')
  const killed = Date.now()
  // A server that lost its PostgreSQL must live, and answer again without help.
  if (victim === 'postgres') {
    await untilReplaced(postmaster, data)
    await server.ready()
  }
  stop.abort()
  await Promise.all(writers)
  if (victim !== 'postgres') {
    await server.stop('SIGKILL')
    if (plant && round === 1) putOlderCopyInPlace()
    server = await start()
  }
  slowestStartMs = Math.max(slowestStartMs, Date.now() - killed)
  const lost = [...(await whatIsLost()), ...(await deposits.check(server, access))]
  failures.push(...lost.map(text => `round ${round} (${victim}): ${text}`))
  console.log(
    `round ${round}: killed ${victim}, ${acknowledged.writes} writes acknowledged so far, ${lost.length} lost`,
  )
}
await server.stop()
rmSync(folder, { recursive: true, force: true })

for (const failure of failures) console.error(failure)
console.log(`${deposits.sent()} deposits with a key, ${deposits.repeated()} of them sent again after a kill`)
console.log(`seed ${seed}, longest time from a kill to answering again ${slowestStartMs} ms`)
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
      // The connection broke: this write was not acknowledged, and may or may not have happened.
      await sleep(20)
    }
  }
}

async function whatIsLost(): Promise<string[]> {
  const lost: string[] = []
  for (const [user, counter] of acknowledged.counter) {
    const reply = await server.call('GET', '/api/settings/', undefined, await accessOf(user))
    const { data: body } = (await reply.json()) as { data: { settings: { name: string } } }
    const found = Number(body.settings.name.split(' ')[1])
    if (!(found >= counter))
      lost.push(`${user} was told ${counter} is saved, but finds '${body.settings.name}'`)
  }
  const fourMinutes = 4 * 60_000
  const young = acknowledged.signIns.filter(signIn => Date.now() - signIn.at < fourMinutes)
  for (const { access } of young) {
    const reply = await server.call('POST', '/auth/login-verify/', { token: access })
    if (!reply.ok) lost.push('a sign-in that was acknowledged is gone')
  }
  return lost
}

/** Sign-ins that a kill has cut off count as tries that failed, so one may be asked to wait: then with one from before. */
async function accessOf(user: string): Promise<string> {
  const known = acknowledged.signIns.findLast(signIn => signIn.user === user)
  return server.signIn(user).catch(error => {
    if (!known || !String(error).includes('429')) throw error
    return known.access
  })
}

async function keepOlderCopy(): Promise<void> {
  spawnSync('cp', ['-a', data, older])
  await sleep(700)
}

function putOlderCopyInPlace(): void {
  process.kill(postmasterOf(data), 'SIGKILL')
  rmSync(data, { recursive: true, force: true })
  spawnSync('cp', ['-a', older, data])
}
