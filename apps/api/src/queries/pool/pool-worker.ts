import { Worker } from 'node:worker_threads'
import type { SnapshotKey } from '../../snapshots/snapshot-key.ts'
import { type CachedSnapshot, isJoined } from '../../snapshots/snapshot-metadata.ts'
import type { Job } from './job.ts'
import type { JobResponse, ToWorker, WorkerSettings } from './messages.ts'

export interface PoolWorker {
  /** The job it runs now. */
  current(): Job | null
  /** Sends a job, and before it the snapshot the job needs. The worker is terminated when the deadline passes. */
  run(job: Job, deadlineMs: number): void
  /** Releases a snapshot. */
  drop(key: SnapshotKey): void
  terminate(): Promise<unknown>
}

export interface PoolWorkerEvents {
  onResponse(worker: PoolWorker, job: Job, response: JobResponse): void
  /** Called once, with the job that ended with the worker. */
  onExit(worker: PoolWorker, job: Job | null, reason: string): void
}

/** Starts one worker of the pool, which runs one job at a time. */
export function startPoolWorker(entry: URL, settings: WorkerSettings, events: PoolWorkerEvents): PoolWorker {
  const thread = new Worker(entry, { workerData: settings })
  const held = new Set<SnapshotKey>()
  let running: { id: number; job: Job; deadline: NodeJS.Timeout } | null = null
  let lastId = 0
  let hasExited = false

  const send = (message: ToWorker) => thread.postMessage(message)
  const finish = (): Job | null => {
    const job = running?.job ?? null
    clearTimeout(running?.deadline)
    running = null
    return job
  }
  const exit = (reason: string) => {
    if (hasExited) return
    hasExited = true
    events.onExit(worker, finish(), reason)
  }

  const keep = (needs: CachedSnapshot) => {
    if (held.has(needs.key)) return
    for (const snapshot of needs.parts)
      if (!held.has(snapshot.key)) {
        held.add(snapshot.key)
        send({ kind: 'keep', snapshot })
      }
    if (!isJoined(needs)) return
    held.add(needs.key)
    send({ kind: 'join', key: needs.key, parts: needs.parts.map(({ key }) => key) })
  }

  const worker: PoolWorker = {
    current: () => running?.job ?? null,
    run(job, deadlineMs) {
      lastId += 1
      running = { id: lastId, job, deadline: setTimeout(() => void thread.terminate(), deadlineMs) }
      if (job.needs) keep(job.needs)
      send({ ...job.request, job: lastId })
    },
    drop(key) {
      if (held.delete(key)) send({ kind: 'drop', key })
    },
    terminate: () => thread.terminate(),
  }

  thread.on('message', (response: JobResponse) => {
    const job = running?.id === response.job ? finish() : null
    if (job) events.onResponse(worker, job, response)
  })
  thread.on('error', error => exit(String(error instanceof Error ? error.stack : error)))
  thread.on('exit', () => exit('a worker thread ended'))
  // An idle worker must not keep the process alive.
  thread.unref()
  return worker
}
