/**
 * npm run check:soak: two servers under load for half an hour with a fault every minute: PostgreSQL is killed,
 * connections are cut or hang, a client disconnects in the middle of a reply. Memory must not grow, the servers must be
 * healthy within ten seconds each time, and no acknowledged write may be lost. The heap after garbage collection is
 * checked for a slope, the resident set for rising peaks.
 *
 *     npm run check:soak
 *     MINUTES=2 EVERY=20 RATE=10 npm run check:soak     a small trial run; too short for a slope
 *     SLOPE=5 npm run check:soak                        megabytes in ten minutes that count as flat, per server
 *     PEAK=0.1 npm run check:soak                       how far the last peak may exceed the earlier ones
 *     PLANT=1 npm run check:soak                        makes a server keep a megabyte every second: must fail
 */
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbedded } from '../apps/api/src/platform/db/embedded/embedded-server.ts'
import { openProxy } from '../apps/api/src/testing/tcp-proxy.ts'
import { createChecker } from './faults/consistency-checker.ts'
import { answerWithinMs, healthyWithinMs, waitUntilHealthy } from './faults/phase.ts'
import type { LiveMemory } from './live-memory.preload.ts'
import { residentMb } from './load/site.ts'
import {
  createRandom,
  findPostmaster,
  type RunningServer,
  readNumber,
  startServer,
} from './running-server.ts'
import { fillWorld } from './world.ts'

const seed = readNumber('SEED', 1)
const minutes = readNumber('MINUTES', 30)
const everySeconds = readNumber('EVERY', 60)
const rate = readNumber('RATE', 50)
const maxSlope = readNumber('SLOPE', 5)
const maxRise = readNumber('PEAK', 0.1)
const plant = process.env.PLANT === '1'

const random = createRandom(seed)
const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-soak-'))
const data = path.join(folder, 'data')
const failures: string[] = []
const embedded = await openEmbedded(data, { onWarning: text => console.error(text) })
await fillWorld(embedded.target)
const { config } = embedded.target
const toDatabase = await openProxy({ path: `${config.host}/.s.PGSQL.5432` })
const url = `postgres://${config.user}@127.0.0.1:${toDatabase.port}/${config.database}`
const leak = 'data:text/javascript,const kept=[];setInterval(()=>kept.push(Buffer.alloc(1e6,1)),1000).unref()'
const watched = `--import "${new URL('./live-memory.preload.ts', import.meta.url)}"`
const first = await startServer({
  DATABASE_URL: url,
  NODE_OPTIONS: plant ? `${watched} --import "${leak}"` : watched,
})
const second = await startServer({ DATABASE_URL: url, NODE_OPTIONS: watched })
const servers = [first, second]
const checkers = servers.map(({ call }, place) =>
  createChecker({
    call,
    random: createRandom(seed + place),
    username: place === 0 ? 'investor' : 'adviser',
    timeoutMs: answerWithinMs,
  }),
)

/** Faults, injected in turn. */
const faults: [name: string, inject: () => Promise<void>][] = [
  ['PostgreSQL is killed', async () => void process.kill(findPostmaster(data), 'SIGKILL')],
  ['connections to PostgreSQL are cut', async () => toDatabase.cut()],
  [
    'connections to PostgreSQL go silent',
    async () => {
      toDatabase.set({ kind: 'silent' })
      await sleep(500)
      toDatabase.set({ kind: 'fair' })
    },
  ],
  [
    'clients disconnect in the middle of a reply',
    async () => {
      for (let client = 0; client < 50; client += 1) {
        const socket = connect(Number(new URL(first.base).port), '127.0.0.1')
        socket.on('error', () => undefined)
        socket.write('GET /api/docs HTTP/1.1\r\nhost: x\r\n\r\n')
        socket.once('data', () => socket.destroy())
      }
    },
  ],
  [
    'PostgreSQL is slow',
    async () => {
      toDatabase.set({ kind: 'delay', ms: 300 })
      await sleep(2_000)
      toDatabase.set({ kind: 'fair' })
    },
  ],
]

const isHealthy = async () => {
  const answers = await Promise.all(
    servers.map(async server => {
      const access = await server.signIn('investor')
      return (await server.call('POST', '/api/positions/list/?limit=5', {}, access)).ok
    }),
  )
  return answers.every(Boolean)
}

/** Sends queries at a steady rate to keep the servers busy; the replies do not matter. */
async function keepBusy(signal: AbortSignal): Promise<void> {
  const paths = [
    '/api/positions/list/?limit=50',
    '/api/performance/?points=200',
    '/api/grouped/',
    '/api/cash/',
  ]
  let access = ''
  let signedInAt = 0
  for (let place = 0; !signal.aborted; place += 1) {
    const server = servers[place % servers.length]
    try {
      if (Date.now() - signedInAt > 120_000) {
        access = (await server?.signIn('investor')) ?? ''
        signedInAt = Date.now()
      }
      void server
        ?.call('POST', paths[place % paths.length] ?? '', {}, access)
        .then(
          reply => reply.arrayBuffer(),
          () => undefined,
        )
        .catch(() => undefined)
    } catch {
      // Expected during a fault.
    }
    await sleep(1000 / rate)
  }
}

