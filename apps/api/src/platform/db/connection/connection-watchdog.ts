import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { errorCode } from '../../errors/startup-error.ts'
import type { ConnectionTarget } from './connection-target.ts'
import { SocketClient } from './socket-client.ts'

const checkEveryMs = 500
/** Longer than nearly all statements take, because each probe costs one connection. */
const suspiciousMs = 1_500
const probeTimeoutMs = 5_000
/** Data that the server sent before the probe arrives within this time. */
const inFlightMs = 250

interface Watched {
  client: SocketClient
  processId: number
  /** Bytes written when the last response was complete; more bytes mean that a response is pending. */
  writtenWhenDone: number
  readBefore: number
  silentSince: number
}

/**
 * Detects dead connections: the other end is gone, but no packet says so. To tell them from slow statements, it asks
 * PostgreSQL over a new connection which of its processes are working. Without the watchdog a query on a dead
 * connection hangs until the operating system gives up, after a quarter of an hour.
 */
export function watchConnections(pool: pg.Pool, target: ConnectionTarget): void {
  const watched = new Map<pg.PoolClient, Watched>()
  let probing = false

  pool.on('connect', found => {
    // The pool creates its clients with this class; pg sets the process id of the backend.
    const client = found as unknown as SocketClient & { processID: number }
    const { socket } = client
    const entry: Watched = {
      client,
      processId: client.processID,
      writtenWhenDone: socket.bytesWritten,
      readBefore: socket.bytesRead,
      silentSince: performance.now(),
    }
    watched.set(found, entry)
    client.on('drain', () => {
      entry.writtenWhenDone = socket.bytesWritten
    })
    socket.once('close', () => watched.delete(found))
  })

  const isWaiting = ({ client, writtenWhenDone }: Watched) => client.socket.bytesWritten !== writtenWhenDone

  const check = async (): Promise<void> => {
    const now = performance.now()
    for (const entry of watched.values()) {
      const { bytesRead } = entry.client.socket
      if (!isWaiting(entry) || bytesRead !== entry.readBefore) entry.silentSince = now
      entry.readBefore = bytesRead
    }
    const suspects = [...watched.values()].filter(entry => now - entry.silentSince >= suspiciousMs)
    if (suspects.length === 0 || probing) return
    probing = true
    try {
      const working = await findWorkingProcesses(target, suspects)
      await sleep(inFlightMs)
      const dead = suspects.filter(
        entry =>
          !working.has(entry.processId) &&
          isWaiting(entry) &&
          entry.client.socket.bytesRead === entry.readBefore,
      )
      if (dead.length > 0)
        destroyAll([...watched.values()].filter(entry => dead.includes(entry) || !isWaiting(entry)))
    } finally {
      probing = false
    }
  }

  const timer = setInterval(() => void check(), checkEveryMs)
  timer.unref()
  const end = pool.end.bind(pool)
  pool.end = async () => {
    clearInterval(timer)
    await end()
  }
}

/** Idle connections are destroyed with the dead ones: they are likely dead too, and each would cost the same wait. */
function destroyAll(entries: readonly Watched[]): void {
  for (const { client } of entries) client.socket.destroy(new Error('the connection was lost'))
}

/** The backend processes that are working on a statement; empty when PostgreSQL cannot be reached. */
async function findWorkingProcesses(
  target: ConnectionTarget,
  suspects: readonly Watched[],
): Promise<ReadonlySet<number>> {
  const all = new Set(suspects.map(({ processId }) => processId))
  const probe = new SocketClient({
    ...target.config,
    connectionTimeoutMillis: probeTimeoutMs,
    query_timeout: probeTimeoutMs,
  })
  probe.on('error', () => undefined)
  try {
    await probe.connect()
    const { rows } = await probe.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where pid = any($1) and state = 'active' and wait_event_type is distinct from 'Client'`,
      [[...all]],
    )
    return new Set(rows.map(({ pid }) => pid))
  } catch (error) {
    // A server with too many connections is alive, and its statements may be slow.
    return errorCode(error) === '53300' ? all : new Set()
  } finally {
    void probe.end().catch(() => undefined)
  }
}
