import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { errorCode, StartupError } from '../../errors/startup-error.ts'
import { makeDataFolder, restrictDataFolder } from './data-folder.ts'
import { chooseAccount, chownTo, type ServerAccount } from './server-account.ts'

/** Folders whose contents PostgreSQL recreates; the write-ahead log is copied last. */
const emptyFolders = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
const skippedFiles =
  /^(?:postmaster\.(?:pid|opts)|pgsql_tmp.*|pg_internal\.init|backup_label(?:\.old)?|tablespace_map(?:\.old)?)$/

export interface BackupSource {
  /** How to reach the running server as its superuser. */
  superuser: pg.ClientConfig
  /** The folder of the database cluster. */
  cluster: string
}

/**
 * Copies a running database with PostgreSQL's low-level backup API: first the files in any state, then the write-ahead
 * log that makes them consistent when the copy starts. It blocks no one.
 *
 * @returns the number of bytes.
 */
export async function backUp({ superuser, cluster }: BackupSource, into: string): Promise<number> {
  if (existsSync(into)) throw new StartupError(`${into} exists already. Name a folder that does not.`)
  const unfinished = `${into}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  const client = new pg.Client(superuser)
  await client.connect()
  try {
    // A temporary slot keeps the write-ahead log from now on; it ends with this connection.
    await client.query("select pg_create_physical_replication_slot('plumbline_backup', true, true)")
    await client.query("select pg_backup_start('plumbline', fast => true)")
    let bytes = copyFolder(cluster, unfinished, '')
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(wait_for_archive => false)',
    )
    bytes += copyFolder(path.join(cluster, 'pg_wal'), path.join(unfinished, 'pg_wal'), 'pg_wal')
    writeFileSync(path.join(unfinished, 'backup_label'), rows[0]?.labelfile ?? '', { flush: true })
    renameSync(unfinished, into)
    return bytes
  } finally {
    await client.end()
  }
}

/** Restores a backup into a data folder without a database. PostgreSQL recovers it at the next start. */
export function restore(from: string, dataFolder: string): void {
  if (!existsSync(path.join(from, 'backup_label')) || !existsSync(path.join(from, 'PG_VERSION')))
    throw new StartupError(`${from} is no backup of Plumbline.`)
  const cluster = path.join(dataFolder, 'postgres')
  if (existsSync(cluster))
    throw new StartupError(`There is a database in ${dataFolder}. Set PLUMBLINE_DATA to an empty folder.`)
  makeDataFolder(dataFolder)
  const account = chooseAccount(dataFolder)
  restrictDataFolder(dataFolder, account)
  const unfinished = `${cluster}.new`
  rmSync(unfinished, { recursive: true, force: true })
  copyTree(from, unfinished, account)
  renameSync(unfinished, cluster)
}

function copyFolder(from: string, to: string, place: string): number {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  let bytes = 0
  for (const name of listNames(from)) {
    if (skippedFiles.test(name)) continue
    const source = path.join(from, name)
    const inside = path.posix.join(place, name)
    const found = tryStat(source)
    if (found?.isDirectory() && emptyFolders.has(inside)) mkdirSync(path.join(to, name), { mode: 0o700 })
    else if (found?.isDirectory()) bytes += copyFolder(source, path.join(to, name), inside)
    else if (found?.isFile()) bytes += copyFile(source, path.join(to, name))
  }
  return bytes
}

/** A file may disappear during the backup: a dropped table, a recycled log segment. */
function copyFile(from: string, to: string): number {
  try {
    copyFileSync(from, to)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return 0
    throw error
  }
  const file = openSync(to, 'r+')
  fsyncSync(file)
  closeSync(file)
  return statSync(to).size
}

function copyTree(from: string, to: string, account: ServerAccount): void {
  mkdirSync(to, { mode: 0o700 })
  chownTo(account, to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) copyTree(source, target, account)
    else {
      copyFile(source, target)
      chmodSync(target, 0o600)
      chownTo(account, target)
    }
  }
}

function listNames(folder: string): string[] {
  return tryStat(folder) ? readdirSync(folder) : []
}

function tryStat(file: string) {
  return statSync(file, { throwIfNoEntry: false })
}
