import { Worker } from 'node:worker_threads'
import { AppError } from '../platform/errors/app-error.ts'
import type { CachedSnapshot } from '../snapshots/named-snapshot.ts'
import type { SnapshotKey } from '../snapshots/snapshot-key.ts'
import { createFairShare } from './fair-share.ts'
import type { JobResponse, ToWorker, WorkerSettings } from './messages.ts'
import { createWarmUp } from './warm-up.ts'

type JobMessage = Extract<ToWorker, { job: number }>
export type JobRequest = JobMessage extends infer J ? (J extends JobMessage ? Omit<J, 'job'> : never) : never
export type JobResult =
  | Extract<JobResponse, { kind: 'loaded' | 'joined' | 'streaming' }>
  | (Extract<JobResponse, { kind: 'answered' }> & { release: Release })
/** Says that the bytes of a response were read. */
type Release = () => void

interface Caller {
  resolve(result: JobResult): void
  reject(error: unknown): void
}

interface Job {
  request: JobRequest
  needs: CachedSnapshot | null
  /** Whose CPU time it takes; null for a load that serves every user of a family, and for a warm-up. */
  userId: string | null
  /** Equal for equal queries; null for a request that is never shared. */
  query: string | null
  /** Everyone who waits for this response. */
  callers: Caller[]
}

interface PoolWorker {
  worker: Worker
  /** Snapshots this worker has been given. */
  holds: Set<SnapshotKey>
  current: (Job & { job: number; deadline: NodeJS.Timeout }) | null
}

export interface PoolOptions {
  entry: URL
  size: number
  settings: WorkerSettings
  /** A query that takes longer ends with its worker: nothing else can interrupt a computation. */
  deadlineMs: number
  /** The same for a snapshot that is loaded to be kept, however large it is. */
  loadDeadlineMs: number
  mostWaiting: number
  /** Whether a snapshot will be needed again: a draft is not, nor one that a newer has replaced meanwhile. */
  isKept(key: SnapshotKey): boolean
  onError(message: string): void
}

export interface WorkerPool {
  /** Starts all workers, before the first request needs them. */
  start(): void
  /** Requests of one user count as their CPU time and are subject to their concurrency limit. */
  run(
    request: JobRequest,
    needs: CachedSnapshot | null,
    user?: { id: string; signal?: AbortSignal | undefined },
  ): Promise<JobResult>
  /** Has every worker run these requests once while the queue is empty. */
  warmUp(requests: readonly JobRequest[], needs: CachedSnapshot): void
  drop(key: SnapshotKey): void
  load(): { threads: number; busy: number; waiting: number }
  close(): Promise<void>
}

