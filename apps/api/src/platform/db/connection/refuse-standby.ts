import type pg from 'pg'
import type { SocketClient } from './socket-client.ts'

/** read_only_sql_transaction: after a failover, the former primary is a standby. */
const readOnlyCode = '25006'

/** Fails for a standby and turns to the next server. The pool calls it once for each new connection. */
export function refuseStandby(client: pg.PoolClient, done: (error?: Error) => void): void {
  client.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby').then(
    ({ rows }) => {
      if (!rows[0]?.is_standby) return done()
      // The pool creates its clients with this class.
      const socketClient = client as unknown as SocketClient
      socketClient.leaveServer()
      done(Object.assign(new Error('this server of the database is a standby'), { code: readOnlyCode }))
    },
    (error: Error) => done(error),
  )
}
