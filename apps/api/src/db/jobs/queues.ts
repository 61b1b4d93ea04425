import type { Queue } from 'pg-boss'

/** The schema that the job queues have to themselves. */
export const jobsSchema = 'jobs'

/** What a queue promises. A job that fails is tried again, each time after a longer pause. */
type QueueRules = Pick<Queue, 'policy' | 'retryLimit' | 'retryDelay' | 'retryBackoff' | 'expireInSeconds'>

const minute = 60

/**
 * The queues of the installation, whichever server works on them. `exclusive` allows one job at a time, waiting
 * or running, in the whole installation; a `singletonKey` narrows that to one at a time per key.
 */
export const queueRules = {
  /** Looks, once a minute, which notifications are due. */
  'run-tasks': { policy: 'exclusive', retryLimit: 2, retryDelay: 5, expireInSeconds: 10 * minute },
  /** Makes one report. */
  'make-report': {
    policy: 'standard',
    retryLimit: 2,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: 5 * minute,
  },
  /** Asks one provider for prices or rates; one run per provider at a time. */
  'fetch-market': {
    policy: 'exclusive',
    retryLimit: 5,
    retryDelay: 30,
    retryBackoff: true,
    expireInSeconds: 15 * minute,
  },
  /** Applies or takes back one import. */
  'apply-import': { policy: 'standard', retryLimit: 1, retryDelay: 1, expireInSeconds: 15 * minute },
  /** Looks through the data of whoever asks for what is missing or odd. */
  'check-data': { policy: 'standard', retryLimit: 1, retryDelay: 5, expireInSeconds: 5 * minute },
  /** Packs all data of a family. */
  'export-family': { policy: 'standard', retryLimit: 1, retryDelay: 5, expireInSeconds: 15 * minute },
} as const satisfies Record<string, QueueRules>

export type QueueName = keyof typeof queueRules
