/**
 * npm run check:failover: two servers write to a PostgreSQL with a synchronous standby. In every round the primary is
 * killed and the standby promoted; the servers follow by the hosts of their DATABASE_URL. No acknowledged write is
 * lost, nothing exists twice, writes succeed again within ten seconds, and no background job runs twice.
 *
 *     npm run check:failover
 *     ROUNDS=2 npm run check:failover     a small trial run
 *     PLANT=1 npm run check:failover      a standby that the primary does not wait for, and lags: must fail
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseDatabaseUrl } from '../apps/api/src/platform/db/connection/connection-target.ts'
import { attachStandby, type Cluster, createCluster, initPrimary, query } from './failover/cluster.ts'
import { createDeposits } from './keyed-deposits.ts'
import { createRandom, type RunningServer, readNumber, startServer } from './running-server.ts'
import { fillWorld } from './world.ts'

const seed = readNumber('SEED', 1)
const rounds = readNumber('ROUNDS', 20)
const isPlanted = process.env.PLANT === '1'
const writableWithinMs = 10_000

const random = createRandom(seed)
const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-failover-'))
const folders = [path.join(folder, 'a'), path.join(folder, 'b')] as const
const clusters = [await createCluster(folders[0]), await createCluster(folders[1])] as const
await initPrimary(clusters[0], folders[0])
const hosts = clusters.map(({ port }) => `127.0.0.1:${port}`).join(',')
const url = `postgres://plumbline_owner@${hosts}/plumbline?target_session_attrs=read-write`
await fillWorld(parseDatabaseUrl(url))
await attachStandby(clusters[1], folders[1], clusters[0], folders[0])

const servers: RunningServer[] = []
for (let place = 0; place < 2; place += 1) servers.push(await startServer({ DATABASE_URL: url }))
const serverAt = (place: number) => servers[place % servers.length] as RunningServer
const access = await serverAt(0).signIn('investor')
const deposits = await createDeposits(serverAt(0), access)
const failures: string[] = []
let slowestMs = 0
let primary = 0

try {
  for (let round = 1; round <= rounds; round += 1) {
    const [from, to] = [clusters[primary % 2] as Cluster, clusters[(primary + 1) % 2] as Cluster]
    if (isPlanted) await pauseStandby(from, to)
    const stop = new AbortController()
    const token = await serverAt(round).signIn('investor')
    const writing = [0, 1].map(place => deposits.write(() => serverAt(place), token, stop.signal))
    await orderReport(serverAt(round), token, round)
    await sleep(500 + random() * 1_000)
    await from.kill()
    const killed = Date.now()
    await to.promote()
    await writeAgain(token, round)
    const recoveredMs = Date.now() - killed
    slowestMs = Math.max(slowestMs, recoveredMs)
    if (recoveredMs > writableWithinMs) failures.push(`round ${round}: writable after ${recoveredMs} ms`)
    await sleep(500)
    stop.abort()
    await Promise.all(writing)
    const lost = await deposits.check(serverAt(round), token)
    failures.push(...lost.map(text => `round ${round}: ${text}`))
    primary += 1
    await attachStandby(from, folders[(primary + 1) % 2] as string, to, folders[primary % 2] as string)
    console.log(
      `round ${round}: writable again after ${recoveredMs} ms, ${deposits.sent()} deposits, ${lost.length} lost`,
    )
  }
  failures.push(...(await findRepeatedJobs(clusters[primary % 2] as Cluster)))
} catch (error) {
  failures.push(`round ${primary + 1}: ${error instanceof Error ? error.message : error}`)
} finally {
  for (const server of servers) await server.stop('SIGINT')
  for (const cluster of clusters) await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

for (const failure of failures.slice(0, 10)) console.error(failure)
console.log(
  `seed ${seed}, ${deposits.sent()} deposits, ${deposits.retried()} repeated after a failover, slowest recovery ${slowestMs} ms`,
)
const failedRounds = new Set(failures.map(text => text.split(':')[0])).size
console.log(
  `${failures.length === 0 ? rounds : Math.max(0, Math.min(primary, rounds) - failedRounds)} passed, ${failedRounds} failed`,
)
process.exitCode = failures.length === 0 ? 0 : 1

/** Waits until a server stores a change. */
async function writeAgain(token: string, round: number): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await sleep(50)) {
    const reply = await serverAt(round)
      .call('PATCH', '/api/settings/', { name: `Round ${round}` }, token)
      .catch(() => null)
    if (reply?.ok) return
    if (Date.now() > deadline) throw new Error('no write succeeded for a minute')
  }
}

/** A report whose file is made in the background, while the primary dies. */
async function orderReport(server: RunningServer, token: string, round: number): Promise<void> {
  const reply = await server.call('GET', '/api/settings/', undefined, token)
  const { data: own } = (await reply.json()) as { data: { lists: { families: { id: string }[] } } }
  const report = {
    name: `Failover ${round}`,
    family: own.lists.families[0]?.id,
    report_type: 'positions',
    calculated_currency: 'CHF',
  }
  const made = await server.call('POST', '/api/reports/', report, token)
  const { data } = (await made.json()) as { data: { id: string } }
  // The reply may take until the file is there, and the primary dies before that.
  void server.call('POST', `/api/reports/${data.id}/pdf/`, {}, token).catch(() => undefined)
}

/** Reports that were announced more than once: the job ran twice to its end. */
async function findRepeatedJobs({ config }: Cluster): Promise<string[]> {
  const rows = await query<{ name: string; count: number }>(
    { ...config, database: 'plumbline' },
    `select details ->> 'name' as name, count(*)::int as count from notification
     where kind = 'report' group by occurrence, user_id, details ->> 'name' having count(*) > 1`,
  )
  return rows.map(({ name, count }) => `jobs: the report ${name} was announced ${count} times`)
}

/** The primary no longer waits for the standby, which stops applying and receiving what is written. */
async function pauseStandby(from: Cluster, to: Cluster): Promise<void> {
  await query(from.config, "alter system set synchronous_standby_names = ''")
  await query(from.config, 'select pg_reload_conf()')
  await query(to.config, "alter system set primary_conninfo = ''")
  await query(to.config, 'select pg_reload_conf()')
}
