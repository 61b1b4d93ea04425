import pg from 'pg'
import type { ConnectionTarget } from './connection-target.ts'
import { watchConnection } from './connection-watchdog.ts'
import { SocketClient } from './socket-client.ts'

export interface PoolOptions {
  connections: number
  /** Set in the start-up packet, so that no query can ever run before them: `role=plumbline_app`. */
  settings: readonly string[]
}

/**
 * Connections that heal by themselves: one that breaks is replaced, one that has gone silent (a cable pulled, a
 * firewall that forgot) is found within seconds and cut, so that whoever waits on it is told.
 */
export function openPool(target: ConnectionTarget, { connections, settings }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...target.config,
    // Its type knows no arguments, but the pool gives its own settings to each client.
    Client: SocketClient as new () => pg.ClientBase,
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    options: settings.map(setting => `-c ${setting}`).join(' '),
  })
  // An idle connection that breaks (PostgreSQL restarted) is replaced by the pool; unheard it would end us.
  pool.on('error', () => undefined)
  // The same for one that breaks between two statements of a transaction: its next statement fails anyway.
  pool.on('connect', client => client.on('error', () => undefined))
  watchConnection(pool, target)
  return pool
}
