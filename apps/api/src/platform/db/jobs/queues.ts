import type { Queue } from 'pg-boss'

/** The schema that the job queues have to themselves. */
export const jobsSchema = 'jobs'

/** What a queue promises. A job that fails is tried again, each time after a longer pause. */
type QueueRules = Pick<
  Queue,
  'policy' | 'retryLimit' | 'retryDelay' | 'retryBackoff' | 'expireInSeconds' | 'heartbeatSeconds'
>

const minute = 60

/**
 * Whoever works on a job says so every few seconds, in the database and by its clock. After such a silence its
 * server is taken for dead, and the job is another server's.
 */
const silence = { heartbeatSeconds: 30 }

/**
 * How often it is said, so that a word that comes late or is lost costs nobody a job, and how often each server
 * looks for jobs that nobody works on any more.
 */
export const heartbeatPace = { saidEverySeconds: 5, lookedAtEverySeconds: 10 }

/**
 * The queues of the installation, whichever server works on them. `exclusive` allows one job at a time, waiting
 * or running, in the whole installation; a `singletonKey` narrows that to one at a time per key.
 */
export const queueRules = {
  /** Looks, once a minute, which notifications are due. */
  'run-tasks': {
    policy: 'exclusive',
    retryLimit: 2,
    retryDelay: 5,
    expireInSeconds: 10 * minute,
    ...silence,
  },
  /** Makes one report. */
  'make-report': {
    policy: 'standard',
    retryLimit: 2,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: 5 * minute,
    ...silence,
  },
  /**
   * Asks one provider for prices or rates; one run per provider at a time. A run holds its provider by itself, for
   * longer than a silence: nobody else asks before that hold has ended.
   */
  'fetch-market': {
    policy: 'exclusive',
    retryLimit: 5,
    retryDelay: 30,
    retryBackoff: true,
    expireInSeconds: 15 * minute,
  },
  /** Applies one import. */
  'apply-import': {
    policy: 'standard',
    retryLimit: 2,
    retryDelay: 1,
    expireInSeconds: 15 * minute,
    ...silence,
  },
  /** Looks through the data of the caller for what is missing or odd. */
  'check-data': { policy: 'standard', retryLimit: 1, retryDelay: 5, expireInSeconds: 5 * minute, ...silence },
  /** Packs all data of a family. */
  'export-family': {
    policy: 'standard',
    retryLimit: 1,
    retryDelay: 5,
    expireInSeconds: 15 * minute,
    ...silence,
  },
} as const satisfies Record<string, QueueRules>

export type QueueName = keyof typeof queueRules
