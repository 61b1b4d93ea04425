import { AppError } from '../../platform/errors/app-error.ts'
import { type Job, type JobResult, type JobUser, rejectJob } from './job.ts'

type QueuedJob = Pick<Job, 'request' | 'needs' | 'resultKey'>

export interface JobQueue {
  /** Queues a request, or joins an equal query that waits already. Rejects with `overloaded` when the queue is full. */
  add(queued: QueuedJob, user?: JobUser): Promise<JobResult>
  /** Removes and returns the first job in order of priority that may start. */
  take(mayStart: (job: Job) => boolean): Job | null
  size(): number
  rejectAll(error: Error): void
}

/** More users than have jobs in the queue at the same time. */
const maxUsers = 1_000

/**
 * A priority queue: jobs of the users whose last job started longest ago first, equal ones in order of arrival. A job
 * for no user goes before all.
 */
export function createJobQueue(maxWaiting: number): JobQueue {
  const jobs: Job[] = []
  /** The number of the last start of each user, the latest last. */
  const lastStarts = new Map<string, number>()
  let starts = 0

  const remove = (job: Job) => {
    const index = jobs.indexOf(job)
    if (index >= 0) jobs.splice(index, 1)
  }
  const findLastStart = (userId: string | null): number =>
    userId === null ? -1 : (lastStarts.get(userId) ?? 0)
  const noteStart = (userId: string) => {
    starts += 1
    lastStarts.delete(userId)
    lastStarts.set(userId, starts)
    const [oldest] = lastStarts.keys()
    if (lastStarts.size > maxUsers && oldest !== undefined) lastStarts.delete(oldest)
  }

  return {
    add({ request, needs, resultKey }, user) {
      const equal = resultKey === null ? undefined : jobs.find(job => job.resultKey === resultKey)
      if (!equal && jobs.length >= maxWaiting) return Promise.reject(new AppError('overloaded'))
      const job: Job = equal ?? { request, needs, userId: user?.id ?? null, resultKey, waiters: [] }
      // A query that two users wait for has the higher priority of the two.
      if (user && findLastStart(user.id) < findLastStart(job.userId)) job.userId = user.id
      if (!equal) jobs.push(job)
      return new Promise((resolve, reject) => {
        const waiter = { resolve, reject }
        job.waiters.push(waiter)
        // A queued job without waiters is dropped. A running one is finished, and its result discarded.
        user?.signal?.addEventListener('abort', () => {
          job.waiters.splice(job.waiters.indexOf(waiter), 1)
          if (job.waiters.length === 0) remove(job)
          reject(new AppError('bad_request'))
        })
      })
    },
    take(mayStart) {
      let first: Job | null = null
      let earliest = Number.POSITIVE_INFINITY
      for (const job of jobs) {
        const lastStart = findLastStart(job.userId)
        if (lastStart >= earliest || !mayStart(job)) continue
        earliest = lastStart
        first = job
      }
      if (!first) return null
      remove(first)
      if (first.userId !== null) noteStart(first.userId)
      return first
    },
    size: () => jobs.length,
    rejectAll(error) {
      for (const job of jobs.splice(0)) rejectJob(job, error)
    },
  }
}
