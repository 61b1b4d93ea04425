import { hash } from 'node:crypto'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { errorCode, StartupError } from '../errors/startup-error.ts'
import type { ConnectionTarget } from './connection/connection-target.ts'
import { openPool } from './connection/pool.ts'
import { throwCommitError } from './database-errors.ts'
import { type IdempotencyClaim, openClaim, writeClaim } from './idempotency-claim.ts'
import type { Tables } from './tables.ts'

/** A transaction with a row-level security scope: stores run all their queries in one. */
export type Scoped = Transaction<Tables>

export type Scope = { user: string } | 'system'

export interface Database {
  /** Runs `work` in one transaction that sees what the scope may see, and commits when it succeeds. */
  within<T>(scope: Scope, work: (tx: Scoped) => Promise<T>): Promise<T>
  /** The same, but all queries of `work` see the data as of one moment. */
  withinSnapshot<T>(scope: Scope, work: (tx: Scoped) => Promise<T>): Promise<T>
  /**
   * Runs one query that sets its own scope, in a single round trip. Each connection prepares its text once, so the text
   * is one of a few constants.
   */
  query<Row>(text: string, values: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Tests set the present moment; without it (or with null) the database's clock counts. */
  now?: () => Date | null
  connections?: number
}

const date = 1082
const applicationRole = 'plumbline_app'
/** PostgreSQL takes names of up to 63 characters. */
const maxNameChars = 40
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
      `role=${applicationRole}`,
      'statement_timeout=30s',
      'lock_timeout=10s',
      'idle_in_transaction_session_timeout=30s',
      'timezone=UTC',
    ],
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const close = async () => {
    await db.destroy()
    // Kysely ends the pool only if it ever took a connection from it.
    if (!pool.ending) await pool.end()
  }
  await checkRole(pool).catch(async error => {
    await close()
    throw error
  })

  const beginScoped = (mode: string, scope: Scope) =>
    composeBegin(mode, {
      user: scope === 'system' ? '' : scope.user,
      system: scope === 'system' ? 'on' : '',
      now: options.now?.()?.toISOString() ?? '',
    })

  const transact = <T>(
    begin: string,
    work: (tx: Scoped) => Promise<T>,
    claim: IdempotencyClaim | null = null,
  ): Promise<T> =>
    db.connection().execute(async connection => {
      try {
        await sql.raw(begin).execute(connection)
        // Kysely's own transactions cannot send the scope with `begin`; this connection is inside one by now.
        const tx = connection as Scoped
        const result = await work(tx)
        const isClaimed = claim !== null && (await writeClaim(tx, claim))
        await sql`commit`.execute(connection).catch(throwCommitError)
        if (isClaimed) claim.state = 'committed'
        return result
      } catch (error) {
        // The first error matters; if the rollback fails too, the pool drops the connection.
        await sql`rollback`.execute(connection).catch(() => undefined)
        throw error
      }
    })

  return {
    within: (scope, work) => retry(() => transact(beginScoped('begin', scope), work, openClaim())),
    withinSnapshot: (scope, work) =>
      transact(beginScoped('begin isolation level repeatable read read only', scope), work),
    async query<Row>(text: string, values: unknown[]) {
      const now = options.now?.()
      // The caller names the row type of its own SQL.
      if (!now) return (await pool.query(prepare(text, values))).rows as Row[]
      return queryAt<Row>(pool, now, prepare(text, values))
    },
    close,
  }
}

/**
 * Begins a transaction and enters its scope in one round trip: most transactions are short. Functions of the database set
 * the scope, because a distributed one passes on settings that a statement of its own makes.
 */
function composeBegin(
  mode: string,
  { user, system, now }: Record<'user' | 'system' | 'now', string>,
): string {
  const values = [user, system, now].map(value => pg.escapeLiteral(value))
  return `${mode}; select enter_scope(${values.join(', ')})`
}

/** Deadlock and serialization failure: PostgreSQL has rolled the transaction back, so it can run again. */
const retryableCodes = new Set(['40P01', '40001'])
const maxAttempts = 3

async function retry<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === maxAttempts || !retryableCodes.has(errorCode(error))) throw error
    }
  }
}

/** A pooler may drop the settings of a connection, the role among them, and a role may be more powerful than intended. */
async function checkRole(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(
    'select rolname as name, rolsuper or rolbypassrls as powerful from pg_roles where rolname = current_user',
  )
  const { name, powerful } = rows[0] ?? {}
  if (name !== applicationRole)
    throw new StartupError(
      `Plumbline works as the database role ${applicationRole}, but this connection stays '${name}': something between them drops the settings of connections. Connect to PostgreSQL directly or through a TCP proxy such as HAProxy, not through a pooler.`,
    )
  if (powerful !== false)
    throw new StartupError(
      `Plumbline refuses to work as the database role '${name}', which row-level security does not bind.`,
    )
}

/** Parsing and planning the first query of a request takes longer than running it. */
function prepare(text: string, values: unknown[]): pg.QueryConfig {
  return { name: hash('sha256', text, 'base64').slice(0, maxNameChars), text, values }
}

async function queryAt<Row>(pool: pg.Pool, now: Date, prepared: pg.QueryConfig): Promise<Row[]> {
  const client = await pool.connect()
  try {
    await client.query(`begin; select set_scope('now', ${pg.escapeLiteral(now.toISOString())})`)
    const { rows } = await client.query(prepared)
    await client.query('commit')
    // As above.
    return rows as Row[]
  } finally {
    client.release()
  }
}
