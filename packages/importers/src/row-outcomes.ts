/** Line and text of a row. */
export interface Place {
  readonly line: number
  readonly raw: string
}

/** What became of a row of a file. */
export type Outcome = 'draft' | 'problem' | 'skipped' | 'holding' | 'cancellation'

/** How many rows of a file became what. The counts add up to `total`. */
export interface RowCounts {
  readonly total: number
  readonly drafts: number
  readonly problems: number
  readonly skipped: number
  readonly holdings: number
  readonly cancellations: number
}

export interface RowOutcomes {
  /** A row of the file, before it is read. */
  see(place: Place): void
  set(place: Place, outcome: Outcome): void
  /** A row that is read together with another one shares its outcome. */
  join(place: Place, other: Place): void
  /** Rows that nothing was said about. */
  listUnread(): Place[]
  count(): RowCounts
}

/** A line that continues a row, which is half of an event. Halves name each other. */
const maxHops = 4

/** Keeps account of every row, so that none is lost on its way from file to reading. */
export function rowOutcomes(): RowOutcomes {
  const outcomes = new Map<Place, Outcome | null>()
  const joined = new Map<Place, Place>()
  const find = (place: Place): Outcome | null => {
    let at: Place | undefined = place
    for (let hop = 0; at && hop < maxHops; hop += 1) {
      const outcome = outcomes.get(at)
      if (outcome) return outcome
      at = joined.get(at)
    }
    return null
  }
  return {
    see: place => {
      if (!outcomes.has(place)) outcomes.set(place, null)
    },
    set: (place, outcome) => {
      outcomes.set(place, outcome)
    },
    join: (place, other) => {
      if (place === other) return
      if (!outcomes.has(place)) outcomes.set(place, null)
      joined.set(place, other)
    },
    listUnread: () => [...outcomes.keys()].filter(place => find(place) === null),
    count: () => {
      const counts = { draft: 0, problem: 0, skipped: 0, holding: 0, cancellation: 0 }
      for (const place of outcomes.keys()) {
        const outcome = find(place)
        if (outcome) counts[outcome] += 1
      }
      return {
        total: outcomes.size,
        drafts: counts.draft,
        problems: counts.problem,
        skipped: counts.skipped,
        holdings: counts.holding,
        cancellations: counts.cancellation,
      }
    },
  }
}
