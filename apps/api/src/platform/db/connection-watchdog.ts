import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { errorCode } from '../errors/startup-error.ts'
import type { ConnectionTarget } from './connection-target.ts'
import type { SocketClient } from './socket-client.ts'

const lookEveryMs = 500
/** Longer than nearly all statements take: a look costs one connection. */
const suspiciousMs = 1_500
const probePatienceMs = 5_000
/** What a server sent before it was asked has arrived by then. */
const onTheWayMs = 250

interface Watched {
  client: SocketClient
  processId: number
  /** Bytes that had been written when the last answer was complete: more mean that one is awaited. */
  writtenWhenDone: number
  readBefore: number
  silentSince: number
}

/**
 * Finds connections that wait for an answer which cannot come, because one end does not know that the other is gone.
 * Whether a statement is merely slow, PostgreSQL itself is asked through another connection: it knows which of its
 * processes work, and which wait for us. Without this a question would hang until the system gives up, which takes
 * a quarter of an hour.
 */
export function watchConnection(pool: pg.Pool, target: ConnectionTarget): void {
  const watched = new Map<pg.PoolClient, Watched>()
  let probing = false

  pool.on('connect', found => {
    // The pool makes its clients with this class, and each knows the process at its other end.
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

  const look = async (): Promise<void> => {
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
      const working = await workingProcesses(target, suspects)
      await sleep(onTheWayMs)
      const lost = suspects.filter(
        entry =>
          !working.has(entry.processId) &&
          isWaiting(entry) &&
          entry.client.socket.bytesRead === entry.readBefore,
      )
      if (lost.length > 0)
        cut([...watched.values()].filter(entry => lost.includes(entry) || !isWaiting(entry)))
    } finally {
      probing = false
    }
  }

  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()
  const end = pool.end.bind(pool)
  pool.end = async () => {
    clearInterval(timer)
    await end()
  }
}

/** Idle ones go with those that are lost: they went the same way, and would each cost someone the same wait. */
function cut(entries: readonly Watched[]): void {
  for (const { client } of entries) client.socket.destroy(new Error('the connection was lost'))
}

/** Those of the processes that work on a statement. None, when PostgreSQL cannot be asked. */
async function workingProcesses(
  target: ConnectionTarget,
  suspects: readonly Watched[],
): Promise<ReadonlySet<number>> {
  const all = new Set(suspects.map(({ processId }) => processId))
  const probe = new pg.Client({
    ...target.config,
    connectionTimeoutMillis: probePatienceMs,
    query_timeout: probePatienceMs,
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
    // One that refuses us for want of room is there, and may well be slow.
    return errorCode(error) === '53300' ? all : new Set()
  } finally {
    void probe.end().catch(() => undefined)
  }
}
