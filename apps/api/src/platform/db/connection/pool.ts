import pg from 'pg'
import type { ConnectionTarget } from './connection-target.ts'
import { watchConnections } from './connection-watchdog.ts'
import { refuseStandby } from './refuse-standby.ts'
import { SocketClient } from './socket-client.ts'

export interface PoolOptions {
  connections: number
  /** Sent with the startup packet, so that no query can run before they apply: `role=plumbline_app`. */
  settings: readonly string[]
}

/**
 * A pool that recovers by itself: it replaces broken connections, and a watchdog closes dead ones (a pulled cable, a
 * firewall that dropped its state) within seconds, so that their queries fail instead of hanging.
 */
export function openPool(target: ConnectionTarget, { connections, settings }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...failoverConfig(target),
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    options: settings.map(setting => `-c ${setting}`).join(' '),
  })
  // The pool replaces an idle connection that breaks; without a listener the error would end the process.
  pool.on('error', () => undefined)
  // The same for a connection that breaks between two statements of a transaction: the next statement fails anyway.
  pool.on('connect', client => client.on('error', () => undefined))
  watchConnections(pool, target)
  return pool
}

/** The settings of a pool that follows a database to the server that is its primary. */
export function failoverConfig({ config }: ConnectionTarget): pg.PoolConfig {
  return {
    ...config,
    // pg's type has no constructor arguments, but the pool passes its settings to each client.
    Client: SocketClient as new () => pg.ClientBase,
    ...(config.needsPrimary ? { verify: refuseStandby } : {}),
  }
}
