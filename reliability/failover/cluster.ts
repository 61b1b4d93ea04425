import { chownSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { backUp } from '../../apps/api/src/platform/db/embedded/backup.ts'
import { findBinaries } from '../../apps/api/src/platform/db/embedded/binaries.ts'
import { type Program, run, type Site } from '../../apps/api/src/platform/db/embedded/postmaster.ts'
import { chooseAccount, chownTo } from '../../apps/api/src/platform/db/embedded/server-account.ts'
import { freePort, hasEnded } from '../running-server.ts'

const timeoutMs = 60_000

/** One of two PostgreSQL servers on loopback ports: a primary, or the standby that streams from it. */
export interface Cluster {
  port: number
  config: pg.ClientConfig
  start(): Promise<void>
  /** Kills every process of it at once, as a power failure would. */
  kill(): Promise<void>
  promote(): Promise<void>
  stop(): Promise<void>
}

export async function createCluster(folder: string): Promise<Cluster> {
  mkdirSync(folder, { recursive: true })
  const account = chooseAccount(folder)
  chownTo(account, folder)
  const port = await freePort()
  const site: Site = {
    account,
    binaries: findBinaries(account, folder),
    cluster: path.join(folder, 'postgres'),
    socketFolder: folder,
    logFile: path.join(folder, 'postgres.log'),
    durable: true,
  }
  let program: Program | null = null
  const config: pg.ClientConfig = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres' }

  return {
    port,
    config,
    async start() {
      const settings = {
        listen_addresses: '127.0.0.1',
        port: String(port),
        unix_socket_directories: site.socketFolder,
        max_connections: '120',
        max_wal_senders: '8',
        hot_standby: 'on',
        wal_level: 'replica',
        synchronous_commit: 'on',
      }
      const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      program = run(site, 'postgres', ['-D', site.cluster, ...args])
      await waitFor(() => query(config, 'select 1').then(() => true))
    },
    async kill() {
      const ended = program?.ended
      // It has a process group of its own, with all its backends.
      if (program?.child.pid) process.kill(-program.child.pid, 'SIGKILL')
      await ended
    },
    async promote() {
      await query(config, 'select pg_promote(wait => true, wait_seconds => 30)')
      await waitFor(async () => !(await isStandby(config)))
    },
    async stop() {
      if (program?.child.pid && !hasEnded(program.child)) process.kill(program.child.pid, 'SIGINT')
      await program?.ended
    },
  }
}

/** Initialises a primary with the owner of the database. */
export async function initPrimary(cluster: Cluster, folder: string): Promise<void> {
  const account = chooseAccount(folder)
  const site = describeSite(folder)
  const args = ['-D', site.cluster, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-instructions']
  const code = await run(site, 'initdb', args).ended
  if (code !== 0) throw new Error(`initdb failed: ${site.logFile}`)
  chownTo(account, site.cluster)
  await cluster.start()
  await query(cluster.config, 'create role plumbline_owner login createdb createrole')
  await query(cluster.config, 'create database plumbline owner plumbline_owner')
}

/** Copies the primary into a folder that streams from it, and makes the primary wait for it at every commit. */
export async function attachStandby(
  standby: Cluster,
  folder: string,
  primary: Cluster,
  primaryFolder: string,
): Promise<void> {
  const site = describeSite(folder)
  rmSync(site.cluster, { recursive: true, force: true })
  await backUp({ superuser: primary.config, cluster: describeSite(primaryFolder).cluster }, site.cluster)
  const conninfo = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`
  writeFileSync(path.join(site.cluster, 'standby.signal'), '')
  writeFileSync(path.join(site.cluster, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`)
  chownAll(site)
  await standby.start()
  await waitFor(async () => (await countStreaming(primary)) === 1)
  await query(primary.config, "alter system set synchronous_standby_names = 'standby'")
  await query(primary.config, 'select pg_reload_conf()')
  await waitFor(async () => (await countStreaming(primary, 'sync')) === 1)
}

function describeSite(folder: string): Site {
  const account = chooseAccount(folder)
  return {
    account,
    binaries: findBinaries(account, folder),
    cluster: path.join(folder, 'postgres'),
    socketFolder: folder,
    logFile: path.join(folder, 'postgres.log'),
    durable: true,
  }
}

/** PostgreSQL refuses files of another account. */
function chownAll(site: Site): void {
  const { account } = site
  if (account.kind !== 'nobody') return
  const visit = (file: string) => {
    chownSync(file, account.uid, account.gid)
    if (statSync(file).isDirectory()) for (const name of readdirSync(file)) visit(path.join(file, name))
  }
  visit(site.cluster)
}

async function countStreaming({ config }: Cluster, state?: string): Promise<number> {
  const rows = await query<{ count: number }>(
    config,
    `select count(*)::int as count from pg_stat_replication where state = 'streaming' and ($1::text is null or sync_state = $1)`,
    [state ?? null],
  )
  return rows[0]?.count ?? 0
}

async function isStandby(config: pg.ClientConfig): Promise<boolean> {
  const rows = await query<{ standby: boolean }>(config, 'select pg_is_in_recovery() as standby')
  return rows[0]?.standby ?? true
}

export async function query<Row extends pg.QueryResultRow>(
  config: pg.ClientConfig,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

async function waitFor(isDone: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; ; await sleep(50)) {
    if (await isDone().catch(() => false)) return
    if (Date.now() > deadline) throw new Error('PostgreSQL did not get ready in a minute')
  }
}
