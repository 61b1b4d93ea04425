/**
 * npm run bench:api: cost of API calls over HTTP for the demo family and preset L of the generator, with a separate
 * embedded PostgreSQL. Measures one client and sixteen against a bare route of the same server, reply sizes, the first
 * load of a snapshot and memory; then a hundred concurrent users of the demo family.
 *
 *     npm run bench:api
 *     npm run bench:api -- --json
 *     npm run bench:api -- --quick       fewer requests, as a trial run
 *     npm run bench:api -- --mix         the hundred users alone
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import pg from 'pg'
import { buildApp } from '../../apps/api/src/app/build-app.ts'
import { fillEmptyDatabase } from '../../apps/api/src/demo/demo.store.ts'
import { hashPassword } from '../../apps/api/src/features/auth/passwords/passwords.ts'
import { openDatabase } from '../../apps/api/src/platform/db/database.ts'
import { openEmbedded } from '../../apps/api/src/platform/db/embedded/embedded-server.ts'
import { migrate } from '../../apps/api/src/platform/db/migrate.ts'
import { testMasterKey } from '../../apps/api/src/testing/test-keys.ts'
import { parseDay, toIsoDate } from '../../packages/engine/src/index.ts'
import { buildPortfolio, LAST_DAY, PRESETS } from '../engine/portfolio.ts'
import { calls, type MeasuredCall, mix, wholeSeries } from './calls.ts'
import { fillPreset } from './fill-preset.ts'
import type { ClosedLoad, LoadResult, OpenLoad } from './load.ts'

const isJson = process.argv.includes('--json')
const isQuick = process.argv.includes('--quick')
const isMixOnly = process.argv.includes('--mix')
const requests = isQuick ? 100 : 300
const users = 100
const perSecond = 300
const mixedSeconds = isQuick ? 10 : 30
const warmUpSeconds = 5
const password = 'correct horse battery'

interface Row {
  data: string
  call: string
  clients: number
  p50: number
  p95: number
  p99: number
  kilobytes: number
  perSecond: number
  failures: number
}

interface Running {
  port: number
  signIn(username: string): Promise<string>
  memoryMb(): number
}

const loadWorker = new Worker(new URL('./load.ts', import.meta.url))
const rows: Row[] = []
const facts: Record<string, string | number> = { cores: cpus().length, node: process.version }

async function run(load: ClosedLoad | OpenLoad): Promise<LoadResult> {
  loadWorker.postMessage(load)
  const [result] = await once(loadWorker, 'message')
  return result
}

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function summarize(data: string, call: string, clients: number, result: LoadResult): Row {
  const sorted = result.milliseconds.toSorted((a, b) => a - b)
  const rounded = (value: number) => Number(value.toFixed(1))
  return {
    data,
    call,
    clients,
    p50: rounded(percentile(sorted, 0.5)),
    p95: rounded(percentile(sorted, 0.95)),
    p99: rounded(percentile(sorted, 0.99)),
    kilobytes: rounded(result.bytes / 1000),
    perSecond: Math.round(sorted.length / result.seconds),
    failures: result.failures,
  }
}

/** Runs `work` against a server whose database `fill` has filled. */
async function withServer(
  fill: (config: pg.ClientConfig, database: Awaited<ReturnType<typeof openDatabase>>) => Promise<void>,
  work: (
    running: Running,
    query: (text: string, values?: unknown[]) => Promise<pg.QueryResult>,
  ) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-bench-'))
  const embedded = await openEmbedded(path.join(folder, 'data'), { onWarning: text => console.error(text) })
  const { target } = embedded
  await migrate(target)
  const database = await openDatabase(target)
  await fill(target.config, database)
  const { server, warmUp } = await buildApp({
    database: () => database,
    databaseTarget: () => target,
    masterKey: () => testMasterKey,
    snapshotMb: 1024,
    builtFolder: process.env.PLUMBLINE_BUILT ?? null,
    webFolder: '',
    version: 'bench',
    isDemo: () => false,
    trustedProxies: 0,
    publicUrl: 'http://127.0.0.1',
    mailServer: null,
    logLevel: 'silent',
  })
  await server.listen({ port: 0, host: '127.0.0.1' })
  warmUp()
  const owner = new pg.Client(target.config)
  await owner.connect()
  await owner.query("select set_config('plumbline.system', 'on', false)")
  const { port } = server.server.address() as AddressInfo
  try {
    await work(
      {
        port,
        async signIn(username) {
          const reply = await server.inject({
            method: 'POST',
            url: '/auth/login/',
            payload: { username, password },
            remoteAddress: `10.0.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
          })
          if (reply.statusCode !== 200) throw new Error(`${username} cannot sign in: ${reply.body}`)
          return reply.json().access
        },
        memoryMb: () => Math.round(process.memoryUsage.rss() / 1e6),
      },
      (text, values) => owner.query(text, values),
    )
  } finally {
    await owner.end()
    await server.close()
    await database.close()
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureCalls(data: string, running: Running, username: string): Promise<void> {
  const { port } = running
  const measure = async (call: MeasuredCall, clients: number, count: number) =>
    run({ kind: 'closed', port, call, token: await running.signIn(username), clients, requests: count })
  const [first] = calls.filter(call => call.name === 'positions/list')
  if (first) {
    const cold = await measure(first, 1, 1)
    facts[`${data}: first reply, which loads the snapshot, ms`] = Math.round(cold.milliseconds[0] ?? 0)
  }
  for (const call of [...calls, wholeSeries]) {
    await measure(call, 1, 10)
    for (const clients of [1, 16]) {
      const row = summarize(data, call.name, clients, await measure(call, clients, requests))
      rows.push(row)
      if (!isJson)
        console.log(`${data} ${row.call}, ${clients}: p50 ${row.p50} p95 ${row.p95} p99 ${row.p99} ms`)
    }
  }
  facts[`${data}: memory of the process, MB`] = running.memoryMb()
}

/** Gives a call its own period, so that its result is not shared. Settings have no period. */
function withOwnPeriod(call: MeasuredCall | undefined, place: number): MeasuredCall {
  if (!call) throw new Error('the mix is empty')
  const period = { name: null, start_date: toIsoDate(parseDay('2018-01-01') + place), end_date: null }
  return call.method === 'GET' ? call : { ...call, body: { settings: { period }, filters: {} } }
}

/** A hundred users of the demo family send at a fixed rate, whether or not the server keeps up. */
async function measureMix(running: Running, usernames: readonly string[]): Promise<void> {
  const tokens: string[] = []
  for (const username of usernames) tokens.push(await running.signIn(username))
  const callsByName = new Map(calls.map(call => [call.name, call]))
  const mixed = mix.flatMap(([parts, name]) => {
    const call = callsByName.get(name)
    if (!call) throw new Error(`no call is named ${name}`)
    return Array.from({ length: parts }, () => call)
  })
  // Spread equal calls evenly instead of sending twenty in a row.
  const spread = mixed.map((_, place) => mixed[(place * 37) % mixed.length] as MeasuredCall)
  const { port } = running
  const measure = async (title: string, mixOfCalls: MeasuredCall[], rate: number, seconds: number) => {
    const result = await run({ kind: 'open', port, calls: mixOfCalls, tokens, perSecond: rate, seconds })
    if (title) rows.push(summarize('demo', `${title} of ${users} users at ${rate}/s`, users, result))
  }
  // Exclude the first seconds, in which code is compiled.
  await measure('', spread, perSecond / 3, warmUpSeconds)
  await measure('mix', spread, perSecond, mixedSeconds)
  // With a thousand different periods, requests hardly ever share a result.
  const distinct = Array.from({ length: 1000 }, (_, place) =>
    withOwnPeriod(spread[place % spread.length], place),
  )
  for (const rate of [perSecond / 2, (perSecond * 2) / 3, perSecond])
    await measure('mix, all distinct,', distinct, rate, mixedSeconds)
  facts['the mix, in percent'] = mix.map(([parts, name]) => `${parts} ${name}`).join(', ')
}

await withServer(
  async (_config, database) => {
    const hash = await hashPassword(password)
    await fillEmptyDatabase(database, {
      today: '2026-11-16',
      hashes: async () => ({ demo: hash, nobody: hash }),
    })
  },
  async (running, query) => {
    if (!isMixOnly) await measureCalls('demo', running, 'investor')
    const { rows: found } = await query(
      "select family_id, password_hash from app_user where username = 'investor'",
    )
    const usernames = Array.from({ length: users }, (_, place) => `bench${place}`)
    for (const username of usernames)
      await query(
        `insert into app_user (username, name, email, role, family_id, password_hash)
         values ($1, $1, $1 || '@example.com', 'investor', $2, $3)`,
        [username, found[0]?.family_id, found[0]?.password_hash],
      )
    await measureMix(running, usernames)
  },
)

const withPresetL = async () =>
  withServer(
    async config => {
      const family = await fillPreset(config, buildPortfolio(PRESETS.L))
      const client = new pg.Client(config)
      await client.connect()
      await client.query("select set_config('plumbline.system', 'on', false)")
      await client.query('update market_version set last_close = $1', [toIsoDate(LAST_DAY)])
      await client.query(
        `insert into app_user (username, name, email, role, family_id, password_hash)
       values ('large', 'large', 'large@example.com', 'investor', $1, $2)`,
        [family, await hashPassword(password)],
      )
      await client.end()
    },
    running => measureCalls('preset L', running, 'large'),
  )
if (!isMixOnly) await withPresetL()

await loadWorker.terminate()
if (isJson) process.stdout.write(`${JSON.stringify({ facts, rows }, null, 2)}\n`)
else {
  console.table(rows)
  console.table(facts)
}
