import type pg from 'pg'
import type { ConnectionTarget } from '../connection/connection-target.ts'
import { openPool } from '../connection/pool.ts'

export interface JobConnection {
  executeSql(text: string, values?: unknown[]): Promise<pg.QueryResult>
  close(): Promise<void>
}

/** A small pool for the job queues, as the application role, so that jobs do not wait for requests. */
export function openJobConnection(target: ConnectionTarget): JobConnection {
  const pool = openPool(target, {
    connections: 3,
    settings: ['role=plumbline_app', 'statement_timeout=30s', 'timezone=UTC'],
  })
  return { executeSql: (text, values) => pool.query(text, values), close: () => pool.end() }
}
