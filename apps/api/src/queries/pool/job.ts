import type { CachedSnapshot } from '../../snapshots/snapshot-metadata.ts'
import type { JobResponse, ToWorker } from './messages.ts'

type JobMessage = Extract<ToWorker, { job: number }>
export type JobRequest = JobMessage extends infer J ? (J extends JobMessage ? Omit<J, 'job'> : never) : never
export type JobResult =
  | Extract<JobResponse, { kind: 'loaded' | 'joined' | 'streaming' }>
  | (Extract<JobResponse, { kind: 'result' }> & { release: Release })
/** Called by each reader of a result when it has read the bytes. */
type Release = () => void

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
  /** The user its CPU time counts for; null for a load that serves every user of a family, and for a warm-up. */
  userId: string | null
  /** Equal for equal queries; null for a request that is never shared. */
  coalescingKey: string | null
  /** Everyone who waits for the result. */
  waiters: Waiter[]
}

/** A job whose callers have left still has its user. */
export function isWarmUp({ userId, waiters }: Job): boolean {
  return userId === null && waiters.length === 0
}

export function resolveJob({ waiters }: Job, response: Exclude<JobResponse, { kind: 'refused' | 'failed' }>) {
  const result =
    response.kind === 'result' ? { ...response, release: createRelease(response, waiters.length) } : response
  for (const waiter of waiters) waiter.resolve(result)
}

export function rejectJob({ waiters }: Job, error: Error): void {
  for (const waiter of waiters) waiter.reject(error)
}

/**
 * Frees the memory when the last reader has read it. Left to the garbage collector, results of a megabyte stop the
 * process every few seconds under heavy use.
 */
function createRelease({ bytes }: { bytes: Uint8Array<ArrayBuffer> }, readers: number): Release {
  let left = readers
  return () => {
    left -= 1
    if (left === 0) bytes.buffer.transfer(0)
  }
}
