/**
 * npm run check:soak: two servers at work for half an hour while something breaks every minute: PostgreSQL is killed,
 * connections are cut or go silent, a client leaves in the middle of an answer. Memory must not creep, all must be
 * well again within ten seconds each time, and nothing acknowledged may be lost. What is left after a collection of
 * garbage is looked at for a slope; the resident set, which swings, for a peak that rises.
 *
 *     npm run check:soak
 *     MINUTES=2 EVERY=20 RATE=10 npm run check:soak     small, to see that it works; a slope takes longer to tell
 *     SLOPE=5 npm run check:soak                        megabytes in ten minutes that count as flat, per server
 *     PEAK=0.1 npm run check:soak                       how far the resident set of the end may lie above that before
 *     PLANT=1 npm run check:soak                        lets a server keep a megabyte every second: must fail
 */
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbedded } from '../apps/api/src/platform/db/embedded/embedded-server.ts'
import { openProxy } from '../apps/api/src/testing/tcp-proxy.ts'
import { answerWithinMs, healthyWithinMs, untilWell } from './faults/phase.ts'
import { createWitness } from './faults/witness.ts'
import type { LiveMemory } from './live-memory.preload.ts'
import { residentMb } from './load/site.ts'
import { numberOf, postmasterOf, type RunningServer, randomOf, startServer } from './running-server.ts'
import { fillWorld } from './world.ts'

const seed = numberOf('SEED', 1)
const minutes = numberOf('MINUTES', 30)
const everySeconds = numberOf('EVERY', 60)
const rate = numberOf('RATE', 50)
const mostSlope = numberOf('SLOPE', 5)
const mostRise = numberOf('PEAK', 0.1)
const plant = process.env.PLANT === '1'

const random = randomOf(seed)
const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-soak-'))
const data = path.join(folder, 'data')
const failures: string[] = []
const embedded = await openEmbedded(data, { onTrouble: text => console.error(text) })
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
const witnesses = servers.map(({ call }, place) =>
  createWitness({
    call,
    random: randomOf(seed + place),
    username: place === 0 ? 'investor' : 'adviser',
    patienceMs: answerWithinMs,
  }),
)

/** Things that break, in turn. */
const faults: [name: string, happen: () => Promise<void>][] = [
  ['PostgreSQL is killed', async () => void process.kill(postmasterOf(data), 'SIGKILL')],
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
    'clients leave in the middle of an answer',
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
    'PostgreSQL takes its time',
    async () => {
      toDatabase.set({ kind: 'delay', ms: 300 })
      await sleep(2_000)
      toDatabase.set({ kind: 'fair' })
    },
  ],
]

const isWell = async () => {
  const answers = await Promise.all(
    servers.map(async server => {
      const access = await server.signIn('investor')
      return (await server.call('POST', '/api/positions/list/?limit=5', {}, access)).ok
    }),
  )
  return answers.every(Boolean)
}

/** Asks at a steady pace; what it is told does not matter here, only that the servers are busy. */
async function keepBusy(signal: AbortSignal): Promise<void> {
  const paths = [
    '/api/positions/list/?limit=50',
    '/api/performance/?points=200',
    '/api/grouped/',
    '/api/cash/',
  ]
  let access = ''
  let since = 0
  for (let place = 0; !signal.aborted; place += 1) {
    const server = servers[place % servers.length]
    try {
      if (Date.now() - since > 120_000) {
        access = (await server?.signIn('investor')) ?? ''
        since = Date.now()
      }
      void server
        ?.call('POST', paths[place % paths.length] ?? '', {}, access)
        .then(
          reply => reply.arrayBuffer(),
          () => undefined,
        )
        .catch(() => undefined)
    } catch {
      // Something is broken at the moment: that is the point.
    }
    await sleep(1000 / rate)
  }
}

interface Sample {
  minute: number
  /** Megabytes by server: what is left after a collection, and the most that was resident. */
  live: number[]
  resident: number[]
  files: number[]
}

