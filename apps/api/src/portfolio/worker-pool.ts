import { Worker } from 'node:worker_threads'
import { AppError } from '../http/app-error.ts'
import type { BookKey, FromWorker, JobAnswer, ShelvedBook, ToWorker, WorkerSettings } from './messages.ts'
import { createRehearsals } from './rehearsals.ts'
import { createShares } from './shares.ts'
import { createPatience, type Patience, type Urgency } from './urgency.ts'

type Job = Extract<ToWorker, { job: number }>
export type JobRequest = Job extends infer J ? (J extends Job ? Omit<J, 'job'> : never) : never
export type JobResult =
  | Extract<JobAnswer, { kind: 'loaded' | 'joined' | 'streaming' }>
  | (Extract<JobAnswer, { kind: 'answered' }> & { release: Release })
/** Says that the bytes of an answer were read. */
type Release = () => void

interface Asker {
  resolve(result: JobResult): void
  reject(error: unknown): void
}

interface Waiting {
  request: JobRequest
  needs: ShelvedBook | null
  /** Who asked first; null for what is asked for everyone, as a book is loaded. */
  asker: string | null
  /** Whether it is left to patient threads, whoever asked. */
  isPatient: boolean
  /** The whole question, to find the same one by; null for what is only asked once. */
  question: string | null
  /** All who wait for the same answer. */
  askers: Asker[]
}

interface Thread {
  worker: Worker
  /** Works when the others leave a core free. */
  isPatient: boolean
  /** Books this thread has been given. */
  holds: Set<BookKey>
  current: (Waiting & { job: number; deadline: NodeJS.Timeout }) | null
  /** How urgent it is; null for ordinary ones, which always are. */
  patience: Patience | null
}

export interface PoolOptions {
  entry: URL
  size: number
  settings: Omit<WorkerSettings, 'isPatient'>
  /** A question that takes longer ends with its thread: nothing else can interrupt a computation. */
  deadlineMs: number
  /** The same for a book that is loaded to be kept, however large it is. */
  loadDeadlineMs: number
  mostWaiting: number
  /** Whether a book will be asked about again: a draft is not, nor one that a newer has replaced meanwhile. */
  isKept(key: BookKey): boolean
  onError(message: string): void
  urgency: Urgency
}

export interface WorkerPool {
  /** From now on threads are started before the first question needs them. */
  warmUp(): void
  run(
    request: JobRequest,
    needs: ShelvedBook | null,
    asker?: { id: string; signal?: AbortSignal | undefined },
  ): Promise<JobResult>
  /** The same for everyone, by a thread that lets all others go first. */
  runPatiently(request: JobRequest): Promise<JobResult>
  /** Has every thread answer all of this once while nobody asks, for nobody. */
  rehearse(requests: readonly JobRequest[], needs: ShelvedBook): void
  drop(key: BookKey): void
  /** Whether somebody else has been answered just now. */
  hasOthers(asker: string): boolean
  /** How many threads someone may have at a time: all but one while others ask, of a single one that one. */
  mostOf(asker: string): number
  /** How long someone lets pass before they ask again, so that others are answered as if they were not there. */
  pauseOf(asker: string): number
  /** How many threads there are, how many of them work, and how many questions wait for one. */
  load(): { threads: number; busy: number; waiting: number }
  close(): Promise<void>
}

/** What one asker may have had lately while others ask; for long, a fiftieth of what all threads can do. */
const fairMsPerThread = 100

