/**
 * npm run bench:cost: CPU time of a request by kind of call, of the server and of PostgreSQL, at a steady rate below
 * what the machine can carry. Each kind is sent with equal and with distinct periods. Linux only.
 *
 *     npm run bench:cost
 *     npm run bench:cost -- --compare apps/api/dist-before     and of another build, alternating with this one
 *     npm run bench:cost -- --only settings --only mix
 */
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { signAccessToken } from '../../apps/api/src/platform/auth/access-token.ts'
import { parseDay, toIsoDate } from '../../packages/engine/src/index.ts'
import { openLoadSite } from '../../reliability/load/site.ts'
import { databaseUrl, type RunningServer, readNumber, startServer } from '../../reliability/running-server.ts'
import { LAST_DAY } from '../engine/portfolio.ts'
import { calls, type MeasuredCall, mix } from './calls.ts'
import { findPostmaster, readCpuMs, readPostgresCpuMs } from './cpu-time.ts'
import type { LoadResult, OpenLoad } from './load.ts'

const { values: options } = parseArgs({
  options: { compare: { type: 'string' }, only: { type: 'string', multiple: true } },
})
const size = { families: 4, users: 40, transactions: 20_000 }
const perSecond = readNumber('RATE', 50)
const seconds = readNumber('SECONDS', 4)

interface Measured {
  name: string
  pid: number
  port: number
}

interface Cost {
  server: number
  postgres: number
}

interface Kind {
  name: string
  calls: MeasuredCall[]
}

const site = await openLoadSite(size, 1, profiling())
const postmaster = await findPostmaster(site.config)
const before = options.compare ? await startBuild(path.resolve(options.compare)) : null
const measured = [
  ...(before ? [describeServer('before', before)] : []),
  ...site.servers.map(server => describeServer('now', server)),
]
const loadWorker = new Worker(new URL('./load.ts', import.meta.url))
try {
  const rows: Record<string, string | number>[] = []
  const idle = new Map<Measured, Cost>()
  for (const server of measured) {
    // The first requests load snapshots and compile code. They are others than the measured ones where all differ.
    for (const kind of listKinds()) await send(server, { ...kind, calls: kind.calls.toReversed() }, 1)
    idle.set(server, await measureIdle(server))
  }
  for (const kind of listKinds()) {
    const costs: Cost[] = []
    for (const server of measured) {
      costs.push(await measure(server, kind, idle.get(server) ?? { server: 0, postgres: 0 }))
    }
    rows.push(describe(kind, costs))
  }
  console.table(rows)
} finally {
  await loadWorker.terminate()
  await before?.stop()
  await site.close()
}

/** Starts another build of the server on the same database. */
function startBuild(folder: string): Promise<RunningServer> {
  process.env.PLUMBLINE_BUILT = folder
  return startServer({ DATABASE_URL: databaseUrl(site.config) })
}

function describeServer(name: string, { base, process: { pid } }: RunningServer): Measured {
  return { name, pid: pid ?? 0, port: Number(new URL(base).port) }
}

/** CPU time per request, without what server and PostgreSQL use when nobody sends one. */
async function measure(server: Measured, kind: Kind, idle: Cost): Promise<Cost> {
  const { server: inServer, postgres } = await spend(server, () => send(server, kind, seconds))
  return {
    server: inServer / (perSecond * seconds) - idle.server / perSecond,
    postgres: postgres / (perSecond * seconds) - idle.postgres / perSecond,
  }
}

/** CPU time per second without requests. */
async function measureIdle(server: Measured): Promise<Cost> {
  const spent = await spend(server, () => sleep(seconds * 1000))
  return { server: spent.server / seconds, postgres: spent.postgres / seconds }
}

async function spend({ pid }: Measured, work: () => Promise<void>): Promise<Cost> {
  const before = { server: readCpuMs(pid), postgres: readPostgresCpuMs(postmaster) }
  await work()
  return {
    server: readCpuMs(pid) - before.server,
    postgres: readPostgresCpuMs(postmaster) - before.postgres,
  }
}

async function send({ port }: Measured, { name, calls }: Kind, duration: number): Promise<void> {
  const tokens = await Promise.all(
    site.people.map(({ userId, signInId }) => signAccessToken(site.key, userId, signInId, new Date())),
  )
  const load: OpenLoad = { kind: 'open', port, calls, tokens, perSecond, seconds: duration }
  loadWorker.postMessage(load)
  const [result]: LoadResult[] = await once(loadWorker, 'message')
  if (!result || result.failures > 0) throw new Error(`${name}: ${result?.failures} requests failed`)
}

function listKinds(): Kind[] {
  const mixed = mix.flatMap(([parts, name]) => Array.from({ length: parts }, () => findCall(name)))
  const spread = mixed.map((_, place) => mixed[(place * 37) % mixed.length] as MeasuredCall)
  const measuredCalls = calls.map((call): Kind => ({ name: call.name, calls: [call] }))
  const kinds = [...measuredCalls, { name: 'mix', calls: spread }]
  return kinds
    .filter(({ name }) => !options.only || options.only.includes(name))
    .flatMap((kind, place) =>
      kind.calls.some(({ method }) => method === 'POST') ? [kind, makeDistinct(kind, place)] : [kind],
    )
}

/** The same calls, each about a period of its own, which no other kind has. */
function makeDistinct({ name, calls }: Kind, kindPlace: number): Kind {
  const end = toIsoDate(LAST_DAY - kindPlace)
  return {
    name: `${name}, distinct`,
    calls: Array.from({ length: 1000 }, (_, place) => {
      const call = calls[place % calls.length] as MeasuredCall
      const period = { name: null, start_date: toIsoDate(parseDay('2021-06-01') + place), end_date: end }
      return call.method === 'GET' ? call : { ...call, body: { settings: { period }, filters: {} } }
    }),
  }
}

function findCall(name: string): MeasuredCall {
  const call = calls.find(each => each.name === name)
  if (!call) throw new Error(`no call is named ${name}`)
  return call
}

function describe({ name }: Kind, costs: readonly Cost[]): Record<string, string | number> {
  const row: Record<string, string | number> = { call: name }
  costs.forEach(({ server, postgres }, place) => {
    const prefix = measured[place]?.name ?? ''
    row[`${prefix}: server`] = Number(server.toFixed(2))
    row[`${prefix}: PostgreSQL`] = Number(postgres.toFixed(2))
    row[`${prefix}: total`] = Number((server + postgres).toFixed(2))
  })
  const [first, last] = [costs[0], costs.at(-1)]
  if (first && last && costs.length > 1)
    row.ratio = Number(((last.server + last.postgres) / (first.server + first.postgres)).toFixed(2))
  return row
}

/** PROFILE=<folder> writes CPU profiles of the server there. */
function profiling(): Record<string, string> {
  const folder = process.env.PROFILE
  return folder ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` } : {}
}
