import { AppError } from '../../platform/errors/app-error.ts'
import type { SnapshotKey } from '../../snapshots/snapshot-key.ts'
import { type CachedSnapshot, listKeys } from '../../snapshots/snapshot-metadata.ts'
import { type ActiveUsers, createActiveUsers } from './active-users.ts'
import {
  isWarmUp,
  type Job,
  type JobRequest,
  type JobResult,
  type JobUser,
  rejectJob,
  resolveJob,
} from './job.ts'
import { createJobQueue, type JobQueue } from './job-queue.ts'
import type { JobResponse, WorkerSettings } from './messages.ts'
import { type PoolWorker, startPoolWorker } from './pool-worker.ts'
import type { ResultCache } from './result-cache.ts'
import { makeResultKey } from './result-key.ts'
import { createWarmUp, type WarmUp } from './warm-up.ts'

export interface PoolOptions {
  entry: URL
  size: number
  settings: WorkerSettings
  /** A query that exceeds this is stopped by terminating its worker; a computation cannot be interrupted otherwise. */
  deadlineMs: number
  /** The same for loading a snapshot to keep, however large it is. */
  loadDeadlineMs: number
  maxWaiting: number
  /** Whether a snapshot is still cached. Drafts are not, nor are snapshots that a newer version has replaced. */
  isKept(key: SnapshotKey): boolean
  results: ResultCache
  onError(message: string): void
}

export interface WorkerPool {
  /** Starts all workers, before the first request needs them. */
  start(): void
  /** Requests of one user may not occupy every worker while other users are active. */
  run(request: JobRequest, needs: CachedSnapshot | null, user?: JobUser): Promise<JobResult>
  /** Has every worker run these requests once while the queue is empty. */
  warmUp(requests: readonly JobRequest[], needs: CachedSnapshot): void
  /** Tells all workers to release a snapshot. */
  drop(key: SnapshotKey): void
  load(): { workers: number; busy: number; waiting: number }
  close(): Promise<void>
}

/** Workers that are started when first needed, each with one job at a time, behind a priority queue. */
export function createPool(options: PoolOptions): WorkerPool {
  const activeUsers = createActiveUsers()
  const queue = createJobQueue(options.maxWaiting)
  const warmUp = createWarmUp<PoolWorker, JobRequest>()
  const scheduler = createScheduler(options, { activeUsers, queue, warmUp })
  const { workers } = scheduler

  return {
    start() {
      while (workers.length < options.size) scheduler.startWorker()
    },
    run(request, needs, user) {
      const resultKey = makeResultKey(request)
      const known = resultKey === null ? null : options.results.find(resultKey)
      if (known) return Promise.resolve({ kind: 'result', ...known })
      if (user) activeUsers.touch(user.id)
      const result = queue.add({ request, needs, resultKey }, user)
      scheduler.dispatch()
      return result
    },
    warmUp(requests, needs) {
      warmUp.start(requests, needs)
      scheduler.dispatch()
    },
    drop(key) {
      warmUp.forget(key)
      for (const worker of workers) worker.drop(key)
    },
    load: () => ({
      workers: workers.length,
      busy: workers.filter(worker => worker.current()).length,
      waiting: queue.size(),
    }),
    async close() {
      scheduler.stop()
      queue.rejectAll(new AppError('starting'))
      await Promise.all(workers.map(worker => worker.terminate()))
    },
  }
}

interface SchedulerParts {
  activeUsers: ActiveUsers
  queue: JobQueue
  warmUp: WarmUp<PoolWorker, JobRequest>
}

/** Assigns queued jobs to workers, and warm-up requests to idle workers while the queue is empty. */
function createScheduler(options: PoolOptions, { activeUsers, queue, warmUp }: SchedulerParts) {
  const workers: PoolWorker[] = []
  let isStopped = false

  const onResponse = (worker: PoolWorker, job: Job, response: JobResponse) => {
    if (isWarmUp(job)) warmUp.addCpuTime(worker, response.cpuMs ?? 0)
    if (job.needs) for (const key of listKeys(job.needs)) if (!options.isKept(key)) worker.drop(key)
    if (response.kind === 'failed' && isWarmUp(job)) {
      warmUp.end()
      options.onError(response.message)
    }
    settleJob(job, response, options)
    dispatch()
  }

  const onExit = (worker: PoolWorker, job: Job | null, reason: string) => {
    workers.splice(workers.indexOf(worker), 1)
    if (job && isWarmUp(job)) warmUp.end()
    if (job) rejectJob(job, new AppError('overloaded'))
    if (!isStopped) options.onError(reason)
    dispatch()
  }

  const startWorker = (): PoolWorker => {
    const worker = startPoolWorker(options.entry, options.settings, { onResponse, onExit })
    workers.push(worker)
    return worker
  }

  /** While others are active, one worker stays free of this user: a running computation cannot be interrupted. */
  const leavesWorkerForOthers = ({ userId }: Job): boolean => {
    if (userId === null) return true
    const running = workers.filter(worker => worker.current()?.userId === userId).length
    return running < Math.max(1, options.size - 1) || !activeUsers.hasOthers(userId)
  }

  const stop = () => {
    isStopped = true
  }
  const findFreeWorker = () => workers.find(worker => !worker.current())
  const run = (worker: PoolWorker, job: Job) => worker.run(job, chooseDeadline(job.request, options))

  const dispatch = () => {
    while (!isStopped && (findFreeWorker() || workers.length < options.size)) {
      const job = queue.take(leavesWorkerForOthers)
      if (!job) break
      run(findFreeWorker() ?? startWorker(), job)
    }
    if (queue.size() > 0 || isStopped) return
    for (const worker of workers) {
      const next = worker.current() ? null : warmUp.next(worker)
      if (next) run(worker, { ...next, userId: null, resultKey: null, waiters: [] })
    }
  }

  return { workers, startWorker, dispatch, stop }
}

function settleJob(job: Job, response: JobResponse, { isKept, results }: PoolOptions): void {
  if (response.kind === 'refused') {
    const { code, message, field } = response
    rejectJob(job, new AppError(code, field === undefined ? { message } : { message, field }))
  } else if (response.kind === 'failed') {
    rejectJob(job, new Error(response.message))
  } else if (response.kind === 'result') {
    // The snapshot of a draft serves one query, whose result nobody asks for again.
    const isOfKept = job.needs === null || isKept(job.needs.key)
    const shared = results.share(isOfKept ? job.resultKey : null, response.bytes, job.waiters.length)
    resolveJob(job, { kind: 'result', ...shared })
  } else {
    resolveJob(job, response)
  }
}

/** A draft is discarded after its query, so a retry would not find it loaded: it has the short deadline. */
function chooseDeadline(request: JobRequest, { deadlineMs, loadDeadlineMs }: PoolOptions): number {
  return request.kind === 'load' && !request.draft ? loadDeadlineMs : deadlineMs
}
