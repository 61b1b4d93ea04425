import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { errorCode, StartupError } from '../startup-error.ts'
import type { ConnectionTarget } from './connection-target.ts'
import { openPool } from './pool.ts'
import type { Tables } from './tables.ts'

/** A transaction with a scope: the only thing stores can ask questions of. */
export type Scoped = Transaction<Tables>

export type Scope = { user: string } | 'system'

export interface Database {
  /** Runs `work` in one transaction that sees what the scope may see, and commits when it succeeds. */
  within<T>(scope: Scope, work: (tx: Scoped) => Promise<T>): Promise<T>
  /** The same, but all questions of `work` see the data as of one moment. */
  withinSnapshot<T>(scope: Scope, work: (tx: Scoped) => Promise<T>): Promise<T>
  /** Runs one question that brings its own scope, in a single round trip. */
  ask<Row>(text: string, values: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Tests give a moment to travel to; otherwise the database's own clock counts. */
  now?: () => Date
  connections?: number
}

const date = 1082
// Dates stay 'YYYY-MM-DD': a Date object would shift them by the server's time zone.
pg.types.setTypeParser(date, text => text)

/** Opens a pool as the application role, which owns nothing and is bound by row-level security. */
export async function openDatabase(
  target: ConnectionTarget,
  options: DatabaseOptions = {},
): Promise<Database> {
  const pool = openPool(target, {
    connections: options.connections ?? 20,
    settings: [
      'role=plumbline_app',
      'statement_timeout=30s',
      'lock_timeout=10s',
      'idle_in_transaction_session_timeout=30s',
      'timezone=UTC',
    ],
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  await refusePowerfulRole(pool).catch(async error => {
    await db.destroy()
    throw error
  })

  const enter = async (tx: Scoped, scope: Scope): Promise<Scoped> => {
    const user = scope === 'system' ? '' : scope.user
    const system = scope === 'system' ? 'on' : ''
    const now = options.now?.().toISOString() ?? ''
    await sql`select set_config('plumbline.user', ${user}, true), set_config('plumbline.system', ${system}, true),
      set_config('plumbline.now', ${now}, true)`.execute(tx)
    return tx
  }

  return {
    within: (scope, work) => again(() => db.transaction().execute(async tx => work(await enter(tx, scope)))),
    withinSnapshot: (scope, work) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async tx => work(await enter(tx, scope))),
    async ask<Row>(text: string, values: unknown[]) {
      if (!options.now) return (await pool.query(text, values)).rows as Row[]
      return askAt<Row>(pool, options.now(), text, values)
    },
    close: () => db.destroy(),
  }
}

/** One of two that waited for each other was undone, as if it had never begun: it begins again. */
const undone = new Set(['40P01', '40001'])
const mostAttempts = 3

async function again<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === mostAttempts || !undone.has(errorCode(error))) throw error
    }
  }
}

async function refusePowerfulRole(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(
    'select rolname, rolsuper or rolbypassrls as powerful from pg_roles where rolname = current_user',
  )
  if (rows[0]?.powerful !== false)
    throw new StartupError(
      `Plumbline refuses to work as the database role '${rows[0]?.rolname}', which row-level security does not bind.`,
    )
}

async function askAt<Row>(pool: pg.Pool, now: Date, text: string, values: unknown[]): Promise<Row[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query("select set_config('plumbline.now', $1, true)", [now.toISOString()])
    const { rows } = await client.query(text, values)
    await client.query('commit')
    return rows as Row[]
  } finally {
    client.release()
  }
}
