import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartupError } from '../../errors/startup-error.ts'
import type { ConnectionTarget } from '../connection-target.ts'
import { findBinaries, postgresMajor } from './binaries.ts'
import { closeDataFolder, makeDataFolder } from './data-folder.ts'
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
import { chooseAccount, giveTo, type ServerAccount } from './server-account.ts'

const ownerRole = 'plumbline_owner'
const databaseName = 'plumbline'

export interface EmbeddedServer {
  target: ConnectionTarget
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Told when the server died and is being started again, and what keeps it from starting. */
  onTrouble(message: string): void
  durable?: boolean
}

/** Starts PostgreSQL on a data folder, filling the folder first if it is new, and keeps it running. */
export async function openEmbedded(dataFolder: string, options: EmbeddedOptions): Promise<EmbeddedServer> {
  makeDataFolder(dataFolder)
  const lock = await takeOwnerLock(dataFolder)
  try {
    const site = prepareSite(dataFolder, options.durable ?? true)
    const open = closeDataFolder(dataFolder, site.account)
    if (open !== null) options.onTrouble(open)
    // A postmaster that outlived a killed server holds nothing we need: its clients are gone.
    await stopPostmaster(site)
    await createCluster(site)
    const supervisor = await supervise(site, options)
    await createDatabase(site)
    return {
      target: targetOf(site),
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

/** The database of a folder that a running Plumbline already owns, or null when nobody owns it. */
export async function findRunningEmbedded(dataFolder: string): Promise<ConnectionTarget | null> {
  if (!existsSync(dataFolder) || (await findOwner(dataFolder)) === null) return null
  const site = { cluster: path.join(dataFolder, 'postgres'), socketFolder: socketFolderOf(dataFolder) }
  return postmasterPid(site) === null ? null : targetOf(site)
}

function targetOf(site: Pick<Site, 'socketFolder'>): ConnectionTarget {
  return {
    config: { host: site.socketFolder, user: ownerRole, database: databaseName },
    name: 'the embedded PostgreSQL',
  }
}

function prepareSite(dataFolder: string, durable: boolean): Site {
  const account = chooseAccount(dataFolder)
  const cluster = path.join(dataFolder, 'postgres')
  refuseForeignCluster(cluster, account)
  const socketFolder = socketFolderOf(dataFolder)
  mkdirSync(socketFolder, { recursive: true })
  giveTo(account, socketFolder)
  // Whoever can reach the socket is the owner of the database, so nobody else may.
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

/** Socket addresses are limited to about 100 bytes, so a deep data folder keeps its socket elsewhere. */
function socketFolderOf(dataFolder: string): string {
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

/** Filled under another name and renamed when complete, so that a half-made one is never taken for whole. */
async function createCluster(site: Site): Promise<void> {
  if (existsSync(site.cluster)) return
  const unfinished = `${site.cluster}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  giveTo(site.account, unfinished)
  const args = ['-D', unfinished, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-instructions']
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C')
  if (!site.durable) args.push('--no-sync')
  const code = await run(site, 'initdb', args).ended
  if (code !== 0) throw new StartupError(`The database could not be created. The log is ${site.logFile}.`)
  renameSync(unfinished, site.cluster)
}

/** An owner that is no superuser: row-level security binds it, and the application role binds us further. */
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
const complainEveryMs = 60_000

/**
 * Starts it, and starts it again whenever it has died, for as long as it takes: whatever stopped it (a full disk, no
 * memory) may pass, and until then calls are told that there is no database.
 */
async function supervise(site: Site, options: EmbeddedOptions): Promise<{ stop(): Promise<void> }> {
  let stopping = false
  let restart: Promise<void> = Promise.resolve()
  let complainedAt = Number.NEGATIVE_INFINITY

  const complain = (message: string) => {
    if (performance.now() - complainedAt < complainEveryMs) return
    complainedAt = performance.now()
    options.onTrouble(message)
  }
  const watch = (program: Program) => {
    const startedAt = performance.now()
    void program.ended.then(() => {
      if (stopping) return
      // One that dies as soon as it is started must not be started without pause.
      const pause = performance.now() - startedAt < longestPauseMs ? longestPauseMs : 0
      restart = startAgain(pause)
    })
  }
  const startAgain = async (firstPauseMs: number) => {
    complain('PostgreSQL died; starting it again.')
    for (let pause = firstPauseMs; !stopping; pause = longestPauseMs) {
      await sleep(pause)
      try {
        const program = await startPostmaster(site)
        watch(program)
        // Asked to stop while the new one was starting: it is ours to stop as well.
        if (stopping) await stopPostmaster(site)
        return
      } catch (error) {
        complain(error instanceof Error ? error.message : String(error))
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
