import { PgBoss } from 'pg-boss'
import type { ConnectionTarget } from '../db/connection-target.ts'
import { openJobConnection } from '../db/jobs/connection.ts'
import { heartbeatPace, jobsSchema, type QueueName } from '../db/jobs/queues.ts'

/** Work that is done beside requests, by whichever server of the installation is free. */
export interface Job<Data extends object = object> {
  queue: QueueName
  /** When it happens by itself: a cron line in UTC. */
  cron?: string
  /** How many of this queue one server works on at a time. */
  atOnce?: number
  /** Throwing lets it be tried again, as the queue's rules say. `signal` tells when its time is up. */
  run(data: Data, signal: AbortSignal): Promise<void>
}

export interface SendOptions {
  /** No second job with this key waits or runs at the same time, where the queue's policy says so. */
  key?: string
}

export interface Jobs {
  /** Adds a kind of work; before `start`. */
  add<Data extends object>(job: Job<Data>): void
  /** Hands work over. Null: the same work is waiting or running already. */
  send(queue: QueueName, data: object, options?: SendOptions): Promise<string | null>
  /** May be called again when it failed. */
  start(): Promise<void>
  stop(): Promise<void>
}

interface JobsDependencies {
  target: () => ConnectionTarget
  onError(message: string): void
  pace?: typeof heartbeatPace
  /** False: nothing happens by itself, only what is sent. */
  isByTheClock?: boolean
}

const pollSeconds = 0.5
const stopPatienceMs = 10_000

/**
 * The installation's job queues, kept in PostgreSQL. Every server may send and work; each job is given to one
 * of them, and to another one when that one dies: within a minute where it says that it lives (see the queues'
 * rules), else when the job's time is up. Before `start` a job can already be sent.
 */
export function createJobs({
  target,
  onError,
  pace = heartbeatPace,
  isByTheClock = true,
}: JobsDependencies): Jobs {
  const jobs: Job[] = []
  const worked = new Set<Job>()
  let opened: Promise<{ boss: PgBoss; close(): Promise<void> }> | null = null

  const open = async () => {
    const connection = openJobConnection(target())
    const boss = new PgBoss({
      db: connection,
      schema: jobsSchema,
      migrate: false,
      reindex: false,
      schedule: isByTheClock,
      superviseIntervalSeconds: pace.lookedAtEverySeconds,
      // One look of the installation counts for all servers; each may look a little early or late.
      monitorIntervalSeconds: Math.max(1, pace.lookedAtEverySeconds / 2),
    })
    boss.on('error', error => onError(`Jobs: ${error.message}`))
    await boss.start()
    return {
      boss,
      async close() {
        await boss.stop({ graceful: true, timeout: stopPatienceMs })
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
      // Whoever sends to a queue sends what its one job takes.
      jobs.push(job as unknown as Job)
    },
    async send(queue, data, { key } = {}) {
      const { boss } = await whenOpen()
      return boss.send(queue, data, key === undefined ? {} : { singletonKey: key })
    },
    async start() {
      const { boss } = await whenOpen()
      for (const job of jobs) {
        // A start that was broken off goes on where it was.
        if (!worked.has(job))
          await boss.work(
            job.queue,
            {
              pollingIntervalSeconds: pollSeconds,
              localConcurrency: job.atOnce ?? 1,
              heartbeatRefreshSeconds: pace.saidEverySeconds,
            },
            async ([one]) => {
              if (one) await job.run((one.data ?? {}) as object, one.signal)
            },
          )
        worked.add(job)
        if (isByTheClock && job.cron !== undefined) await boss.schedule(job.queue, job.cron)
      }
      // What a server left that died long ago need not wait for the first look.
      await boss.supervise()
    },
    async stop() {
      const { close } = (await opened?.catch(() => null)) ?? {}
      opened = null
      await close?.()
    },
  }
}
