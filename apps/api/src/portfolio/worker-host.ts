import { parentPort, workerData } from 'node:worker_threads'
import type { Lenses } from '@plumbline/engine'
import { type Database, openDatabase } from '../db/database.ts'
import { AppError, invariant } from '../http/app-error.ts'
import { type AnyAnswer, lensCache, type Portfolio } from './answer.ts'
import { loadBook } from './load-book.ts'
import type { BookKey, FromWorker, ShelvedBook, ToWorker, WorkerSettings } from './messages.ts'

interface Kept extends ShelvedBook {
  lensesIn(currency: string): Lenses
}

/** The life of a thread that loads books and answers questions about them, one at a time. */
export function runWorker(answers: Record<string, AnyAnswer>): void {
  const port = parentPort
  invariant(port, 'a worker has a parent')
  const settings: WorkerSettings = workerData
  const kept = new Map<BookKey, Kept>()
  const send = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
  let database: Promise<Database> | undefined

  port.on('message', async (message: ToWorker) => {
    if (message.kind === 'keep') {
      kept.set(message.shelved.key, { ...message.shelved, lensesIn: lensCache(message.shelved.book) })
      return
    }
    if (message.kind === 'drop') {
      kept.delete(message.key)
      return
    }
    try {
      if (message.kind === 'load') {
        database ??= openDatabase(settings.target, { connections: 1 })
        const loaded = await loadBook(
          await database,
          message.families,
          message.lastDay,
          message.market,
          message.draft,
        )
        send({ kind: 'loaded', job: message.job, loaded })
      } else {
        const bytes = compute(answers, kept, message)
        send({ kind: 'answered', job: message.job, bytes }, [bytes.buffer])
      }
    } catch (error) {
      if (message.kind === 'load') database = undefined
      send(failure(message.job, error))
    }
  })
}

function compute(
  answers: Record<string, AnyAnswer>,
  kept: Map<BookKey, Kept>,
  message: ToWorker & { kind: 'ask' },
) {
  const found = kept.get(message.key)
  invariant(found, 'a question comes after its book')
  const known = answers[message.name]
  invariant(known, `there is an answer called ${message.name}`)
  const portfolio: Portfolio = { ...found, view: message.view }
  // The call was parsed with the schemas of the endpoint that the answer was made for.
  const call = message.call as never
  const given = message.call.given as never
  const csv = message.call.accept === 'csv' ? known.csv : null
  return new TextEncoder().encode(csv ? csv(portfolio, call, given) : json(known, portfolio, call, given))
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

function failure(job: number, error: unknown): FromWorker {
  if (error instanceof AppError)
    return { kind: 'refused', job, code: error.code, message: error.message, field: error.field }
  return { kind: 'failed', job, message: String(error instanceof Error ? error.stack : error) }
}
