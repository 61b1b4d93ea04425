/**
 * npm run check:restart: two servers on one PostgreSQL are ended and started again by turns, as an upgrade does, while
 * people ask and snapshot at a steady pace through whoever says that it is ready. No request fails, nothing that was
 * acknowledged is lost.
 *
 *     npm run check:restart
 *     ROUNDS=2 RATE=20 npm run check:restart     small, to see that it works
 *     PLANT=1 npm run check:restart              servers that end as soon as they are told: must fail
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbedded } from '../apps/api/src/platform/db/embedded/embedded-server.ts'
import { createWitness } from './faults/witness.ts'
import {
  databaseUrlOf,
  freePort,
  numberOf,
  type RunningServer,
  randomOf,
  startServer,
} from './running-server.ts'
import { fillWorld } from './world.ts'

const seed = numberOf('SEED', 1)
const rounds = numberOf('ROUNDS', 10)
const rate = numberOf('RATE', 40)
const lookEveryMs = 200
const answerWithinMs = 10_000

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-restart-'))
const embedded = await openEmbedded(path.join(folder, 'data'), { onTrouble: text => console.error(text) })
const { config } = embedded.target
const environment = {
  DATABASE_URL: databaseUrlOf(config),
  PLUMBLINE_SHUTDOWN_DRAIN_SECONDS: process.env.PLANT === '1' ? '0' : '2',
}
await fillWorld(embedded.target)
const ports = [await freePort(), await freePort()]
const servers: RunningServer[] = []
for (const port of ports) servers.push(await startServer(environment, port))

/** What a proxy does: it looks who is ready, and sends each request to the next of those. */
let readyServers = [...servers]
const look = setInterval(async () => {
  const answers = await Promise.all(
    servers.map(server =>
      server.call('GET', '/readyz').then(
        reply => reply.ok,
        () => false,
      ),
    ),
  )
  readyServers = servers.filter((_, place) => answers[place])
}, lookEveryMs)
let turn = 0
const call: RunningServer['call'] = (...request) => {
  const server = readyServers[turn++ % readyServers.length]
  return server ? server.call(...request) : Promise.reject(new Error('no server is ready'))
}

const failures: string[] = []
let answered = 0
const paths = ['/api/positions/list/?limit=50', '/api/performance/?points=200', '/api/grouped/', '/api/cash/']

async function ask(place: number, access: string): Promise<void> {
  const asked = paths[place % paths.length] ?? ''
  try {
    const reply = await call('POST', asked, {}, access)
    await reply.arrayBuffer()
    if (reply.ok) answered += 1
    else failures.push(`${asked} ${reply.status}`)
  } catch (error) {
    failures.push(`${asked} ${String(error instanceof Error ? (error.cause ?? error) : error)}`)
  }
}

async function keepAsking(signal: AbortSignal): Promise<void> {
  const access = await servers[0]?.signIn('investor')
  const asked: Promise<void>[] = []
  for (let place = 0; !signal.aborted; place += 1) {
    asked.push(ask(place, access ?? ''))
    await sleep(1000 / rate)
  }
  await Promise.all(asked)
}

const witness = createWitness({
  // Someone who works on whatever happens would keep to themselves that a request failed.
  call: async (method, url, ...rest) => {
    const failed = (why: unknown) => failures.push(`${method} ${url} ${why}`)
    const reply = await call(method, url, ...rest).catch(error => {
      failed(error.cause ?? error)
      throw error
    })
    if (reply.status >= 500) failed(reply.status)
    return reply
  },
  random: randomOf(seed),
  username: 'investor',
  patienceMs: answerWithinMs,
})
const stop = new AbortController()
const working = [keepAsking(stop.signal), witness.work(stop.signal)]
for (let round = 1; round <= rounds; round += 1) {
  const place = round % 2
  await sleep(1_000)
  await servers[place]?.stop('SIGTERM')
  servers[place] = await startServer(environment, ports[place])
  console.log(`restart ${round}: ${answered} answered, ${failures.length} failed so far`)
}
stop.abort()
await Promise.all(working)
clearInterval(look)
failures.push(...(await witness.complaints(config)))
for (const server of servers) await server.stop('SIGINT')
await embedded.stop()
rmSync(folder, { recursive: true, force: true })

for (const failure of failures.slice(0, 10)) console.error(failure)
console.log(
  `seed ${seed}, ${rounds} restarts by turns, ${answered} questions answered, ${witness.acknowledged()} writes acknowledged`,
)
console.log(`${Math.max(0, rounds - failures.length)} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1
