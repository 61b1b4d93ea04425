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

export const noRows: RowCounts = {
  total: 0,
  drafts: 0,
  problems: 0,
  skipped: 0,
  holdings: 0,
  cancellations: 0,
}

const countNames = {
  draft: 'drafts',
  problem: 'problems',
  skipped: 'skipped',
  holding: 'holdings',
  cancellation: 'cancellations',
} as const satisfies Record<Outcome, keyof RowCounts>

export interface RowOutcomes {
  /** A row of the file, before it is read, and the number of its statement so far. */
  see(place: Place, statement: number): void
  set(place: Place, outcome: Outcome, statement: number): void
  /** A row that is read together with another one shares its outcome. */
  join(place: Place, other: Place): void
  /** Rows that nothing was said about. */
  listUnread(): Place[]
  /** Counts the rows of the file and of each statement. */
  count(): { all: RowCounts; byStatement: ReadonlyMap<number, RowCounts> }
}

/** A line that continues a row, which is half of an event. Halves name each other. */
const maxHops = 4

/** Keeps account of every row, so that none is lost on its way from file to reading. */
export function rowOutcomes(): RowOutcomes {
  const outcomes = new Map<Place, Outcome | null>()
  const joined = new Map<Place, Place>()
  const statements = new Map<Place, number>()
  const find = (place: Place): Outcome | null => {
    let at: Place | undefined = place
    for (let hop = 0; at && hop < maxHops; hop += 1) {
      const outcome = outcomes.get(at)
      if (outcome) return outcome
      at = joined.get(at)
    }
    return null
  }
  /** A row that another one includes belongs to its statement. */
  const findStatement = (place: Place): number => {
    let at: Place | undefined = place
    for (let hop = 0; at && hop < maxHops; hop += 1) {
      const statement = statements.get(at)
      if (statement !== undefined) return statement
      at = joined.get(at)
    }
    return 0
  }
  return {
    see: (place, statement) => {
      if (outcomes.has(place)) return
      outcomes.set(place, null)
      statements.set(place, statement)
    },
    set: (place, outcome, statement) => {
      outcomes.set(place, outcome)
      statements.set(place, statement)
    },
    join: (place, other) => {
      if (place === other) return
      if (!outcomes.has(place)) outcomes.set(place, null)
      joined.set(place, other)
    },
    listUnread: () => [...outcomes.keys()].filter(place => find(place) === null),
    count: () => {
      const all = { ...noRows }
      const byStatement = new Map<number, typeof all>()
      for (const place of outcomes.keys()) {
        const outcome = find(place)
        const statement = findStatement(place)
        const own = byStatement.get(statement) ?? { ...noRows }
        byStatement.set(statement, own)
        for (const counts of [all, own]) {
          counts.total += 1
          if (outcome) counts[countNames[outcome]] += 1
        }
      }
      return { all, byStatement }
    },
  }
}
