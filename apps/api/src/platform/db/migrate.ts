import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { errorCode, StartupError } from '../errors/startup-error.ts'
import type { ConnectionTarget } from './connection-target.ts'
import { installJobs } from './jobs/install.ts'

const folder = path.join(import.meta.dirname, 'migrations')
const oldestServer = 150_000

/**
 * Brings the database to the newest schema, as its owner. Any number of servers may do so at once: the
 * first takes the migration lock and applies, the others wait for it and find nothing left to do.
 */
export async function migrate(target: ConnectionTarget): Promise<void> {
  const pool = new pg.Pool({ ...target.config, max: 1, connectionTimeoutMillis: 10_000 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await checkServer(db, target)
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => readMigrations() },
      migrationTableName: 'schema_migration',
      migrationLockTableName: 'schema_migration_lock',
    })
    const { error } = await migrator.migrateToLatest()
    if (error) throw explain(error, target)
    await installJobs(target)
  } finally {
    await db.destroy()
  }
}

function readMigrations(): Record<string, Migration> {
  const files = readdirSync(folder).filter(name => name.endsWith('.sql'))
  return Object.fromEntries(
    files.map(file => {
      const text = readFileSync(path.join(folder, file), 'utf8')
      return [
        path.basename(file, '.sql'),
        { up: async (db: Kysely<unknown>) => void (await sql.raw(text).execute(db)) },
      ]
    }),
  )
}

async function checkServer(db: Kysely<unknown>, target: ConnectionTarget): Promise<void> {
  let version: number
  try {
    const { rows } = await sql<{
      version: number
    }>`select current_setting('server_version_num')::int as version`.execute(db)
    version = rows[0]?.version ?? 0
  } catch (error) {
    const reason = errorCode(error) || (error instanceof Error ? error.message : String(error))
    throw new StartupError(`Cannot reach the database at ${target.name} (${reason}).`)
  }
  if (version < oldestServer)
    throw new StartupError(
      `The database at ${target.name} is PostgreSQL ${Math.floor(version / 10_000)}; Plumbline needs 15 or newer.`,
    )
}

function explain(error: unknown, target: ConnectionTarget): unknown {
  const insufficientPrivilege = '42501'
  if (errorCode(error) === insufficientPrivilege)
    return new StartupError(
      `The user of the database at ${target.name} may not set it up: it must own the database and may create roles, or the role plumbline_app must exist and be granted to it.`,
    )
  const text = error instanceof Error ? error.message : String(error)
  if (text.includes('corrupted migrations'))
    return new StartupError(
      `The database at ${target.name} was set up by a newer Plumbline. Update this one.`,
    )
  return error
}
