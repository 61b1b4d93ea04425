export interface FairShare {
  /** Marks a user as active. */
  touch(userId: string): void
  /** Adds CPU time that a job of the user took. */
  add(userId: string, cpuMs: number): void
  /** The job to start next: the oldest queued job among the users with the least recent CPU time. */
  next<Job extends { userId: string | null }>(queue: readonly Job[]): Job | undefined
  /** Whether another user has been active lately. */
  hasOthers(userId: string): boolean
}

/** Half of the CPU time of a user is forgotten after this time. */
const halfLifeMs = 2_000
/** Smaller differences do not reorder the queue. */
const stepMs = 250
/** People look at a page for some seconds before they open the next one. */
const activeMs = 5_000
const maxUsers = 1_000

/** Fair-share accounting: a decaying sum of CPU time per user, which orders the queue of the worker pool. */
export function createFairShare(now: () => number = () => performance.now()): FairShare {
  /** Ordered by activity, the latest last. */
  const users = new Map<string, { cpuMs: number; at: number }>()
  /** The user who was active last, and the last one before them. */
  let latest: { userId: string; at: number } | null = null
  let previous: { userId: string; at: number } | null = null
  const cpuTime = (userId: string): number => {
    const known = users.get(userId)
    return known ? known.cpuMs * 0.5 ** ((now() - known.at) / halfLifeMs) : 0
  }
  const add = (userId: string, cpuMs: number) => {
    const total = cpuTime(userId) + cpuMs
    users.delete(userId)
    users.set(userId, { cpuMs: total, at: now() })
    const [oldest] = users.keys()
    if (users.size > maxUsers && oldest !== undefined) users.delete(oldest)
    if (latest?.userId !== userId) previous = latest
    latest = { userId, at: now() }
  }

  return {
    add,
    touch: userId => add(userId, 0),
    next(queue) {
      let first: (typeof queue)[number] | undefined
      let least = Number.POSITIVE_INFINITY
      for (const job of queue) {
        const steps = job.userId === null ? 0 : Math.floor(cpuTime(job.userId) / stepMs)
        if (steps >= least) continue
        least = steps
        first = job
      }
      return first
    },
    hasOthers(userId) {
      const other = latest?.userId === userId ? previous : latest
      return other !== null && now() - other.at <= activeMs
    },
  }
}
