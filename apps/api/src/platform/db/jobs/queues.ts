import type { Queue } from 'pg-boss'

/** The schema of the job queues. */
export const jobsSchema = 'jobs'

/** How a queue retries and expires its jobs. */
type QueueRules = Pick<
  Queue,
  'policy' | 'retryLimit' | 'retryDelay' | 'retryBackoff' | 'expireInSeconds' | 'heartbeatSeconds'
>

const minute = 60

/** A job without a heartbeat for this long belongs to a dead server, and another server takes it over. */
const heartbeat = { heartbeatSeconds: 30 }

/**
 * Heartbeats are frequent enough that a late or lost one does not cost the job. Each server checks for jobs of dead
 * servers.
 */
export const heartbeatIntervals = { sendEverySeconds: 5, checkEverySeconds: 10 }

/**
 * The queues of the installation. `exclusive` allows one job at a time, waiting or running, in the whole installation;
 * with a `singletonKey` it is one at a time per key.
 */
export const queueRules = {
  /** Runs the due user tasks once a minute. */
  'run-tasks': {
    policy: 'exclusive',
    retryLimit: 2,
    retryDelay: 5,
    expireInSeconds: 10 * minute,
    ...heartbeat,
  },
  /** Renders one report. */
  'make-report': {
    policy: 'standard',
    retryLimit: 2,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: 5 * minute,
    ...heartbeat,
  },
  /** Renders a report for each of several families. */
  'make-client-reports': {
    policy: 'standard',
    retryLimit: 2,
    retryDelay: 2,
    retryBackoff: true,
    expireInSeconds: 60 * minute,
    ...heartbeat,
  },
  /**
   * Fetches prices or rates from one provider. It needs no heartbeat: a run holds a lease on its provider, which
   * expires by itself.
   */
  'fetch-market': {
    policy: 'exclusive',
    retryLimit: 5,
    retryDelay: 30,
    retryBackoff: true,
    expireInSeconds: 15 * minute,
  },
  /** Takes the complete files of the inbox. One server at a time, so that each file is taken once. */
  'take-files': {
    policy: 'exclusive',
    retryLimit: 2,
    retryDelay: 2,
    expireInSeconds: 15 * minute,
    ...heartbeat,
  },
  /** Fetches a statement from a custodian. A run holds a lease on its feed, which expires by itself. */
  'fetch-statement': {
    policy: 'exclusive',
    retryLimit: 2,
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
    ...heartbeat,
  },
  /** Checks the data of one user for missing or implausible values. */
  'check-data': {
    policy: 'standard',
    retryLimit: 1,
    retryDelay: 5,
    expireInSeconds: 5 * minute,
    ...heartbeat,
  },
  /** Exports all data of a family. */
  'export-family': {
    policy: 'standard',
    retryLimit: 1,
    retryDelay: 5,
    expireInSeconds: 15 * minute,
    ...heartbeat,
  },
} as const satisfies Record<string, QueueRules>

export type QueueName = keyof typeof queueRules

/** A job ends itself before the queue would give it to another server: what is too slow is not tried again. */
export function timeLimitSeconds(queue: QueueName): number {
  return queueRules[queue].expireInSeconds - 10
}
