import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { errorCode, StartupError } from '../errors/startup-error.ts'
import type { ConnectionTarget } from './connection-target.ts'
import { refuseToGuess } from './database-trouble.ts'
import { type IdempotencyClaim, openClaim, writeClaim } from './idempotency-claim.ts'
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
  /** Tests give a moment to travel to; otherwise (null as well) the database's own clock counts. */
  now?: () => Date | null
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
  const close = async () => {
    await db.destroy()
    // That ends the pool only where it has ever taken a connection from it.
    if (!pool.ending) await pool.end()
  }
  await refusePowerfulRole(pool).catch(async error => {
    await close()
    throw error
  })

  const opening = (mode: string, scope: Scope) =>
    beginning(mode, {
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
        // All that a transaction can do, and it is one by now.
        const tx = connection as Scoped
        const result = await work(tx)
        const isClaimed = claim !== null && (await writeClaim(tx, claim))
        await sql`commit`.execute(connection).catch(refuseToGuess)
        if (isClaimed) claim.state = 'committed'
        return result
      } catch (error) {
        // Why it failed is what matters; a connection on which this fails as well is given up by the pool.
        await sql`rollback`.execute(connection).catch(() => undefined)
        throw error
      }
    })

  return {
    within: (scope, work) => again(() => transact(opening('begin', scope), work, openClaim())),
    withinSnapshot: (scope, work) =>
      transact(opening('begin isolation level repeatable read read only', scope), work),
    async ask<Row>(text: string, values: unknown[]) {
      const now = options.now?.()
      if (!now) return (await pool.query(text, values)).rows as Row[]
      return askAt<Row>(pool, now, text, values)
    },
    close,
  }
}

/** Begins a transaction and says for whom and when it is, in one round trip: there are many, and most are short. */
function beginning(mode: string, settings: Record<string, string>): string {
  const said = Object.entries(settings).map(
    ([name, value]) => `set local plumbline."${name}" = ${pg.escapeLiteral(value)}`,
  )
  return [mode, ...said].join('; ')
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
    await client.query(beginning('begin', { now: now.toISOString() }))
    const { rows } = await client.query(text, values)
    await client.query('commit')
    return rows as Row[]
  } finally {
    client.release()
  }
}
