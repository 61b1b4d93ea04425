import { PgBoss } from 'pg-boss'
import type { ConnectionTarget } from '../db/connection/connection-target.ts'
import { openJobConnection } from '../db/jobs/connection.ts'
import { heartbeatIntervals, jobsSchema, type QueueName, timeLimitSeconds } from '../db/jobs/queues.ts'

/** A kind of background job. Any server of the installation may run it. */
export interface Job<Data extends object = object> {
  queue: QueueName
  /** The schedule, as a cron expression in UTC. */
  cron?: string
  /** How many jobs of this queue one server runs at a time. */
  concurrency?: number
  /**
   * An error is retried by the queue's rules. `signal` aborts with a TimeoutError at the time limit of the queue, and
   * with an AbortError when the server stops, which hands the job back. `messageId` stays the same when it is retried.
   */
  run(data: Data, signal: AbortSignal, messageId: string): Promise<void>
}

export interface SendOptions {
  /** In an exclusive queue, only one job with this key waits or runs at a time. */
  key?: string
}

export interface Jobs {
  /** Adds a kind of job; call it before `start`. */
  add<Data extends object>(job: Job<Data>): void
  /** Queues a job. Null: the same job is already waiting or running, or this server stops. */
  send(queue: QueueName, data: object, options?: SendOptions): Promise<string | null>
  /** May be called again after it failed. */
  start(): Promise<void>
  stop(): Promise<void>
}

interface JobsDependencies {
  target: () => ConnectionTarget
  onError(message: string): void
  heartbeat?: typeof heartbeatIntervals
  /** False: only jobs that are sent run, no scheduled ones. */
  runsSchedules?: boolean
}

const pollSeconds = 0.5
const stopTimeoutMs = 10_000

/**
 * The job queues of the installation, stored in PostgreSQL. Every server may send and run jobs. A job runs on one
 * server, and moves to another when that one dies: within a minute if the queue has heartbeats, else when the job
 * expires. Jobs can be sent before `start`.
 */
export function createJobs({
  target,
  onError,
  heartbeat = heartbeatIntervals,
  runsSchedules = true,
}: JobsDependencies): Jobs {
  const jobs: Job[] = []
  const started = new Set<Job>()
  let isStopped = false
  let opened: Promise<{ boss: PgBoss; close(): Promise<void> }> | null = null

  const open = async () => {
    const connection = openJobConnection(target())
    const boss = new PgBoss({
      db: connection,
      schema: jobsSchema,
      migrate: false,
      reindex: false,
      schedule: runsSchedules,
      superviseIntervalSeconds: heartbeat.checkEverySeconds,
      // One check counts for all servers, and each server's timer may be a little early or late.
      monitorIntervalSeconds: Math.max(1, heartbeat.checkEverySeconds / 2),
    })
    boss.on('error', error => onError(`Jobs: ${error.message}`))
    await boss.start()
    return {
      boss,
      async close() {
        await boss.stop({ graceful: true, timeout: stopTimeoutMs })
        await connection.close()
      },
    }
  }
  const whenOpen = () => {
    opened ??= open().catch(error => {
      opened = null
      throw error
    })
    return opened
  }

  return {
    add<Data extends object>(job: Job<Data>) {
      // Each queue has one kind of job, so its messages have the type that the job takes.
      jobs.push(job as unknown as Job)
    },
    async send(queue, data, { key } = {}) {
      // A request of a server that stops: what it recorded is queued by another one.
      if (isStopped) return null
      const { boss } = await whenOpen()
      return boss.send(queue, data, key === undefined ? {} : { singletonKey: key })
    },
    async start() {
      isStopped = false
      const { boss } = await whenOpen()
      for (const job of jobs) {
        // A start that failed halfway continues where it stopped.
        if (!started.has(job))
          await boss.work(
            job.queue,
            {
              pollingIntervalSeconds: pollSeconds,
              localConcurrency: job.concurrency ?? 1,
              heartbeatRefreshSeconds: heartbeat.sendEverySeconds,
            },
            async ([message]) => {
              // pg-boss does not type its messages.
              if (!message) return
              const limit = AbortSignal.timeout(timeLimitSeconds(job.queue) * 1000)
              const signal = AbortSignal.any([message.signal, limit])
              await job.run((message.data ?? {}) as object, signal, message.id)
            },
          )
        started.add(job)
        if (runsSchedules && job.cron !== undefined) await boss.schedule(job.queue, job.cron)
      }
      // Jobs of a server that died long ago need not wait for the first check.
      await boss.supervise()
    },
    async stop() {
      isStopped = true
      const { close } = (await opened?.catch(() => null)) ?? {}
      opened = null
      await close?.()
    },
  }
}