/** Threads that are started when first needed, each with one job at a time. */
export function createPool(options: PoolOptions): WorkerPool {
  const threads: Thread[] = []
  const queue: Waiting[] = []
  const shares = createShares(fairMsPerThread * options.size)
  const rehearsals = createRehearsals(rehearsalRules)
  const besideOthers = Math.max(1, options.size - 1)
  let startsAhead = false
  let lastJob = 0
  let closed = false

  const start = (isPatient: boolean): Thread => {
    const workerData: WorkerSettings = { ...options.settings, isPatient }
    const worker = new Worker(options.entry, { workerData })
    const patience = isPatient ? createPatience(options.urgency) : null
    const thread: Thread = { worker, isPatient, holds: new Set(), current: null, patience }
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'begun') patience?.isOf(message.tid)
      else settle(thread, message)
    })
    worker.on('error', error => end(thread, String(error instanceof Error ? error.stack : error)))
    worker.on('exit', () => end(thread, 'a worker thread ended'))
    // A thread with nothing to do must not keep the process alive.
    worker.unref()
    threads.push(thread)
    return thread
  }

  const settle = (thread: Thread, message: JobAnswer) => {
    const { current } = thread
    if (!current || current.job !== message.job) return
    clearTimeout(current.deadline)
    thread.patience?.end()
    if (current.asker !== null) countFor(current.asker, message.spentMs ?? 0)
    if (isRehearsal(current)) rehearsals.count(thread, message.spentMs ?? 0)
    thread.current = null
    if (current.needs && !options.isKept(current.needs.key)) forget(thread, current.needs.key)
    if (message.kind === 'refused') {
      const { code, message: text, field } = message
      rejectAll(
        current,
        new AppError(code, field === undefined ? { message: text } : { message: text, field }),
      )
    } else if (message.kind === 'failed') {
      if (isRehearsal(current)) {
        rehearsals.end()
        options.onError(message.message)
      }
      rejectAll(current, new Error(message.message))
    } else {
      const result =
        message.kind === 'answered' ? { ...message, release: releaseOf(message, current) } : message
      for (const asker of current.askers) asker.resolve(result)
    }
    next()
  }

  const countFor = (asker: string, spentMs: number) => {
    shares.add(asker, spentMs)
    // Where several people ask, someone may ask for much at any moment: starting a thread then would hold up the others.
    if (startsAhead && !closed && shares.hasOthers(asker)) while (numberOf(true) < besideOthers) start(true)
  }

  const numberOf = (isPatient: boolean): number =>
    threads.filter(thread => thread.isPatient === isPatient).length

  const forget = (thread: Thread, key: BookKey) => {
    if (thread.holds.delete(key)) thread.worker.postMessage({ kind: 'drop', key } satisfies ToWorker)
  }

  const end = (thread: Thread, why: string) => {
    const place = threads.indexOf(thread)
    if (place < 0) return
    threads.splice(place, 1)
    if (thread.current) clearTimeout(thread.current.deadline)
    thread.patience?.leave()
    if (thread.current && isRehearsal(thread.current)) rehearsals.end()
    if (thread.current) rejectAll(thread.current, new AppError('overloaded'))
    if (!closed) options.onError(why)
    next()
  }

  const next = () => {
    for (const isPatient of [false, true])
      for (let waiting = nextFor(isPatient); waiting && !closed; waiting = nextFor(isPatient)) {
        const free = freeThread(isPatient)
        if (!free) break
        queue.splice(queue.indexOf(waiting), 1)
        give(free, waiting)
      }
    if (queue.length === 0 && !closed) for (const thread of threads) goOnRehearsing(thread)
  }

  const goOnRehearsing = (thread: Thread) => {
    const next = thread.current ? null : rehearsals.next(thread)
    if (next) give(thread, { ...next, asker: null, isPatient: false, question: null, askers: [] })
  }

  /** Who has had much is served by patient threads alone, however free the others are: others may ask any moment. */
  const nextFor = (isPatient: boolean): Waiting | undefined => {
    const line = queue.filter(
      waiting =>
        isPatient === (waiting.isPatient || (waiting.asker !== null && shares.isPatient(waiting.asker))),
    )
    return line[shares.next(line)]
  }

  const freeThread = (isPatient: boolean): Thread | null => {
    const alike = threads.filter(thread => thread.isPatient === isPatient)
    const most = isPatient ? besideOthers : options.size
    return alike.find(thread => !thread.current) ?? (alike.length < most ? start(isPatient) : null)
  }

  const give = (thread: Thread, waiting: Waiting) => {
    lastJob += 1
    const deadline = setTimeout(() => void thread.worker.terminate(), longestOf(waiting.request, options))
    thread.current = { ...waiting, job: lastJob, deadline }
    thread.patience?.begin()
    const { needs } = waiting
    if (needs && !thread.holds.has(needs.key)) {
      thread.holds.add(needs.key)
      thread.worker.postMessage({ kind: 'keep', shelved: needs } satisfies ToWorker)
    }
    thread.worker.postMessage({ ...waiting.request, job: lastJob } as ToWorker)
  }

  return {
    warmUp() {
      startsAhead = true
      while (numberOf(false) < options.size) start(false)
    },
    run(request, needs, asker) {
      const question = questionOf(request)
      const same = question === null ? undefined : queue.find(waiting => waiting.question === question)
      if (!same && queue.length >= options.mostWaiting) return Promise.reject(new AppError('overloaded'))
      return new Promise((resolve, reject) => {
        const own: Asker = { resolve, reject }
        const who = asker?.id ?? null
        const waiting: Waiting = same ?? {
          request,
          needs,
          asker: who,
          isPatient: false,
          question,
          askers: [],
        }
        waiting.askers.push(own)
        if (!same) queue.push(waiting)
        // Who has left does not wait in line; what is being computed is finished and thrown away.
        asker?.signal?.addEventListener('abort', () => {
          waiting.askers.splice(waiting.askers.indexOf(own), 1)
          const place = waiting.askers.length === 0 ? queue.indexOf(waiting) : -1
          if (place >= 0) queue.splice(place, 1)
          reject(new AppError('bad_request', { message: 'The caller left.' }))
        })
        next()
      })
    },
    runPatiently(request) {
      return new Promise((resolve, reject) => {
        const askers = [{ resolve, reject }]
        queue.push({ request, needs: null, asker: null, isPatient: true, question: null, askers })
        next()
      })
    },
    rehearse(requests, needs) {
      rehearsals.begin(requests, needs)
      next()
    },
    drop(key) {
      rehearsals.forget(key)
      for (const thread of threads) forget(thread, key)
    },
    hasOthers: shares.hasOthers,
    mostOf: asker => (shares.hasOthers(asker) ? besideOthers : options.size),
    pauseOf: shares.pauseOf,
    load: () => ({
      threads: threads.length,
      busy: threads.filter(thread => thread.current).length,
      waiting: queue.length,
    }),
    async close() {
      closed = true
      for (const waiting of queue.splice(0)) rejectAll(waiting, new AppError('starting'))
      await Promise.all(threads.map(thread => thread.worker.terminate()))
    },
  }
}