/** Workers that are started when first needed, each with one job at a time, and a priority queue before them. */
export function createPool(options: PoolOptions): WorkerPool {
  const workers: PoolWorker[] = []
  const queue: Job[] = []
  const fairShare = createFairShare()
  const warmUp = createWarmUp<PoolWorker, JobRequest>()
  let lastJob = 0
  let closed = false

  const startWorker = (): PoolWorker => {
    const worker = new Worker(options.entry, { workerData: options.settings })
    const started: PoolWorker = { worker, holds: new Set(), current: null }
    worker.on('message', (response: JobResponse) => settle(started, response))
    worker.on('error', error => remove(started, String(error instanceof Error ? error.stack : error)))
    worker.on('exit', () => remove(started, 'a worker thread ended'))
    // An idle worker must not keep the process alive.
    worker.unref()
    workers.push(started)
    return started
  }

  const settle = (worker: PoolWorker, response: JobResponse) => {
    const { current } = worker
    if (!current || current.job !== response.job) return
    clearTimeout(current.deadline)
    if (current.userId !== null) fairShare.add(current.userId, response.cpuMs ?? 0)
    if (isWarmUp(current)) warmUp.addCpuTime(worker, response.cpuMs ?? 0)
    worker.current = null
    if (current.needs && !options.isKept(current.needs.key)) forget(worker, current.needs.key)
    if (response.kind === 'refused') {
      const { code, message, field } = response
      rejectAll(current, new AppError(code, field === undefined ? { message } : { message, field }))
    } else if (response.kind === 'failed') {
      if (isWarmUp(current)) {
        warmUp.end()
        options.onError(response.message)
      }
      rejectAll(current, new Error(response.message))
    } else {
      const result =
        response.kind === 'answered' ? { ...response, release: releaseOf(response, current) } : response
      for (const caller of current.callers) caller.resolve(result)
    }
    dispatch()
  }

  const forget = (worker: PoolWorker, key: SnapshotKey) => {
    if (worker.holds.delete(key)) worker.worker.postMessage({ kind: 'drop', key } satisfies ToWorker)
  }

  const remove = (worker: PoolWorker, why: string) => {
    const place = workers.indexOf(worker)
    if (place < 0) return
    workers.splice(place, 1)
    const { current } = worker
    if (current) {
      clearTimeout(current.deadline)
      if (isWarmUp(current)) warmUp.end()
      rejectAll(current, new AppError('overloaded'))
    }
    if (!closed) options.onError(why)
    dispatch()
  }

  const dispatch = () => {
    while (!closed) {
      const job = fairShare.next(queue.filter(isWithinLimit))
      const worker = job && freeWorker()
      if (!job || !worker) break
      queue.splice(queue.indexOf(job), 1)
      assign(worker, job)
    }
    if (queue.length > 0 || closed) return
    for (const worker of workers) {
      const next = worker.current ? null : warmUp.next(worker)
      if (next) assign(worker, { ...next, userId: null, query: null, callers: [] })
    }
  }

  /** While others are active, one worker stays free of this user: a running computation cannot be interrupted. */
  const isWithinLimit = ({ userId }: Job): boolean => {
    if (userId === null) return true
    const running = workers.filter(({ current }) => current?.userId === userId).length
    return running < Math.max(1, options.size - 1) || !fairShare.hasOthers(userId)
  }

  const freeWorker = (): PoolWorker | null =>
    workers.find(({ current }) => !current) ?? (workers.length < options.size ? startWorker() : null)

  const assign = (worker: PoolWorker, job: Job) => {
    lastJob += 1
    const deadline = setTimeout(() => void worker.worker.terminate(), deadlineOf(job.request, options))
    worker.current = { ...job, job: lastJob, deadline }
    const { needs } = job
    if (needs && !worker.holds.has(needs.key)) {
      worker.holds.add(needs.key)
      worker.worker.postMessage({ kind: 'keep', cached: needs } satisfies ToWorker)
    }
    worker.worker.postMessage({ ...job.request, job: lastJob } as ToWorker)
  }

  return {
    start() {
      while (workers.length < options.size) startWorker()
    },
    run(request, needs, user) {
      const query = queryOf(request)
      const same = query === null ? undefined : queue.find(job => job.query === query)
      if (!same && queue.length >= options.mostWaiting) return Promise.reject(new AppError('overloaded'))
      if (user) fairShare.touch(user.id)
      return new Promise((resolve, reject) => {
        const caller: Caller = { resolve, reject }
        const job: Job = same ?? { request, needs, userId: user?.id ?? null, query, callers: [] }
        job.callers.push(caller)
        // Two users may wait for the same query: it has the priority of the one with less CPU time.
        if (user && job.userId !== null)
          job.userId = fairShare.next([job, { userId: user.id }])?.userId ?? null
        if (!same) queue.push(job)
        // A job whose callers have all left the queue is not run; one that is running is finished and thrown away.
        user?.signal?.addEventListener('abort', () => {
          job.callers.splice(job.callers.indexOf(caller), 1)
          const place = job.callers.length === 0 ? queue.indexOf(job) : -1
          if (place >= 0) queue.splice(place, 1)
          reject(new AppError('bad_request', { message: 'The caller left.' }))
        })
        dispatch()
      })
    },
    warmUp(requests, needs) {
      warmUp.begin(requests, needs)
      dispatch()
    },
    drop(key) {
      warmUp.forget(key)
      for (const worker of workers) forget(worker, key)
    },
    load: () => ({
      threads: workers.length,
      busy: workers.filter(({ current }) => current).length,
      waiting: queue.length,
    }),
    async close() {
      closed = true
      for (const job of queue.splice(0)) rejectAll(job, new AppError('starting'))
      await Promise.all(workers.map(({ worker }) => worker.terminate()))
    },
  }
}

/**
 * Frees the memory when the last caller has read it. Left to the garbage collector, responses of a megabyte stop the
 * process every few seconds under heavy use.
 */
function releaseOf({ bytes }: { bytes: Uint8Array<ArrayBuffer> }, { callers }: Job): Release {
  let readers = callers.length
  return () => {
    readers -= 1
    if (readers === 0) bytes.buffer.transfer(0)
  }
}

/** A job whose callers have left still has its user. */
const isWarmUp = ({ userId, callers }: Job): boolean => userId === null && callers.length === 0

function rejectAll({ callers }: Job, error: Error): void {
  for (const caller of callers) caller.reject(error)
}

/**
 * Request coalescing: equal queries (the same snapshot in the same version, the same accounts, the same call) that wait in
 * the queue are computed once, after the last of them came. Nothing is cached for later ones. A query with data beyond
 * the snapshot is never shared, since that data need not survive as JSON.
 */
function queryOf(request: JobRequest): string | null {
  if (request.kind !== 'ask' || request.call.accept !== 'json' || request.call.given !== undefined)
    return null
  return JSON.stringify(request)
}

/** A draft is thrown away with its response, so a retry would not find it done: it has the short deadline. */
function deadlineOf(request: JobRequest, { deadlineMs, loadDeadlineMs }: PoolOptions): number {
  const isKept = request.kind === 'join' || (request.kind === 'load' && !request.draft)
  return isKept ? loadDeadlineMs : deadlineMs
}
