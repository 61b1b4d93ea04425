/**
 * npm run check:restart: two servers on one PostgreSQL are stopped and started alternately, as during an upgrade, while
 * clients read and write at a steady rate through any server that is ready. No request fails and no acknowledged write
 * is lost.
 *
 *     npm run check:restart
 *     ROUNDS=2 RATE=20 npm run check:restart     a small trial run
 *     PLANT=1 npm run check:restart              servers that exit at once instead of draining: must fail
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbedded } from '../apps/api/src/platform/db/embedded/embedded-server.ts'
import { createChecker } from './faults/consistency-checker.ts'
import {
  createRandom,
  databaseUrl,
  freePort,
  type RunningServer,
  readNumber,
  startServer,
} from './running-server.ts'
import { fillWorld } from './world.ts'

const seed = readNumber('SEED', 1)
const rounds = readNumber('ROUNDS', 10)
const rate = readNumber('RATE', 40)
const probeIntervalMs = 200
const answerWithinMs = 10_000

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-restart-'))
const embedded = await openEmbedded(path.join(folder, 'data'), { onWarning: text => console.error(text) })
const { config } = embedded.target
const environment = {
  DATABASE_URL: databaseUrl(config),
  PLUMBLINE_SHUTDOWN_DRAIN_SECONDS: process.env.PLANT === '1' ? '0' : '2',
}
await fillWorld(embedded.target)
const ports = [await freePort(), await freePort()]
const servers: RunningServer[] = []
for (const port of ports) servers.push(await startServer(environment, port))

/** Acts as a load balancer: probes readiness and distributes requests over the ready servers. */
let readyServers = [...servers]
const probe = setInterval(async () => {
  const results = await Promise.all(
    servers.map(server =>
      server.call('GET', '/readyz').then(
        reply => reply.ok,
        () => false,
      ),
    ),
  )
  readyServers = servers.filter((_, place) => results[place])
}, probeIntervalMs)
let turn = 0
const call: RunningServer['call'] = (...request) => {
  const server = readyServers[turn++ % readyServers.length]
  return server ? server.call(...request) : Promise.reject(new Error('no server is ready'))
}

const failures: string[] = []
let succeeded = 0
const paths = ['/api/positions/list/?limit=50', '/api/performance/?points=200', '/api/grouped/', '/api/cash/']

async function sendQuery(place: number, access: string): Promise<void> {
  const url = paths[place % paths.length] ?? ''
  try {
    const reply = await call('POST', url, {}, access)
    await reply.arrayBuffer()
    if (reply.ok) succeeded += 1
    else failures.push(`${url} ${reply.status}`)
  } catch (error) {
    failures.push(`${url} ${String(error instanceof Error ? (error.cause ?? error) : error)}`)
  }
}

async function sendQueries(signal: AbortSignal): Promise<void> {
  const access = await servers[0]?.signIn('investor')
  const pending: Promise<void>[] = []
  for (let place = 0; !signal.aborted; place += 1) {
    pending.push(sendQuery(place, access ?? ''))
    await sleep(1000 / rate)
  }
  await Promise.all(pending)
}

const checker = createChecker({
  // The checker tolerates failed requests, so record them here.
  call: async (method, url, ...rest) => {
    const failed = (why: unknown) => failures.push(`${method} ${url} ${why}`)
    const reply = await call(method, url, ...rest).catch(error => {
      failed(error.cause ?? error)
      throw error
    })
    if (reply.status >= 500) failed(reply.status)
    return reply
  },
  random: createRandom(seed),
  username: 'investor',
  timeoutMs: answerWithinMs,
})
const stop = new AbortController()
const working = [sendQueries(stop.signal), checker.work(stop.signal)]
for (let round = 1; round <= rounds; round += 1) {
  const place = round % 2
  await sleep(1_000)
  await servers[place]?.stop('SIGTERM')
  servers[place] = await startServer(environment, ports[place])
  console.log(`restart ${round}: ${succeeded} succeeded, ${failures.length} failed so far`)
}
stop.abort()
await Promise.all(working)
clearInterval(probe)
failures.push(...(await checker.violations(config)))
for (const server of servers) await server.stop('SIGINT')
await embedded.stop()
rmSync(folder, { recursive: true, force: true })

for (const failure of failures.slice(0, 10)) console.error(failure)
console.log(
  `seed ${seed}, ${rounds} alternating restarts, ${succeeded} queries succeeded, ${checker.acknowledged()} writes acknowledged`,
)
console.log(`${Math.max(0, rounds - failures.length)} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1
