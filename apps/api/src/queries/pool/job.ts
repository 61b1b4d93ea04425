import type { CachedSnapshot } from '../../snapshots/snapshot-metadata.ts'
import type { JobResponse, ToWorker } from './messages.ts'
import type { SharedResult } from './result-cache.ts'

type JobMessage = Extract<ToWorker, { job: number }>
export type JobRequest = JobMessage extends infer J ? (J extends JobMessage ? Omit<J, 'job'> : never) : never
export type JobResult =
  | Extract<JobResponse, { kind: 'loaded' | 'streaming' }>
  | ({ kind: 'result' } & SharedResult)

/** The user a job is run for; the signal aborts when their connection closes. */
export interface JobUser {
  id: string
  signal?: AbortSignal | undefined
}

interface Waiter {
  resolve(result: JobResult): void
  reject(error: unknown): void
}

export interface Job {
  request: JobRequest
  /** The snapshot its worker has to hold. */
  needs: CachedSnapshot | null
  /** The user it counts for; null for a load that serves every user of a family, and for a warm-up. */
  userId: string | null
  /** Equal for equal queries; null for a request whose result is never shared. */
  resultKey: string | null
  /** Everyone who waits for the result. */
  waiters: Waiter[]
}

/** A job whose callers have left still has its user. */
export function isWarmUp({ userId, waiters }: Job): boolean {
  return userId === null && waiters.length === 0
}

export function resolveJob({ waiters }: Job, result: JobResult): void {
  for (const waiter of waiters) waiter.resolve(result)
}

export function rejectJob({ waiters }: Job, error: Error): void {
  for (const waiter of waiters) waiter.reject(error)
}
