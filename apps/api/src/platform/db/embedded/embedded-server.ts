import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '../../errors/startup-error.ts'
import type { ConnectionTarget } from '../connection/connection-target.ts'
import { findBinaries, postgresMajor } from './binaries.ts'
import { makeDataFolder, restrictDataFolder } from './data-folder.ts'
import { findOwner, takeOwnerLock } from './owner-lock.ts'
import {
  type Program,
  postmasterPid,
  run,
  type Site,
  startPostmaster,
  stopPostmaster,
  superuserConfig,
} from './postmaster.ts'
import { chooseAccount, chownTo, type ServerAccount } from './server-account.ts'

const ownerRole = 'plumbline_owner'
const databaseName = 'plumbline'

export interface EmbeddedServer {
  target: ConnectionTarget
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Called when PostgreSQL died and restarts, and with the reason when it does not start. */
  onWarning(message: string): void
  durable?: boolean
}

/** Starts PostgreSQL on a data folder, initialises a new folder first, and keeps the server running. */
export async function openEmbedded(dataFolder: string, options: EmbeddedOptions): Promise<EmbeddedServer> {
  makeDataFolder(dataFolder)
  const lock = await takeOwnerLock(dataFolder)
  try {
    const site = prepareSite(dataFolder, options.durable ?? true)
    const warning = restrictDataFolder(dataFolder, site.account)
    if (warning !== null) options.onWarning(warning)
    // A postmaster that outlived a killed Plumbline has no clients any more.
    await stopPostmaster(site)
    await createCluster(site)
    const supervisor = await supervise(site, options)
    await createDatabase(site)
    return {
      target: describeTarget(site),
      async stop() {
        await supervisor.stop()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The database of a data folder that a running Plumbline owns, or null. */
export async function findRunningEmbedded(dataFolder: string): Promise<ConnectionTarget | null> {
  if (!existsSync(dataFolder) || (await findOwner(dataFolder)) === null) return null
  const site = { cluster: path.join(dataFolder, 'postgres'), socketFolder: chooseSocketFolder(dataFolder) }
  return postmasterPid(site) === null ? null : describeTarget(site)
}

function describeTarget(site: Pick<Site, 'socketFolder'>): ConnectionTarget {
  return {
    config: { host: site.socketFolder, user: ownerRole, database: databaseName },
    name: 'the embedded PostgreSQL',
  }
}

function prepareSite(dataFolder: string, durable: boolean): Site {
  const account = chooseAccount(dataFolder)
  const cluster = path.join(dataFolder, 'postgres')
  refuseForeignCluster(cluster, account)
  const socketFolder = chooseSocketFolder(dataFolder)
  mkdirSync(socketFolder, { recursive: true })
  chownTo(account, socketFolder)
  // The socket grants the rights of the database owner, so only its account may reach it.
  chmodSync(socketFolder, 0o700)
  return {
    account,
    binaries: findBinaries(account, dataFolder),
    cluster,
    socketFolder,
    logFile: path.join(dataFolder, 'postgres.log'),
    durable,
  }
}

/** Socket addresses are limited to about 100 bytes, so a deeply nested data folder has its socket elsewhere. */
function chooseSocketFolder(dataFolder: string): string {
  const beside = path.join(dataFolder, 'run')
  if (Buffer.byteLength(beside) <= 80) return beside
  const id = createHash('sha256').update(dataFolder).digest('hex').slice(0, 16)
  return path.join(tmpdir(), `plumbline-${id}`)
}

function refuseForeignCluster(cluster: string, account: ServerAccount): void {
  const versionFile = path.join(cluster, 'PG_VERSION')
  if (!existsSync(cluster)) return
  const { uid } = statSync(cluster)
  const expected = account.kind === 'nobody' ? account.uid : (process.getuid?.() ?? uid)
  if (uid !== expected)
    throw new StartupError(
      `The database in ${cluster} belongs to another account (uid ${uid}). Start Plumbline as before, or set PLUMBLINE_DATA to another folder.`,
    )
  const version = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim() : 'unknown'
  if (version !== postgresMajor)
    throw new StartupError(
      `The database in ${cluster} is of PostgreSQL ${version}; this Plumbline brings ${postgresMajor}.`,
    )
}

/** Initialises under another name and renames at the end, so that an incomplete cluster is never used. */
async function createCluster(site: Site): Promise<void> {
  if (existsSync(site.cluster)) return
  const unfinished = `${site.cluster}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  chownTo(site.account, unfinished)
  const args = ['-D', unfinished, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-instructions']
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C')
  if (!site.durable) args.push('--no-sync')
  const code = await run(site, 'initdb', args).ended
  if (code !== 0) throw new StartupError(`The database could not be created. The log is ${site.logFile}.`)
  renameSync(unfinished, site.cluster)
}

/** The owner is not a superuser, so row-level security binds it; the server itself works as the application role. */
async function createDatabase(site: Site): Promise<void> {
  const client = new pg.Client(superuserConfig(site))
  await client.connect()
  try {
    const role = await client.query('select from pg_roles where rolname = $1', [ownerRole])
    if (role.rowCount === 0) await client.query(`create role ${ownerRole} login createdb createrole`)
    const database = await client.query('select from pg_database where datname = $1', [databaseName])
    if (database.rowCount === 0) await client.query(`create database ${databaseName} owner ${ownerRole}`)
  } finally {
    await client.end()
  }
}

const longestPauseMs = 2_000
const warnEveryMs = 60_000

/**
 * Starts PostgreSQL and restarts it whenever it dies, without limit: the cause (a full disk, no memory) may pass, and
 * until then calls fail with `database_unavailable`.
 */
async function supervise(site: Site, options: EmbeddedOptions): Promise<{ stop(): Promise<void> }> {
  let stopping = false
  let restart: Promise<void> = Promise.resolve()
  let warnedAt = Number.NEGATIVE_INFINITY

  const warn = (message: string) => {
    if (performance.now() - warnedAt < warnEveryMs) return
    warnedAt = performance.now()
    options.onWarning(message)
  }
  const watch = (program: Program) => {
    const startedAt = performance.now()
    void program.ended.then(() => {
      if (stopping) return
      // A server that dies right after its start is not restarted without a pause.
      const pause = performance.now() - startedAt < longestPauseMs ? longestPauseMs : 0
      restart = restartAfter(pause)
    })
  }
  const restartAfter = async (firstPauseMs: number) => {
    warn('PostgreSQL died; starting it again.')
    for (let pause = firstPauseMs; !stopping; pause = longestPauseMs) {
      await sleep(pause)
      try {
        const program = await startPostmaster(site)
        watch(program)
        // A stop was requested while the new server was starting.
        if (stopping) await stopPostmaster(site)
        return
      } catch (error) {
        warn(error instanceof Error ? error.message : String(error))
      }
    }
  }

  watch(await startPostmaster(site))
  return {
    async stop() {
      stopping = true
      await restart
      await stopPostmaster(site)
    },
  }
}
