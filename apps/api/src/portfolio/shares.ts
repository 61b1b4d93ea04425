export interface Shares {
  /** So much work was done for someone. */
  add(asker: string, milliseconds: number): void
  /** The place of whoever is next: of those who have had least lately, the one who has waited longest. */
  next(waiting: readonly { asker: string | null }[]): number
  /** Whether somebody else has been answered just now. */
  hasOthers(asker: string): boolean
  /** Whether someone has had so much while others ask as well that their questions take what the others leave. */
  isPatient(asker: string): boolean
  /** How long someone who has had more than their part lets pass before they ask again, in milliseconds. */
  pauseOf(asker: string): number
}

/** What was had just now is half forgotten after this time, and what was had for long after that. */
const halfLifeMs = { lately: 2_000, long: 10_000 }
/** Differences below this are none: people who look around are served in the order they come. */
const stepMs = 250
const mostKnown = 1_000
/** Whoever was served within this time still asks, as far as anyone knows. */
const othersMs = 1_000
/** Of their part, what is more than people who look around ask for at a time. */
const patientPart = 0.25
/** So many times their part of late is what someone may have had for long: a large book that is looked at is no siege. */
const longPart = 3
/** Nobody is kept waiting for longer, whatever a question of theirs has cost. */
const longestPauseMs = 2_000

type Memory = keyof typeof halfLifeMs

/**
 * Who has had much of the threads lately lets others go first. That alone is not enough where one asks for as much as
 * they can get: a question that is being answered cannot be interrupted, and with every thread at it the next one of
 * anybody waits. So while others ask as well, who has lately had a quarter of `fairMs` is served by threads of their
 * own, which work when the others leave a core free, and who has had several times as much for long waits until enough
 * of it is forgotten.
 */
export function createShares(fairMs: number, now: () => number = () => performance.now()): Shares {
  const had = new Map<string, Record<Memory, number> & { at: number }>()
  /** Who was served last, and who was last before them. */
  let latest: { asker: string; at: number } | null = null
  let previous: { asker: string; at: number } | null = null
  const hadOf = (asker: string, memory: Memory): number => {
    const known = had.get(asker)
    return known ? known[memory] * 0.5 ** ((now() - known.at) / halfLifeMs[memory]) : 0
  }

  const hasOthers = (asker: string): boolean => {
    const other = latest?.asker === asker ? previous : latest
    return other !== null && now() - other.at <= othersMs
  }

  return {
    hasOthers,
    isPatient: asker => hadOf(asker, 'lately') > fairMs * patientPart && hasOthers(asker),
    add(asker, milliseconds) {
      const lately = hadOf(asker, 'lately') + milliseconds
      const long = hadOf(asker, 'long') + milliseconds
      // Put last again, so that the first is the one who has asked for nothing for longest.
      had.delete(asker)
      had.set(asker, { lately, long, at: now() })
      const [oldest] = had.keys()
      if (had.size > mostKnown && oldest !== undefined) had.delete(oldest)
      if (latest?.asker !== asker) previous = latest
      latest = { asker, at: now() }
    },
    next(waiting) {
      let best = 0
      let least = Number.POSITIVE_INFINITY
      waiting.forEach(({ asker }, place) => {
        const steps = asker === null ? 0 : Math.floor(hadOf(asker, 'lately') / stepMs)
        if (steps >= least) return
        least = steps
        best = place
      })
      return best
    },
    pauseOf(asker) {
      const excess = hadOf(asker, 'long') / (fairMs * longPart)
      if (excess <= 1 || !hasOthers(asker)) return 0
      return Math.min(longestPauseMs, halfLifeMs.long * Math.log2(excess))
    },
  }
}