interface Sample {
  minute: number
  /** Megabytes per server: live after garbage collection, and peak resident set. */
  live: number[]
  resident: number[]
  files: number[]
}

const samples: Sample[] = []
const started = performance.now()
const stop = new AbortController()
const working = [keepBusy(stop.signal), ...checkers.map(checker => checker.work(stop.signal))]
let slowestMs = 0
let injected = 0
while (performance.now() - started < minutes * 60_000) {
  const until = performance.now() + everySeconds * 1000
  const [name, inject] = faults[injected % faults.length] as (typeof faults)[number]
  injected += 1
  await sleep(random() * 1000)
  await inject()
  const tookMs = await waitUntilHealthy(isHealthy, healthyWithinMs)
  if (tookMs === null) failures.push(`${name}: not healthy after 10 s`)
  slowestMs = Math.max(slowestMs, tookMs ?? healthyWithinMs)
  const readings: { live: (LiveMemory | null)[]; resident: number[] }[] = []
  do {
    const resident = servers.map(server => residentMb(server.process.pid))
    readings.push({ live: await Promise.all(servers.map(readLiveMemory)), resident })
    await sleep(Math.max(200, Math.min(5_000, until - performance.now())))
  } while (performance.now() < until)
  const sample: Sample = {
    minute: (performance.now() - started) / 60_000,
    live: servers.map((_, place) => findSmallest(readings.map(reading => reading.live[place] ?? null))),
    resident: servers.map((_, place) => Math.max(...readings.map(reading => reading.resident[place] ?? 0))),
    files: servers.map(server => countOpenFiles(server.process.pid)),
  }
  samples.push(sample)
  const shown = (values: number[]) => values.map(Math.round).join(' and ')
  console.log(
    `minute ${sample.minute.toFixed(1)}: ${name}, healthy after ${tookMs} ms, ${shown(sample.live)} MB live, ${shown(sample.resident)} MB resident, open files ${shown(sample.files)}`,
  )
}
stop.abort()
await Promise.all(working)
for (const checker of checkers) failures.push(...(await checker.violations(config)))

// Caches fill during the first third.
const third = Math.floor(samples.length / 3)
const steady = samples.slice(third)
const slopes = servers.map((_, place) =>
  fitSlope(steady.map(({ minute, live }) => [minute, live[place] ?? 0])),
)
for (const [place, perMinute] of slopes.entries())
  if (!(perMinute * 10 <= maxSlope))
    failures.push(`memory of server ${place + 1} grows by ${(perMinute * 10).toFixed(1)} MB in ten minutes`)
const peak = (of: readonly Sample[], place: number) =>
  Math.max(...of.map(({ resident }) => resident[place] ?? 0))
for (const place of servers.keys()) {
  const [before, after] = [peak(samples.slice(third, -third), place), peak(samples.slice(-third), place)]
  if (third > 0 && after > before * (1 + maxRise))
    failures.push(`resident set of server ${place + 1} peaks at ${before} MB, later at ${after} MB`)
}
const leaking = servers.filter(
  (_, place) => (samples.at(-1)?.files[place] ?? 0) > 2 * (steady[0]?.files[place] ?? 0),
)
if (leaking.length > 0) failures.push('the number of open files grows')

for (const server of servers) await server.stop()
await toDatabase.close()
await embedded.stop()
rmSync(folder, { recursive: true, force: true })

const writes = checkers.reduce((sum, checker) => sum + checker.acknowledged(), 0)
for (const failure of failures.slice(0, 10)) console.error(failure)
console.log(
  `${minutes} minutes, ${injected} faults, ${writes} writes acknowledged, slowest recovery ${slowestMs} ms, memory ${slopes.map(each => (each * 10).toFixed(1)).join(' and ')} MB in ten minutes`,
)
console.log(`seed ${seed}`)
console.log(`${Math.max(0, injected - failures.length)} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1

/** Requests the live memory of a server; null when it is too busy to reply, which may happen during a fault. */
async function readLiveMemory({ process: child }: RunningServer): Promise<LiveMemory | null> {
  const reply = once(child, 'message', { signal: AbortSignal.timeout(10_000) })
  child.send('live memory?')
  return reply.then(
    ([message]) => message as LiveMemory,
    () => null,
  )
}

/** The smallest reading with replies of all threads, in megabytes: it excludes memory of queries in progress. */
function findSmallest(readings: readonly (LiveMemory | null)[]): number {
  const replies = readings.flatMap(reading => reading ?? [])
  const threads = Math.max(...replies.map(reply => reply.threads))
  return Math.min(...replies.filter(reply => reply.threads === threads).map(({ bytes }) => bytes)) / 1e6
}

/** Slope of the least squares line, in units of y per unit of x. */
function fitSlope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const x = mean(points.map(point => point[0]))
  const y = mean(points.map(point => point[1]))
  const rise = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0)
  const run = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
  return run === 0 ? 0 : rise / run
}

function countOpenFiles(pid: number | undefined): number {
  return readdirSync(`/proc/${pid}/fd`).length
}