const samples: Sample[] = []
const started = performance.now()
const stop = new AbortController()
const working = [keepBusy(stop.signal), ...witnesses.map(witness => witness.work(stop.signal))]
let slowestMs = 0
let happened = 0
while (performance.now() - started < minutes * 60_000) {
  const until = performance.now() + everySeconds * 1000
  const [name, happen] = faults[happened % faults.length] as (typeof faults)[number]
  happened += 1
  await sleep(random() * 1000)
  await happen()
  const tookMs = await untilWell(isWell, healthyWithinMs)
  if (tookMs === null) failures.push(`${name}: not well after 10 s`)
  slowestMs = Math.max(slowestMs, tookMs ?? healthyWithinMs)
  const looks: { live: (LiveMemory | null)[]; resident: number[] }[] = []
  do {
    const resident = servers.map(server => residentMb(server.process.pid))
    looks.push({ live: await Promise.all(servers.map(liveMemory)), resident })
    await sleep(Math.max(200, Math.min(5_000, until - performance.now())))
  } while (performance.now() < until)
  const sample: Sample = {
    minute: (performance.now() - started) / 60_000,
    live: servers.map((_, place) => leastOf(looks.map(look => look.live[place] ?? null))),
    resident: servers.map((_, place) => Math.max(...looks.map(look => look.resident[place] ?? 0))),
    files: servers.map(server => openFiles(server.process.pid)),
  }
  samples.push(sample)
  const shown = (values: number[]) => values.map(Math.round).join(' and ')
  console.log(
    `minute ${sample.minute.toFixed(1)}: ${name}, well after ${tookMs} ms, ${shown(sample.live)} MB live, ${shown(sample.resident)} MB resident, open files ${shown(sample.files)}`,
  )
}
stop.abort()
await Promise.all(working)
for (const witness of witnesses) failures.push(...(await witness.complaints(config)))

// The first third is spent on filling caches.
const third = Math.floor(samples.length / 3)
const steady = samples.slice(third)
const slopes = servers.map((_, place) => slope(steady.map(({ minute, live }) => [minute, live[place] ?? 0])))
for (const [place, perMinute] of slopes.entries())
  if (!(perMinute * 10 <= mostSlope))
    failures.push(`memory of server ${place + 1} grows by ${(perMinute * 10).toFixed(1)} MB in ten minutes`)
const peak = (of: readonly Sample[], place: number) =>
  Math.max(...of.map(({ resident }) => resident[place] ?? 0))
for (const place of servers.keys()) {
  const [before, after] = [peak(samples.slice(third, -third), place), peak(samples.slice(-third), place)]
  if (third > 0 && after > before * (1 + mostRise))
    failures.push(`server ${place + 1} was resident with up to ${before} MB, then with up to ${after} MB`)
}
const growing = servers.filter(
  (_, place) => (samples.at(-1)?.files[place] ?? 0) > 2 * (steady[0]?.files[place] ?? 0),
)
if (growing.length > 0) failures.push('open files grow')

for (const server of servers) await server.stop()
await toDatabase.close()
await embedded.stop()
rmSync(folder, { recursive: true, force: true })

const writes = witnesses.reduce((sum, witness) => sum + witness.acknowledged(), 0)
for (const failure of failures.slice(0, 10)) console.error(failure)
console.log(
  `${minutes} minutes, ${happened} faults, ${writes} writes acknowledged, longest time to be well again ${slowestMs} ms, memory ${slopes.map(each => (each * 10).toFixed(1)).join(' and ')} MB in ten minutes`,
)
console.log(`seed ${seed}`)
console.log(`${Math.max(0, happened - failures.length)} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1

/** What a server keeps; null when it is too busy to tell, as it may be while something is broken. */
async function liveMemory({ process: child }: RunningServer): Promise<LiveMemory | null> {
  const told = once(child, 'message', { signal: AbortSignal.timeout(10_000) })
  child.send('live memory?')
  return told.then(
    ([message]) => message as LiveMemory,
    () => null,
  )
}

/** The least of several looks that all threads have answered, in megabytes: questions that are under way pass. */
function leastOf(looks: readonly (LiveMemory | null)[]): number {
  const told = looks.flatMap(look => look ?? [])
  const threads = Math.max(...told.map(look => look.threads))
  return Math.min(...told.filter(look => look.threads === threads).map(({ bytes }) => bytes)) / 1e6
}

/** Least squares, in units of y for one of x. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const x = mean(points.map(point => point[0]))
  const y = mean(points.map(point => point[1]))
  const rise = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0)
  const run = points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
  return run === 0 ? 0 : rise / run
}

function openFiles(pid: number | undefined): number {
  return readdirSync(`/proc/${pid}/fd`).length
}
