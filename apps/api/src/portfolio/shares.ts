export interface Shares {
  /** Someone has had a thread for so long. */
  add(asker: string, milliseconds: number): void
  /** The place of whoever is next: of those who have had least lately, the one who has waited longest. */
  next(waiting: readonly { asker: string | null }[]): number
}

/** What was had is half forgotten after this time. */
const halfLifeMs = 5_000
/** Differences below this are none: people who look around are served in the order they come. */
const stepMs = 250
const mostKnown = 1_000

/**
 * Who has had much of the threads lately lets others go first. One who asks for as much as they can get is served
 * whenever nobody else waits, and moves nobody else's answer by more than what is being answered already.
 */
export function createShares(now: () => number = () => performance.now()): Shares {
  const had = new Map<string, { milliseconds: number; at: number }>()
  const hadLately = (asker: string): number => {
    const known = had.get(asker)
    return known ? known.milliseconds * 0.5 ** ((now() - known.at) / halfLifeMs) : 0
  }

  return {
    add(asker, milliseconds) {
      const sum = hadLately(asker) + milliseconds
      // Put last again, so that the first is the one who has asked for nothing for longest.
      had.delete(asker)
      had.set(asker, { milliseconds: sum, at: now() })
      const [oldest] = had.keys()
      if (had.size > mostKnown && oldest !== undefined) had.delete(oldest)
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
  }
}
