import { AppError } from '../../platform/errors/app-error.ts'
import type { CachedSnapshot } from '../../snapshots/snapshot-metadata.ts'
import type { FairShare } from './fair-share.ts'
import { type Job, type JobRequest, type JobResult, type JobUser, rejectJob } from './job.ts'

export interface JobQueue {
  /** Queues a request, or joins an equal query that waits already. Rejects with `overloaded` when the queue is full. */
  add(request: JobRequest, needs: CachedSnapshot | null, user?: JobUser): Promise<JobResult>
  /** Removes and returns the first job in order of priority that may start. */
  take(mayStart: (job: Job) => boolean): Job | null
  size(): number
  rejectAll(error: Error): void
}

/** A priority queue: jobs of users with the least recent CPU time first, equal ones in order of arrival. */
export function createJobQueue(maxWaiting: number, fairShare: FairShare): JobQueue {
  const jobs: Job[] = []

  const remove = (job: Job) => {
    const index = jobs.indexOf(job)
    if (index >= 0) jobs.splice(index, 1)
  }

  return {
    add(request, needs, user) {
      const coalescingKey = makeCoalescingKey(request)
      const equal = coalescingKey === null ? undefined : jobs.find(job => job.coalescingKey === coalescingKey)
      if (!equal && jobs.length >= maxWaiting) return Promise.reject(new AppError('overloaded'))
      if (user) fairShare.touch(user.id)
      const job: Job = equal ?? { request, needs, userId: user?.id ?? null, coalescingKey, waiters: [] }
      // A query that two users wait for has the priority of the one with less CPU time.
      if (user && job.userId !== null) job.userId = fairShare.next([job, { userId: user.id }])?.userId ?? null
      if (!equal) jobs.push(job)
      return new Promise((resolve, reject) => {
        const waiter = { resolve, reject }
        job.waiters.push(waiter)
        // A queued job without waiters is dropped. A running one is finished, and its result discarded.
        user?.signal?.addEventListener('abort', () => {
          job.waiters.splice(job.waiters.indexOf(waiter), 1)
          if (job.waiters.length === 0) remove(job)
          reject(new AppError('bad_request', { message: 'The caller left.' }))
        })
      })
    },
    take(mayStart) {
      const job = fairShare.next(jobs.filter(mayStart)) ?? null
      if (job) remove(job)
      return job
    },
    size: () => jobs.length,
    rejectAll(error) {
      for (const job of jobs.splice(0)) rejectJob(job, error)
    },
  }
}

/**
 * Request coalescing: equal queries (same snapshot, view and call) that wait in the queue are computed once. Results are
 * not cached for later queries. A query with input is never shared, since its input need not survive as JSON.
 */
function makeCoalescingKey(request: JobRequest): string | null {
  if (request.kind !== 'query' || request.call.accept !== 'json' || request.call.input !== undefined)
    return null
  return JSON.stringify(request)
}