/**
 * Gives the memory back when the last who was told has read it. Left to itself it stays until garbage is collected,
 * and answers are large: the process would stop for that every few seconds while someone asks for much.
 */
function releaseOf({ bytes }: { bytes: Uint8Array<ArrayBuffer> }, { askers }: Waiting): Release {
  let readers = askers.length
  return () => {
    readers -= 1
    if (readers === 0) bytes.buffer.transfer(0)
  }
}

/** Nobody asked; who has left has a name still. */
const isRehearsal = ({ asker, askers }: Waiting): boolean => asker === null && askers.length === 0

function rejectAll({ askers }: Waiting, error: Error): void {
  for (const asker of askers) asker.reject(error)
}

/**
 * What the answer depends on, and nothing else: the book in its version, what of it may be seen, and the call. Where
 * the same is asked while it waits for a thread, it is answered once, for all of them, after the last one asked.
 * Nothing is kept for those who come later. What rests on more than the book is always asked by itself: what a feature
 * read for it need not be anything that text can tell apart.
 */
function questionOf(request: JobRequest): string | null {
  if (request.kind !== 'ask' || request.call.accept !== 'json' || request.call.given !== undefined)
    return null
  return JSON.stringify(request)
}

/**
 * Books are loaded for everyone, by ordinary threads. Patient ones have all the time that the others leave, and are
 * there for who asks for much: what is not compiled thoroughly by then is compiled while the others wait for a core.
 */
const rehearsalRules = {
  isAsked: ({ isPatient }: Thread, { kind }: JobRequest) => kind !== 'load' || !isPatient,
  isTireless: ({ isPatient }: Thread) => isPatient,
}

/** What is tried out on a draft is thrown away with its answer: nobody finds it done when they ask again. */
function longestOf(request: JobRequest, { deadlineMs, loadDeadlineMs }: PoolOptions): number {
  const isKept = request.kind === 'join' || (request.kind === 'load' && !request.draft)
  return isKept ? loadDeadlineMs : deadlineMs
}
