import { MessageChannel, parentPort, type Transferable, workerData } from 'node:worker_threads'
import { errorCatalogue } from '@plumbline/contract'
import {
  type ColumnSource,
  type CurrencyViews,
  joinCurrencyViews,
  newColumns,
  openCurrencyViews,
  type ReusedColumns,
  reusedColumns,
} from '@plumbline/engine'
import type { ConnectionTarget } from '../../platform/db/connection/connection-target.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { classifyDatabaseError } from '../../platform/db/database-errors.ts'
import { AppError, invariant } from '../../platform/errors/app-error.ts'
import type { PreviousSnapshot } from '../../snapshots/continue-load.ts'
import { joinFamilySnapshots } from '../../snapshots/join-family-snapshots.ts'
import type { SnapshotKey } from '../../snapshots/snapshot-key.ts'
import { createSnapshotLoader } from '../../snapshots/snapshot-loader.ts'
import type { SnapshotWithMetadata } from '../../snapshots/snapshot-metadata.ts'
import { serveChunks } from '../chunk-stream.ts'
import { cacheCurrencyViews } from '../currency-view-cache.ts'
import type { PagedLists } from '../paged-list.ts'
import type { Portfolio } from '../query.ts'
import type { AnyQuery, QueryRegistry } from '../query-registry.ts'
import type { JobResponse, QueryCall, ToWorker, WorkerSettings } from './messages.ts'

interface KeptSnapshot extends SnapshotWithMetadata {
  viewsIn(currency: string): CurrencyViews
  lists: PagedLists
}

type QueryMessage = Extract<ToWorker, { kind: 'query' }>
type Send = (message: JobResponse, transfer?: Transferable[]) => void

/** Serves the jobs of the pool in this worker thread, one at a time: loads and joins snapshots, runs queries. */
export function runWorker(registry: QueryRegistry): void {
  const port = parentPort
  invariant(port, 'a worker has a parent')
  const settings: WorkerSettings = workerData
  const snapshots = new Map<SnapshotKey, KeptSnapshot>()
  const columns = reusedColumns()
  const load = createSnapshotLoader({
    primary: openOnce(settings.target),
    replica: settings.replica && openOnce(settings.replica),
    now: () => performance.now(),
  })

  port.on('message', async (message: ToWorker) => {
    if (message.kind === 'keep') {
      const { key, snapshot, metadata } = message.snapshot
      const viewsIn = cacheCurrencyViews(currency => openCurrencyViews(snapshot, currency))
      snapshots.set(key, { snapshot, metadata, viewsIn, lists: new Map() })
      return
    }
    if (message.kind === 'join') {
      snapshots.set(message.key, joinKept(message.parts.map(key => findKept(snapshots, key))))
      return
    }
    if (message.kind === 'drop') {
      snapshots.delete(message.key)
      return
    }
    const before = process.threadCpuUsage()
    const send: Send = (response, transfer = []) => {
      const { user, system } = process.threadCpuUsage(before)
      port.postMessage({ ...response, cpuMs: (user + system) / 1000 }, transfer)
    }
    try {
      if (message.kind === 'load') {
        const { from, ...loaded } = await load({ ...message, previous: findPrevious(snapshots, message) })
        send({ kind: 'loaded', job: message.job, loaded, from })
      } else {
        const query = registry.get(message.name)
        invariant(query, `the query ${message.name} is registered`)
        runQueryJob(query, openPortfolio(snapshots, message, columns), message, send)
      }
    } catch (error) {
      send(describeFailure(message.job, error))
    }
  })
}

function findKept(snapshots: ReadonlyMap<SnapshotKey, KeptSnapshot>, key: SnapshotKey): KeptSnapshot {
  const kept = snapshots.get(key)
  invariant(kept, 'a worker gets a snapshot before it is needed')
  return kept
}

/** The snapshot of several families. Its views are joined from those of its parts, which change family by family. */
function joinKept(parts: readonly KeptSnapshot[]): KeptSnapshot {
  const { snapshot, metadata } = joinFamilySnapshots(parts)
  const viewsIn = cacheCurrencyViews(currency =>
    joinCurrencyViews(
      snapshot,
      parts.map(part => ({ snapshot: part.snapshot, views: part.viewsIn(currency) })),
      currency,
    ),
  )
  return { snapshot, metadata, viewsIn, lists: new Map() }
}

/** The older snapshot that a load continues. */
function findPrevious(
  snapshots: ReadonlyMap<SnapshotKey, KeptSnapshot>,
  { previous }: Extract<ToWorker, { kind: 'load' }>,
): PreviousSnapshot | null {
  const held = previous && snapshots.get(previous.key)
  return held ? { ...held, versions: previous.versions, resume: previous.resume } : null
}

/** Opens the database when it is first needed, and again after an attempt that failed. */
function openOnce(target: ConnectionTarget): () => Promise<Database> {
  let opened: Promise<Database> | undefined
  return () => {
    opened ??= openDatabase(target, { connections: 1 }).catch(error => {
      opened = undefined
      throw error
    })
    return opened
  }
}

function openPortfolio(
  snapshots: ReadonlyMap<SnapshotKey, KeptSnapshot>,
  message: QueryMessage,
  reused: ReusedColumns,
): Portfolio {
  const kept = findKept(snapshots, message.key)
  reused.release()
  // An export is read chunk by chunk while the worker runs other queries: it must not share their columns.
  const columns: ColumnSource = message.call.accept === 'csv' ? newColumns : reused
  return { ...kept, view: message.view, columns }
}

/** Responds with the bytes of the result, or with a port from which an export is read chunk by chunk. */
function runQueryJob(query: AnyQuery, portfolio: Portfolio, { job, call }: QueryMessage, send: Send): void {
  if (call.accept === 'csv' && query.endpoint && query.csv) {
    const list = query.csv(portfolio, call, call.input)
    const chunks = (typeof list === 'string' ? [list] : list)[Symbol.iterator]()
    // Computing the first chunk now lets an error become an error response.
    const first = chunks.next()
    const { port1, port2 } = new MessageChannel()
    serveChunks(port2, chunks, first)
    send({ kind: 'streaming', job, port: port1 }, [port1])
    return
  }
  const bytes = new TextEncoder().encode(computeJson(query, portfolio, call))
  send({ kind: 'result', job, bytes }, [bytes.buffer])
}

function computeJson(query: AnyQuery, portfolio: Portfolio, call: QueryCall): string {
  // Figures are checked with the reply that they become part of.
  if (query.endpoint === null) return JSON.stringify(query.compute(portfolio, call.input, call.body))
  const { reply } = query.endpoint
  invariant(reply, 'the endpoint of a query has a reply')
  // A reply that breaks its own contract is a bug and must not be sent.
  return JSON.stringify(reply.parse(query.compute(portfolio, call, call.input)))
}

function describeFailure(job: number, error: unknown): JobResponse {
  if (error instanceof AppError)
    return { kind: 'refused', job, code: error.code, message: error.message, field: error.field }
  const trouble = classifyDatabaseError(error)
  if (trouble)
    return { kind: 'refused', job, code: trouble, message: errorCatalogue[trouble].message, field: undefined }
  return { kind: 'failed', job, message: String(error instanceof Error ? error.stack : error) }
}
