import type pg from 'pg'
import type { ConnectionTarget } from '../connection-target.ts'
import { openPool } from '../pool.ts'

export interface JobConnection {
  executeSql(text: string, values?: unknown[]): Promise<pg.QueryResult>
  close(): Promise<void>
}

/** A few connections for the queues alone, as the application role: long work never waits behind questions. */
export function openJobConnection(target: ConnectionTarget): JobConnection {
  const pool = openPool(target, {
    connections: 3,
    settings: ['role=plumbline_app', 'statement_timeout=30s', 'timezone=UTC'],
  })
  return { executeSql: (text, values) => pool.query(text, values), close: () => pool.end() }
}
