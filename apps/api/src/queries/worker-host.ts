import { MessageChannel, parentPort, type Transferable, workerData } from 'node:worker_threads'
import { errorCatalogue } from '@plumbline/contract'
import {
  type ColumnSource,
  type CurrencyViews,
  newColumns,
  type ReusedColumns,
  reusedColumns,
} from '@plumbline/engine'
import type { ConnectionTarget } from '../platform/db/connection-target.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { databaseTrouble } from '../platform/db/database-trouble.ts'
import { AppError, invariant } from '../platform/errors/app-error.ts'
import { joinNamedSnapshots } from '../snapshots/join-named-snapshots.ts'
import type { CachedSnapshot } from '../snapshots/named-snapshot.ts'
import type { SnapshotKey } from '../snapshots/snapshot-key.ts'
import { createSnapshotLoader } from '../snapshots/snapshot-loader.ts'
import { serveChunks } from './chunk-stream.ts'
import type { JobResponse, ToWorker, WorkerSettings } from './messages.ts'
import { type AnyAnswer, currencyViewCache, type Portfolio } from './query.ts'

interface Kept extends CachedSnapshot {
  viewsIn(currency: string): CurrencyViews
}

/** The life of a thread that loads snapshots and answers questions about them, one at a time. */
export function runWorker(answers: Record<string, AnyAnswer>): void {
  const port = parentPort
  invariant(port, 'a worker has a parent')
  const settings: WorkerSettings = workerData
  const kept = new Map<SnapshotKey, Kept>()
  const columns = reusedColumns()
  const load = createSnapshotLoader({
    primary: openOnce(settings.target),
    replica: settings.replica && openOnce(settings.replica),
    now: () => performance.now(),
  })

  port.on('message', async (message: ToWorker) => {
    if (message.kind === 'keep') {
      kept.set(message.cached.key, { ...message.cached, viewsIn: currencyViewCache(message.cached.snapshot) })
      return
    }
    if (message.kind === 'drop') {
      kept.delete(message.key)
      return
    }
    const before = process.threadCpuUsage()
    const send: Send = (response, transfer = []) => {
      const { user, system } = process.threadCpuUsage(before)
      port.postMessage({ ...response, cpuMs: (user + system) / 1000 }, transfer)
    }
    try {
      if (message.kind === 'load') {
        const { from, ...loaded } = await load(message)
        send({ kind: 'loaded', job: message.job, loaded, from })
      } else if (message.kind === 'join') {
        send({ kind: 'joined', job: message.job, joined: joinNamedSnapshots(message.parts) })
      } else {
        answerQuestion(questionOf(answers, kept, message, columns), message, send)
      }
    } catch (error) {
      send(failure(message.job, error))
    }
  })
}

/** Opened when first needed; when that fails, again the next time. */
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

type Send = (message: JobResponse, transfer?: Transferable[]) => void

interface Question {
  known: AnyAnswer
  portfolio: Portfolio
  call: never
  given: never
}

function questionOf(
  answers: Record<string, AnyAnswer>,
  kept: Map<SnapshotKey, Kept>,
  message: ToWorker & { kind: 'ask' },
  reused: ReusedColumns,
): Question {
  const found = kept.get(message.key)
  invariant(found, 'a question comes after its book')
  const known = answers[message.name]
  invariant(known, `there is an answer called ${message.name}`)
  reused.giveBack()
  // An export is read piece by piece while other questions are answered: its columns are its own.
  const columns: ColumnSource = message.call.accept === 'csv' ? newColumns : reused
  const portfolio: Portfolio = { ...found, view: message.view, columns }
  // The call was parsed with the schemas of the endpoint that the answer was made for.
  return { known, portfolio, call: message.call as never, given: message.call.given as never }
}

/** Answers at once with bytes, or with a port where a list is read from piece by piece. */
function answerQuestion(
  { known, portfolio, call, given }: Question,
  message: ToWorker & { kind: 'ask' },
  send: Send,
): void {
  if (message.call.accept === 'csv' && known.csv) {
    const list = known.csv(portfolio, call, given)
    const pieces = (typeof list === 'string' ? [list] : list)[Symbol.iterator]()
    // The first piece is made now: what is refused is refused before anything is sent.
    const first = pieces.next()
    const { port1, port2 } = new MessageChannel()
    serveChunks(port2, pieces, first)
    send({ kind: 'streaming', job: message.job, port: port1 }, [port1])
    return
  }
  const bytes = new TextEncoder().encode(json(known, portfolio, call, given))
  send({ kind: 'answered', job: message.job, bytes }, [bytes.buffer])
}

/** A reply that breaks its own contract is a bug of ours, and must not leave the house. */
function json(known: AnyAnswer, portfolio: Portfolio, call: never, given: never): string {
  const figures = known.compute(portfolio, call, given)
  // A part is checked with the reply that it becomes a part of.
  if (known.endpoint === null) return JSON.stringify(figures)
  const { reply } = known.endpoint
  invariant(reply, 'a call that is answered from a book has a reply')
  return JSON.stringify(reply.parse(figures))
}

function failure(job: number, error: unknown): JobResponse {
  if (error instanceof AppError)
    return { kind: 'refused', job, code: error.code, message: error.message, field: error.field }
  const trouble = databaseTrouble(error)
  if (trouble)
    return { kind: 'refused', job, code: trouble, message: errorCatalogue[trouble].message, field: undefined }
  return { kind: 'failed', job, message: String(error instanceof Error ? error.stack : error) }
}
