import pg from 'pg'
import type { ConnectionTarget } from '../connection-target.ts'

export interface JobConnection {
  executeSql(text: string, values?: unknown[]): Promise<pg.QueryResult>
  close(): Promise<void>
}

/** A few connections for the queues alone, as the application role: long work never waits behind questions. */
export function openJobConnection(target: ConnectionTarget): JobConnection {
  const pool = new pg.Pool({
    ...target.config,
    max: 3,
    connectionTimeoutMillis: 5_000,
    options: '-c role=plumbline_app -c statement_timeout=30s -c timezone=UTC',
  })
  // A connection that breaks (PostgreSQL restarted) is replaced at the next question; unheard it would end us.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => undefined))
  return { executeSql: (text, values) => pool.query(text, values), close: () => pool.end() }
}
