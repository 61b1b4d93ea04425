import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import { errorCode, StartupError } from '../errors/startup-error.ts'
import type { ConnectionTarget } from './connection/connection-target.ts'
import { failoverConfig } from './connection/pool.ts'
import { installJobs } from './jobs/install.ts'

const folder = path.join(import.meta.dirname, 'migrations')
const oldestServer = 150_000

/** Former names of migration files, as recorded in databases that were set up earlier. */
const formerNames = {
  '0001-ground': '0001-scopes-and-roles',
  '0041-booking-authors': '0041-transaction-authors',
  '0064-columns-in-place': '0064-inline-year-columns',
  '0065-what-one-sees': '0065-visible-families',
  '0066-language-of-who-asks': '0066-caller-language',
  '0067-found-by-name': '0067-lookup-indexes',
  '0071-factors': '0071-second-factors',
}

/**
 * Migrates the database to the newest schema, as its owner. Several servers may run it at the same time: one takes
 * the migration lock, the others wait and then find nothing to do.
 */
export async function migrate(target: ConnectionTarget): Promise<void> {
  const pool = new pg.Pool({ ...failoverConfig(target), max: 1, connectionTimeoutMillis: 10_000 })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    await checkServer(db, target)
    await updateRecordedNames(db)
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

async function updateRecordedNames(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    table: string | null
  }>`select to_regclass('schema_migration') as table`.execute(db)
  if (rows[0]?.table == null) return
  await sql`
    update schema_migration m set name = former.value from jsonb_each_text(${JSON.stringify(formerNames)}::jsonb) former
    where m.name = former.key`.execute(db)
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
