export interface ActiveUsers {
  /** Marks a user as active now. */
  touch(userId: string): void
  /** Whether another user has been active lately. */
  hasOthers(userId: string): boolean
}

/** People look at a page for some seconds before they open the next one. */
const activeMs = 5_000

/** Remembers who was active last, and the last one before them: enough to know whether a user is alone. */
export function createActiveUsers(now: () => number = () => performance.now()): ActiveUsers {
  let latest: { userId: string; at: number } | null = null
  let previous: { userId: string; at: number } | null = null

  return {
    touch(userId) {
      if (latest?.userId !== userId) previous = latest
      latest = { userId, at: now() }
    },
    hasOthers(userId) {
      const other = latest?.userId === userId ? previous : latest
      return other !== null && now() - other.at <= activeMs
    },
  }
}
