export interface Shares {
  /** So much work was done for someone. */
  add(asker: string, milliseconds: number): void
  /** The place of whoever is next: of those who have had least lately, the one who has waited longest. */
  next(waiting: readonly { asker: string | null }[]): number
  /** Whether somebody else has been answered just now. */
  hasOthers(asker: string): boolean
  /** How long someone who has had more than their part lets pass before they ask again, in milliseconds. */
  pauseOf(asker: string): number
}

/** What was had is half forgotten after this time. */
const halfLifeMs = 2_000
/** Differences below this are none: people who look around are served in the order they come. */
const stepMs = 250
const mostKnown = 1_000
/** Whoever was served within this time still asks, as far as anyone knows. */
const othersMs = 1_000
/** Nobody is kept waiting for longer, whatever a question of theirs has cost. */
const longestPauseMs = 2_000

/**
 * Who has had much of the threads lately lets others go first. That alone is not enough where one asks for as much as
 * they can get: a question that is being answered cannot be interrupted, and with every thread at it the next one of
 * anybody waits. So while others ask as well, who has had more than `fairMs` waits until enough of it is forgotten.
 */
export function createShares(fairMs: number, now: () => number = () => performance.now()): Shares {
  const had = new Map<string, { milliseconds: number; at: number }>()
  /** Who was served last, and who was last before them. */
  let latest: { asker: string; at: number } | null = null
  let previous: { asker: string; at: number } | null = null
  const hadLately = (asker: string): number => {
    const known = had.get(asker)
    return known ? known.milliseconds * 0.5 ** ((now() - known.at) / halfLifeMs) : 0
  }

  const hasOthers = (asker: string): boolean => {
    const other = latest?.asker === asker ? previous : latest
    return other !== null && now() - other.at <= othersMs
  }

  return {
    hasOthers,
    add(asker, milliseconds) {
      const sum = hadLately(asker) + milliseconds
      // Put last again, so that the first is the one who has asked for nothing for longest.
      had.delete(asker)
      had.set(asker, { milliseconds: sum, at: now() })
      const [oldest] = had.keys()
      if (had.size > mostKnown && oldest !== undefined) had.delete(oldest)
      if (latest?.asker !== asker) previous = latest
      latest = { asker, at: now() }
    },
    next(waiting) {
      let best = 0
      let least = Number.POSITIVE_INFINITY
      waiting.forEach(({ asker }, place) => {
        const steps = asker === null ? 0 : Math.floor(hadLately(asker) / stepMs)
        if (steps >= least) return
        least = steps
        best = place
      })
      return best
    },
    pauseOf(asker) {
      const excess = hadLately(asker) / fairMs
      if (excess <= 1 || !hasOthers(asker)) return 0
      return Math.min(longestPauseMs, halfLifeMs * Math.log2(excess))
    },
  }
}
